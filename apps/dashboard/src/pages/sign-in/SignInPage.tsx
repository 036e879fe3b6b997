import type { Me, SignInLinkSent, SignInWays } from '@drape/client';
import { Alert, Button, Divider, PasswordInput, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ApiFailure, read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { RouteLink } from '../../parts/RouteLink';
import { useLanguage, useTexts } from '../../state/language';
import { useSignedIn } from '../../state/me';
import { useRecord, useSend } from '../../state/use-record';
import { Door } from './Door';
import { canUsePasskeys, signInByPasskey } from './passkey';
import { SIGN_IN } from './texts';

export function SignInPage() {
  const texts = useTexts(SIGN_IN);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const { data: ways } = useRecord<SignInWays>('/v1/auth');
  // No link is promised before it is known that one can be sent.
  const sendsMail = ways?.mail === true;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const enter = (me: Me) => {
    signedIn(me);
    void navigate({ to: '/' });
  };
  const byPassword = useSend(() => read<Me>('/v1/auth/password', { method: 'POST', body: { email, password } }), enter);
  const byPasskey = useSend(signInByPasskey, enter);
  const link = useSend(() => read<SignInLinkSent>('/v1/auth/link', { method: 'POST', body: { email, language } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' || !sendsMail) byPassword.mutate(undefined);
    else link.mutate(undefined);
  };
  // A browser's own error says that the person stopped it.
  const passkeyError = byPasskey.error instanceof ApiFailure ? byPasskey.error : null;
  return (
    <Door title={texts.signIn}>
      <form onSubmit={submit}>
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={sendsMail ? texts.passwordOptional : texts.password}
          autoComplete="current-password"
          mt="sm"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth mt="md" loading={byPassword.isPending || link.isPending}>
          {password !== '' || !sendsMail ? texts.withPassword : texts.sendLink}
        </Button>
      </form>
      {canUsePasskeys() && (
        <>
          <Divider />
          <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate(undefined)}>
            {texts.withPasskey}
          </Button>
        </>
      )}
      {byPasskey.error !== null && passkeyError === null && <Alert color="gray">{texts.passkeyStopped}</Alert>}
      <ErrorNote error={passkeyError ?? byPassword.error ?? link.error} />
      {link.data !== undefined && <Alert role="status">{texts.linkSent(email, link.data.minutes)}</Alert>}
      {ways?.mail === false && (
        <Text size="sm" c="dimmed">
          {texts.noMail}
        </Text>
      )}
      {ways?.signUp === true && (
        <Text size="sm">
          {texts.noAccount} <RouteLink to="/sign-up">{texts.signUp}</RouteLink>
        </Text>
      )}
    </Door>
  );
}
