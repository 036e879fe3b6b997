import type { Me, SignInWays } from '@drape/client';
import { Alert, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { useTexts } from '../../state/language';
import { useSignedIn } from '../../state/me';
import { useRecord, useSend } from '../../state/use-record';
import { Door } from './Door';
import { SIGN_IN } from './texts';
import { tokenOfLink } from './token-of-link';

export function InvitationPage() {
  const texts = useTexts(SIGN_IN);
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const { data: ways } = useRecord<SignInWays>('/v1/auth');
  const [token] = useState(tokenOfLink);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useSend(
    () => {
      const body = {
        token,
        ...(name === '' ? {} : { name }),
        ...(password === '' ? {} : { password }),
      };
      return read<Me>('/v1/auth/invitation', { method: 'POST', body });
    },
    (me) => {
      signedIn(me);
      void navigate({ to: '/', replace: true });
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate(undefined);
  };
  return (
    <Door title={texts.invited}>
      {token === null ? (
        <Alert color="yellow">{texts.linkMissing}</Alert>
      ) : (
        <form onSubmit={submit}>
          <Text size="sm">{texts.invitedWhy}</Text>
          <TextInput
            label={texts.yourName}
            mt="sm"
            autoComplete="name"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <PasswordInput
            label={texts.passwordOptional}
            description={`${ways?.mail === true ? texts.passwordWhy : texts.passwordWhyNoMail} ${texts.passwordHint}`}
            mt="sm"
            autoComplete="new-password"
            minLength={12}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth mt="md" loading={accept.isPending}>
            {texts.join}
          </Button>
        </form>
      )}
      <ErrorNote error={accept.error} />
    </Door>
  );
}
