import type { ProductImport } from '@drape/client';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Facts } from '../../parts/Facts';
import { RecordFrame } from '../../parts/RecordFrame';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useTexts } from '../../state/language';
import { useRecord } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { ImportReport } from './ImportReport';
import { PRODUCTS } from './texts';

/** While rows are worked off. */
const LOOK_MS = 1_500;

interface ImportProgressProps {
  readonly id: string;
  readonly onLeave: () => void;
}

export function ImportProgress({ id, onLeave }: ImportProgressProps) {
  const texts = useTexts(PRODUCTS);
  const path = `/v1/products/imports/${encodeURIComponent(id)}`;
  const record = useRecord<ProductImport>(path, {
    every: (known) => (known?.status === 'completed' ? null : LOOK_MS),
  });
  return (
    <Stack>
      <RecordFrame record={record}>
        {(known) => (
          <>
            <Counts known={known} />
            <ImportReport path={path} isDone={known.status === 'completed'} />
          </>
        )}
      </RecordFrame>
      <Button variant="default" w="fit-content" onClick={onLeave}>
        {texts.importAnother}
      </Button>
    </Stack>
  );
}

function Counts({ known }: { readonly known: ProductImport }) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const format = useFormat();
  const { status, format: kind, counts, startedAt, completedAt, expiresAt } = known;
  const isQueued = status === 'queued';
  // Rows that were refused at the door are no progress of an import that has not begun.
  const share = isQueued || counts.total === 0 ? 0 : (counts.total - counts.pending) / counts.total;
  return (
    <>
      <Group gap="sm">
        <StatusBadge status={status} />
        <Text size="sm" role="status">
          {isQueued ? texts.notBegun(counts.failed, counts.pending) : `${format.percent(share)} ${texts.done}`}
        </Text>
      </Group>
      <Progress value={share * 100} aria-label={texts.progress} />
      <Facts
        facts={[
          [texts.total, format.number(counts.total)],
          [texts.pendingRows, format.number(counts.pending)],
          [texts.createdRows, format.number(counts.created)],
          [texts.updatedRows, format.number(counts.updated)],
          [texts.failedRows, format.number(counts.failed)],
          [texts.bytes, kind.toUpperCase()],
          [common.created, format.moment(known.createdAt)],
          [texts.startedAt, format.moment(startedAt)],
          [texts.completedAt, format.moment(completedAt)],
          [texts.reportUntil, format.day(expiresAt)],
        ]}
      />
    </>
  );
}
