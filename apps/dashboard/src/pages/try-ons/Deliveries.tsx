import type { WebhookDelivery } from '@drape/client';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { ApiFailure, read } from '../../api/call';
import { Cell, Row } from '../../parts/DataTable';
import { ErrorNote } from '../../parts/ErrorNote';
import { ListFrame } from '../../parts/ListFrame';
import { RouteLink } from '../../parts/RouteLink';
import { Section } from '../../parts/Section';
import { StatusBadge } from '../../parts/StatusBadge';
import { tryOnPath } from '../../parts/try-on/use-try-on';
import { useFormat, useTexts } from '../../state/language';
import { useList } from '../../state/use-list';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { TRY_ONS } from './texts';

/** What was sent about the try-on, to webhooks and to its own webhookUrl. Nothing for those who may not see it. */
export function Deliveries({ tryOnId }: { readonly tryOnId: string }) {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY_ONS);
  const path = `${tryOnPath(tryOnId)}/deliveries`;
  const list = useList<WebhookDelivery>(path);
  const again = useSend((id: string) =>
    read<WebhookDelivery>(`${path}/${encodeURIComponent(id)}/redeliver`, { method: 'POST' }),
  );
  if (list.error instanceof ApiFailure && list.error.status === 403) return null;
  return (
    <Section title={texts.deliveries}>
      <ErrorNote error={again.error} />
      <ListFrame
        list={list}
        label={texts.deliveries}
        head={[texts.event, common.status, texts.receiver, texts.attempts, texts.lastAnswer, common.created, '']}
        empty={texts.noDeliveries}
      >
        {list.rows.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isPending={again.isPending && again.variables === delivery.id}
            redeliver={() => again.mutate(delivery.id)}
          />
        ))}
      </ListFrame>
      {list.rows.length > 0 && (
        <Group>
          <Button variant="default" size="xs" loading={list.isRefetching} onClick={() => void list.refetch()}>
            {texts.lookAgain}
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly isPending: boolean;
  readonly redeliver: () => void;
}

function DeliveryRow({ delivery, isPending, redeliver }: DeliveryRowProps) {
  const texts = useTexts(TRY_ONS);
  const format = useFormat();
  const { id, event, status, url, webhookId, attempts, lastStatus, lastError, createdAt, nextAttemptAt } = delivery;
  return (
    <Row>
      <Cell>
        <Code>{event}</Code>
      </Cell>
      <Cell>
        <StatusBadge status={status} />
      </Cell>
      <Cell wrap="anywhere">
        {webhookId === null ? (
          <Stack gap={2}>
            <span>{url}</span>
            <Text size="xs">{texts.ownUrl}</Text>
          </Stack>
        ) : (
          <RouteLink to="/webhooks/$id" params={{ id: webhookId }} size="sm">
            {url}
          </RouteLink>
        )}
      </Cell>
      <Cell>{format.number(attempts)}</Cell>
      <Cell wrap="anywhere">
        {lastStatus ?? lastError ?? '–'}
        {nextAttemptAt !== null && <Text size="xs">{texts.nextAttempt(format.moment(nextAttemptAt))}</Text>}
      </Cell>
      <Cell wrap="never">{format.moment(createdAt)}</Cell>
      <Cell>
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          onClick={redeliver}
          aria-label={`${texts.redeliver}: ${id}`}
        >
          {texts.redeliver}
        </Button>
      </Cell>
    </Row>
  );
}
