import type { ApiKey, ApiKeyWithSecret } from '@drape/client';
import { Button, Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { useTexts } from '../../state/language';
import { useMode } from '../../state/mode';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { SCOPES } from './scopes';
import { KEYS } from './texts';

type Kind = ApiKey['kind'];

/** Makes a key, or changes one. */
export function KeyForm({ record, onMade, onSaved, onCancel }: KeyFormProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(KEYS);
  const mode = useMode();
  const [kind, setKind] = useState<Kind>(record?.kind ?? 'sk');
  const [name, setName] = useState(record?.name ?? '');
  const [scopes, setScopes] = useState<string[]>(record?.scopes ?? ['tryon:write', 'tryon:read']);
  const [origins, setOrigins] = useState((record?.allowedOrigins ?? []).join('\n'));
  const [expires, setExpires] = useState(record?.expiresAt?.slice(0, 10) ?? '');
  const choosesScopes = kind === 'rk' || (record !== undefined && kind !== 'pk');
  const body = {
    name,
    ...(choosesScopes ? { scopes } : {}),
    ...(kind === 'pk' ? { allowedOrigins: linesOf(origins) } : {}),
    expiresAt: expires === '' ? null : `${expires}T23:59:59Z`,
  };
  const create = useSend(
    () => read<ApiKeyWithSecret>('/v1/keys', { method: 'POST', body: { kind, env: mode, ...body }, headers: once() }),
    (key) => onMade?.(key),
  );
  const update = useSend(
    () => read<ApiKey>(`/v1/keys/${record?.id ?? ''}`, { method: 'PATCH', body }),
    () => onSaved?.(),
  );
  const action = record === undefined ? create : update;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {record === undefined && (
          <Select
            label={texts.kind}
            allowDeselect={false}
            value={kind}
            onChange={(next) => setKind(next === 'rk' || next === 'pk' ? next : 'sk')}
            data={(['sk', 'rk', 'pk'] as const).map((value) => ({ value, label: texts.kinds[value] }))}
          />
        )}
        <TextInput
          label={texts.what}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {choosesScopes && (
          <Checkbox.Group label={texts.scopes} value={scopes} onChange={setScopes}>
            <Stack gap={6} mt={6}>
              {SCOPES.map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {kind === 'pk' && (
          <Textarea
            label={texts.origins}
            description={texts.originsHint}
            autosize
            minRows={2}
            required
            value={origins}
            onChange={(event) => setOrigins(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={texts.expires}
          description={texts.expiresHint}
          type="date"
          value={expires}
          onChange={(event) => setExpires(event.currentTarget.value)}
        />
        <ErrorNote error={action.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={action.isPending}>
            {record === undefined ? texts.create : common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface KeyFormProps {
  /** The key that is changed; without it one is made. */
  readonly record?: ApiKey;
  readonly onMade?: (key: ApiKeyWithSecret) => void;
  readonly onSaved?: () => void;
  readonly onCancel: () => void;
}

const linesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '');

/** Whoever presses the button twice gets one key. */
const once = () => ({ 'Idempotency-Key': crypto.randomUUID() });
