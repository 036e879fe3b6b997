import type { CreateWebhook, Webhook } from '@drape/client';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ErrorNote } from '../../parts/ErrorNote';
import { faultOf, faultOfNone } from '../../parts/field-faults';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { WEBHOOKS } from './texts';

type Listened = Webhook['events'][number];
const EVERY_EVENT = '*';
const EVENTS = [
  'tryon.completed',
  'tryon.failed',
  'tryon.canceled',
  'tryon.expired',
  'session.deleted',
  'product.analyzed',
] as const satisfies readonly Listened[];
const ALL_EVENTS: readonly Listened[] = [EVERY_EVENT, ...EVENTS];
const FIELDS = ['url', 'events', 'description'];

interface WebhookFormProps {
  /** As it is now; null: it is made. */
  readonly webhook: Webhook | null;
  readonly submitLabel: string;
  readonly onSubmit: (settings: Pick<CreateWebhook, 'url' | 'events' | 'description'>) => void;
  readonly onCancel: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

export function WebhookForm({ webhook, submitLabel, onSubmit, onCancel, isPending, error }: WebhookFormProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly Listened[]>(webhook?.events ?? [EVERY_EVENT]);
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [isAsked, setAsked] = useState(false);
  const isEvery = events.includes(EVERY_EVENT);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (events.length === 0) return;
    onSubmit({
      url,
      events: isEvery ? [EVERY_EVENT] : [...events],
      description: description.trim() === '' ? null : description,
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={texts.url}
          description={texts.urlHint}
          type="url"
          required
          maxLength={2048}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value.trim())}
          error={faultOf(error, 'url')}
        />
        <Checkbox.Group
          label={texts.events}
          value={[...events]}
          onChange={(chosen) => setEvents(ALL_EVENTS.filter((one) => chosen.includes(one)))}
          error={isAsked && events.length === 0 ? texts.eventsNeeded : faultOf(error, 'events')}
        >
          <Stack gap="xs" my="xs">
            <Checkbox value={EVERY_EVENT} label={texts.eventNames[EVERY_EVENT]} />
            {EVENTS.map((one) => (
              <Checkbox key={one} value={one} label={texts.eventNames[one]} description={one} disabled={isEvery} />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput
          label={texts.description}
          description={texts.descriptionHint}
          maxLength={200}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          error={faultOf(error, 'description')}
        />
        <ErrorNote error={faultOfNone(error, FIELDS)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
