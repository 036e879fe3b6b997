import type { Product, SizeChartInput } from '@drape/client';
import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure, read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { useNotify } from '../../parts/use-notify';
import { useTexts } from '../../state/language';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { ROWS_MAX, toInput, withRow, withZone, ZONES, type ChartDraft } from './chart-draft';
import { SizeChartCsv } from './SizeChartCsv';
import { SizeChartGrid } from './SizeChartGrid';
import { PRODUCTS } from './texts';

interface SizeChartEditorProps {
  readonly productId: string;
  readonly draft: ChartDraft;
  readonly onChange: (draft: ChartDraft) => void;
}

export function SizeChartEditor({ productId, draft, onChange }: SizeChartEditorProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const notify = useNotify();
  const [isChecked, setChecked] = useState(false);
  const path = `/v1/products/${encodeURIComponent(productId)}/size-chart`;
  const save = useSend(
    (body: SizeChartInput) => read<Product>(path, { method: 'PUT', body }),
    () => notify(texts.chartSaved),
  );
  const change = (next: ChartDraft) => {
    // A fault that the API told of stands at a place that may be another one now.
    save.reset();
    onChange(next);
  };
  const send = () => {
    const input = toInput(draft);
    setChecked(true);
    if (input !== null) save.mutate(input);
  };
  const missing = ZONES.filter((zone) => !draft.zones.includes(zone));
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Group align="flex-end">
          <NativeSelect
            label={texts.kind}
            value={draft.kind}
            onChange={({ currentTarget }) =>
              change({ ...draft, kind: currentTarget.value === 'garment' ? 'garment' : 'body' })
            }
            data={[
              { value: 'body', label: texts.kindBody },
              { value: 'garment', label: texts.kindGarment },
            ]}
          />
          <NativeSelect
            label={texts.unit}
            value={draft.unit}
            onChange={({ currentTarget }) => change({ ...draft, unit: currentTarget.value === 'in' ? 'in' : 'cm' })}
            data={[
              { value: 'cm', label: texts.cm },
              { value: 'in', label: texts.in },
            ]}
          />
        </Group>
        <Text size="sm">{texts.cellHint}</Text>
        <SizeChartGrid draft={draft} onChange={change} isChecked={isChecked} error={save.error} />
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={draft.rows.length >= ROWS_MAX}
            onClick={() => change(withRow(draft))}
          >
            {texts.addRow}
          </Button>
          {missing.map((zone) => (
            <Button key={zone} variant="default" size="xs" onClick={() => change(withZone(draft, zone))}>
              {texts.addColumn}: {texts.zones[zone]}
            </Button>
          ))}
        </Group>
        <ErrorNote error={isOfCell(save.error) ? null : save.error} />
        <Group gap="sm">
          <Button onClick={send} loading={save.isPending} disabled={draft.rows.length === 0}>
            {common.save}
          </Button>
          <Text size="xs" flex="1 1 12rem">
            {texts.chartNoRemoval}
          </Text>
        </Group>
        <SizeChartCsv path={path} kind={draft.kind} unit={draft.unit} />
      </Stack>
    </Paper>
  );
}

/** Shown in the grid. */
const isOfCell = (error: unknown): boolean => error instanceof ApiFailure && /^rows\.\d+/.test(error.param ?? '');
