import type { DeletionReceipt, Session } from '@drape/client';
import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../api/call';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { Page } from '../../parts/Page';
import { RecordFrame } from '../../parts/RecordFrame';
import { useRemoval } from '../../parts/use-removal';
import { useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { useRecord } from '../../state/use-record';
import { Receipt } from './Receipt';
import { SessionFacts } from './SessionFacts';
import { SessionTryOns } from './SessionTryOns';
import { SESSIONS } from './texts';

export function SessionPage() {
  const { id = '' } = useParams({ strict: false });
  // A receipt belongs to the session that the address names.
  return <OneSession key={id} id={id} />;
}

function OneSession({ id }: { readonly id: string }) {
  const texts = useTexts(SESSIONS);
  const [receipt, setReceipt] = useState<DeletionReceipt | null>(null);
  return receipt === null ? (
    <Kept id={id} onErased={setReceipt} />
  ) : (
    <Page title={texts.erased}>
      <Receipt receipt={receipt} />
    </Page>
  );
}

interface KeptProps {
  readonly id: string;
  readonly onErased: (receipt: DeletionReceipt) => void;
}

function Kept({ id, onErased }: KeptProps) {
  const texts = useTexts(SESSIONS);
  const mayChange = useMay('developer');
  const path = `/v1/sessions/${encodeURIComponent(id)}`;
  const record = useRecord<Session>(path);
  const erase = useRemoval(() => read<DeletionReceipt>(path, { method: 'DELETE' }), onErased);
  const actions = mayChange && record.data !== undefined && (
    <ConfirmButton
      label={texts.erase}
      question={texts.eraseQuestion}
      explanation={texts.eraseExplanation}
      action={() => erase.mutateAsync()}
      isPending={erase.isPending}
      error={erase.error}
    />
  );
  return (
    <Page title={`${texts.session} ${id}`} actions={actions}>
      <RecordFrame record={record}>
        {(session) => (
          <Stack gap="lg">
            <SessionFacts session={session} />
            <SessionTryOns sessionId={session.id} />
          </Stack>
        )}
      </RecordFrame>
    </Page>
  );
}
