import type { UsageRow } from '@drape/client';
import { BarChart } from '@mantine/charts';
import { Text, useComputedColorScheme } from '@mantine/core';
import { Cell, DataTable, Row } from '../../parts/DataTable';
import { Section } from '../../parts/Section';
import { useFormat, useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { USAGE } from './texts';
import { useSlotFormat } from './use-slot-format';

const OUTCOMES = ['completed', 'failed', 'canceled', 'expired'] as const;

/** Each at least 3 to 1 against the page, and of another lightness than its neighbours in the bar. */
const COLORS = {
  light: {
    completed: 'teal.9',
    failed: 'red.6',
    canceled: 'gray.8',
    expired: 'orange.8',
  },
  dark: {
    completed: 'teal.5',
    failed: 'red.6',
    canceled: 'gray.4',
    expired: 'orange.6',
  },
} as const;

interface UsageChartProps {
  readonly rows: readonly UsageRow[];
  readonly isHourly: boolean;
}

/** How the try-ons of each hour or day ended; as a picture, and as a table for those who cannot see it. */
export function UsageChart({ rows, isHourly }: UsageChartProps) {
  const texts = useTexts(USAGE);
  const { statuses } = useTexts(COMMON);
  const format = useFormat();
  const { slot } = useSlotFormat();
  const colors = COLORS[useComputedColorScheme('light')];
  const data = rows.map(({ group, completed, failed, canceled, expired }) => ({
    slot: slot(group ?? ''),
    completed,
    failed,
    canceled,
    expired,
  }));
  return (
    <Section title={texts.chart}>
      <div role="img" aria-label={texts.chartLabel}>
        <BarChart
          h={260}
          type="stacked"
          data={data}
          dataKey="slot"
          series={OUTCOMES.map((name) => ({ name, label: statuses[name], color: colors[name] }))}
          withLegend
          legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
          textColor="var(--mantine-color-text)"
          valueFormatter={format.number}
          xAxisProps={{ minTickGap: 24 }}
          yAxisProps={{ allowDecimals: false, width: 44 }}
          // A line of the page's colour parts the pieces of a bar for those who cannot tell their colours apart.
          barProps={{ isAnimationActive: false, stroke: 'var(--mantine-color-body)' }}
          // Within a picture nothing may take the focus: the table below is for keyboards and screen readers.
          accessibilityLayer={false}
        />
      </div>
      <details>
        <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
          {texts.asTable}
        </Text>
        <DataTable
          label={texts.chart}
          head={[isHourly ? texts.hour : texts.day, texts.requests, ...OUTCOMES.map((name) => statuses[name])]}
        >
          {rows.map((row) => (
            <Row key={row.group}>
              <Cell isHeading>{slot(row.group ?? '')}</Cell>
              <Cell>{format.number(row.requests)}</Cell>
              {OUTCOMES.map((name) => (
                <Cell key={name}>{format.number(row[name])}</Cell>
              ))}
            </Row>
          ))}
        </DataTable>
      </details>
    </Section>
  );
}
