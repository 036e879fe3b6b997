import type { Product } from '@drape/client';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Cell, DataTable, Row } from '../../parts/DataTable';
import { useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { newDraft, toDraft, type ChartDraft } from './chart-draft';
import { SizeChartEditor } from './SizeChartEditor';
import { PRODUCTS } from './texts';

/** The product's own size chart: to be read by all, to be changed by those who may. */
export function SizeChartCard({ product }: { readonly product: Product }) {
  const texts = useTexts(PRODUCTS);
  const mayChange = useMay('developer');
  const { sizeChart, category } = product;
  const isOwn = sizeChart.source === 'merchant';
  const [draft, setDraft] = useState<ChartDraft | null>(isOwn ? toDraft(sizeChart) : null);
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {texts.chart}
      </Title>
      {!isOwn && <Text size="sm">{texts.chartNone}</Text>}
      {isOwn && !mayChange && <ChartTable chart={toDraft(sizeChart)} />}
      {mayChange && draft === null && (
        <Button variant="default" w="fit-content" onClick={() => setDraft(newDraft(category))}>
          {texts.chartAdd}
        </Button>
      )}
      {mayChange && draft !== null && <SizeChartEditor productId={product.id} draft={draft} onChange={setDraft} />}
    </Stack>
  );
}

function ChartTable({ chart: { kind, unit, zones, rows } }: { readonly chart: ChartDraft }) {
  const texts = useTexts(PRODUCTS);
  return (
    <>
      <Text size="sm">
        {texts.kind} {kind === 'body' ? texts.kindBody : texts.kindGarment}. {texts.unit}: {texts[unit]}.
      </Text>
      <DataTable label={texts.chart} head={[texts.size, ...zones.map((zone) => texts.zones[zone])]} minWidth={360}>
        {rows.map(({ key, size, cells }) => (
          <Row key={key}>
            <Cell isHeading>{size}</Cell>
            {zones.map((zone) => (
              <Cell key={zone}>{cells[zone] === '' ? '–' : cells[zone]}</Cell>
            ))}
          </Row>
        ))}
      </DataTable>
    </>
  );
}
