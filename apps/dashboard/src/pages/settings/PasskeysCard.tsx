import type { Passkey } from '@drape/client';
import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ApiFailure, read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { useFormat, useTexts } from '../../state/language';
import { useRecord, useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { addPasskey, canUsePasskeys } from '../sign-in/passkey';
import { Card } from './Card';
import { SETTINGS } from './texts';

export function PasskeysCard() {
  const texts = useTexts(SETTINGS);
  const { data: passkeys = [], error, isPending } = useRecord<Passkey[]>('/v1/me/passkeys');
  return (
    <Card title={texts.passkeys}>
      <Text size="sm" c="dimmed">
        {texts.passkeysHint}
      </Text>
      <ErrorNote error={error} />
      {!isPending && passkeys.length === 0 && <Text size="sm">{texts.noPasskeys}</Text>}
      {passkeys.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} />
      ))}
      {canUsePasskeys() ? <AddPasskeyForm /> : <Alert color="gray">{texts.passkeysNotHere}</Alert>}
    </Card>
  );
}

function PasskeyLine({ passkey }: { readonly passkey: Passkey }) {
  const common = useTexts(COMMON);
  const texts = useTexts(SETTINGS);
  const format = useFormat();
  const path = `/v1/me/passkeys/${encodeURIComponent(passkey.id)}`;
  const remove = useSend(() => read<Passkey>(path, { method: 'DELETE' }));
  return (
    <Group justify="space-between">
      <Text size="sm">
        {passkey.name} · {format.day(passkey.createdAt)}
        {passkey.lastUsedAt !== null && ` · ${texts.lastUsed(format.moment(passkey.lastUsedAt))}`}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${common.delete}: ${passkey.name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        {common.delete}
      </Button>
    </Group>
  );
}

function AddPasskeyForm() {
  const texts = useTexts(SETTINGS);
  const [name, setName] = useState('');
  const add = useSend(
    () => addPasskey(name),
    () => setName(''),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(undefined);
  };
  return (
    <>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={texts.passkeyName}
            required
            maxLength={60}
            flex={1}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={add.isPending}>
            {texts.addPasskey}
          </Button>
        </Group>
      </form>
      {add.error instanceof ApiFailure && <ErrorNote error={add.error} />}
      {add.error !== null && !(add.error instanceof ApiFailure) && <Alert color="gray">{texts.stopped}</Alert>}
    </>
  );
}
