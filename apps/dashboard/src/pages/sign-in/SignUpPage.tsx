import type { Me, SignInLinkSent, SignInWays } from '@drape/client';
import { Alert, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { RouteLink } from '../../parts/RouteLink';
import { useLanguage, useTexts } from '../../state/language';
import { useSignedIn } from '../../state/me';
import { useRecord, useSend } from '../../state/use-record';
import { Door } from './Door';
import { SIGN_IN } from './texts';

export function SignUpPage() {
  const texts = useTexts(SIGN_IN);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const { data: ways } = useRecord<SignInWays>('/v1/auth');
  const [fields, setFields] = useState({ email: '', accountName: '', name: '', password: '' });
  const needsPassword = ways?.mail === false;
  const set = (name: keyof typeof fields) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setFields((before) => ({ ...before, [name]: value }));
  };
  const signUp = useSend(
    () => {
      const { password, ...others } = fields;
      const body = { ...others, language, ...(password === '' ? {} : { password }) };
      return read<Me | SignInLinkSent>('/v1/auth/sign-up', { method: 'POST', body });
    },
    (answer) => {
      if ('sent' in answer) return;
      signedIn(answer);
      void navigate({ to: '/' });
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signUp.mutate(undefined);
  };
  return (
    <Door title={texts.signUp}>
      <form onSubmit={submit}>
        <TextInput
          label={texts.shopName}
          required
          maxLength={100}
          value={fields.accountName}
          onChange={set('accountName')}
        />
        <TextInput
          label={texts.yourName}
          mt="sm"
          autoComplete="name"
          maxLength={100}
          value={fields.name}
          onChange={set('name')}
        />
        <TextInput
          label={texts.email}
          mt="sm"
          type="email"
          autoComplete="username"
          required
          value={fields.email}
          onChange={set('email')}
        />
        <PasswordInput
          label={needsPassword ? texts.password : texts.passwordOptional}
          description={needsPassword ? texts.passwordHint : `${texts.passwordWhy} ${texts.passwordHint}`}
          mt="sm"
          autoComplete="new-password"
          required={needsPassword}
          minLength={12}
          value={fields.password}
          onChange={set('password')}
        />
        <Button type="submit" fullWidth mt="md" loading={signUp.isPending}>
          {texts.signUp}
        </Button>
      </form>
      <ErrorNote error={signUp.error} />
      {signUp.data !== undefined && 'sent' in signUp.data && (
        <Alert role="status">{texts.confirmSent(fields.email, signUp.data.minutes)}</Alert>
      )}
      <Text size="sm">
        {texts.haveAccount} <RouteLink to="/sign-in">{texts.signIn}</RouteLink>
      </Text>
    </Door>
  );
}
