import type { Me } from '@drape/client';
import { Alert, Group, Loader, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { RouteLink } from '../../parts/RouteLink';
import { useTexts } from '../../state/language';
import { useSignedIn } from '../../state/me';
import { useSend } from '../../state/use-record';
import { Door } from './Door';
import { SIGN_IN } from './texts';
import { tokenOfLink } from './token-of-link';

/** Where a mail's link leads: it signs in by itself. */
export function LinkPage() {
  const texts = useTexts(SIGN_IN);
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const [token] = useState(tokenOfLink);
  const isSent = useRef(false);
  const redeem = useSend(
    () => read<Me>('/v1/auth/link/redeem', { method: 'POST', body: { token } }),
    (me) => {
      signedIn(me);
      void navigate({ to: '/', replace: true });
    },
  );
  const { mutate } = redeem;
  useEffect(() => {
    // It works once, and React runs effects twice while a page is being developed.
    if (isSent.current || token === null) return;
    isSent.current = true;
    mutate(undefined);
  }, [mutate, token]);
  return (
    <Door title={texts.signIn}>
      {token === null && <Alert color="yellow">{texts.linkMissing}</Alert>}
      {redeem.isPending && (
        <Group role="status">
          <Loader size="sm" />
          <Text size="sm">{texts.opening}</Text>
        </Group>
      )}
      <ErrorNote error={redeem.error} />
      {(token === null || redeem.error !== null) && <RouteLink to="/sign-in">{texts.signIn}</RouteLink>}
    </Door>
  );
}
