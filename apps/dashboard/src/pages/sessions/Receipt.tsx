import type { DeletionReceipt } from '@drape/client';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../parts/CopyField';
import { Facts } from '../../parts/Facts';
import { Id } from '../../parts/Id';
import { RouteButton } from '../../parts/RouteLink';
import { useFormat, useTexts } from '../../state/language';
import { SESSIONS } from './texts';

/** What was erased, and the proof of it. */
export function Receipt({ receipt }: { readonly receipt: DeletionReceipt }) {
  const texts = useTexts(SESSIONS);
  const format = useFormat();
  const { id, deletedAt, erased } = receipt;
  return (
    <Stack>
      <Alert color="yellow" role="status">
        <Text size="sm">
          {texts.receiptNote}{' '}
          <Anchor href="/.well-known/jwks.json" size="sm" underline="always" c="inherit">
            {texts.keys}
          </Anchor>
        </Text>
      </Alert>
      <Facts
        facts={[
          [texts.session, <Id key="id">{id}</Id>],
          [texts.deletedAt, format.moment(deletedAt)],
          [texts.tryOns, format.number(erased.tryOns)],
          [texts.photos, format.number(erased.photos)],
          [texts.results, format.number(erased.results)],
          [texts.measurements, format.number(erased.measurements)],
          [texts.uploads, format.number(erased.uploads)],
        ]}
      />
      <Text size="sm" fw={600}>
        {texts.receipt}
      </Text>
      <CopyField value={receipt.receipt} label={texts.receipt} />
      <Group>
        <Button onClick={() => download(receipt)}>{texts.download}</Button>
        <RouteButton to="/sessions" variant="default">
          {texts.toSessions}
        </RouteButton>
      </Group>
    </Stack>
  );
}

/** Gives the receipt to the browser as a file, numbers and signature together. */
function download(receipt: DeletionReceipt): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `receipt-${receipt.id.replaceAll(/[^\w-]/g, '_')}.json`;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
