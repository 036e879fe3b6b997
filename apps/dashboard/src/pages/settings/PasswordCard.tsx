import type { Me } from '@drape/client';
import { Button, Group, PasswordInput } from '@mantine/core';
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

export function PasswordCard() {
  const common = useTexts(COMMON);
  const texts = useTexts(SETTINGS);
  const notify = useNotify();
  const { me } = useMe();
  const client = useQueryClient();
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const hasPassword = me?.hasPassword === true;
  const save = useSend(
    () => read<Me>('/v1/me', { method: 'PATCH', body: { password, ...(hasPassword ? { currentPassword } : {}) } }),
    (next) => {
      client.setQueryData(['me'], next);
      setCurrent('');
      setPassword('');
      notify(common.saved);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <Card title={texts.password}>
      <form onSubmit={submit}>
        {/* Password managers tell by it whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
        {hasPassword && (
          <PasswordInput
            label={texts.currentPassword}
            required
            autoComplete="current-password"
            value={currentPassword}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label={texts.newPassword}
          description={texts.passwordHint}
          mt="sm"
          required
          minLength={12}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit" variant="default" loading={save.isPending}>
            {hasPassword ? texts.changePassword : texts.setPassword}
          </Button>
        </Group>
      </form>
      <ErrorNote error={save.error} />
    </Card>
  );
}
