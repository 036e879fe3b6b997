import type { Me } from '@drape/client';
import { Button, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { useNotify } from '../../parts/use-notify';
import { useTexts } from '../../state/language';
import { useMe } from '../../state/me';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { Card } from './Card';
import { SETTINGS } from './texts';

export function ProfileCard() {
  const common = useTexts(COMMON);
  const texts = useTexts(SETTINGS);
  const notify = useNotify();
  const { me } = useMe();
  const client = useQueryClient();
  const [name, setName] = useState(me?.name ?? '');
  const save = useSend(
    () => read<Me>('/v1/me', { method: 'PATCH', body: { name } }),
    (next) => {
      client.setQueryData(['me'], next);
      notify(common.saved);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <Card title={texts.profile}>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={texts.yourName}
            description={me?.email}
            flex={1}
            maxLength={100}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={save.isPending}>
            {common.save}
          </Button>
        </Group>
      </form>
      <ErrorNote error={save.error} />
    </Card>
  );
}
