import { Center, Loader, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../parts/ErrorNote';
import { Page } from '../../parts/Page';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { PlanCard } from './PlanCard';
import { daysOf, fillSlots, groupOf, RANGES, slotsOf, sumRows, type Range } from './ranges';
import { USAGE } from './texts';
import { Totals } from './Totals';
import { UsageChart } from './UsageChart';
import { UsageTables } from './UsageTables';
import { useUsage } from './use-usage';

/** What the account used, and how near that came to its plan. */
export function UsagePage() {
  const common = useTexts(COMMON);
  const texts = useTexts(USAGE);
  const [range, setRange] = useState<Range>('7d');
  return (
    <Page
      title={common.usage}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={texts.range}
          value={range}
          onChange={(next) => setRange(RANGES.find((known) => known === next) ?? '7d')}
          data={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
        />
      }
    >
      <UsageOfRange range={range} />
    </Page>
  );
}

function UsageOfRange({ range }: { readonly range: Range }) {
  const common = useTexts(COMMON);
  const texts = useTexts(USAGE);
  const nowMs = Date.now();
  const days = daysOf(range, nowMs);
  const slots = slotsOf(range, nowMs);
  const usage = useUsage(groupOf(range), days);
  if (usage.data === undefined) {
    if (usage.error !== null) return <ErrorNote error={usage.error} />;
    return (
      <Center p="xl">
        <Loader aria-label={common.loading} />
      </Center>
    );
  }
  const rows = fillSlots(slots, usage.data.rows);
  return (
    <>
      <ErrorNote error={usage.error} />
      <Totals total={sumRows(rows)} />
      <Text size="xs" c="dimmed">
        {texts.countedRequests}
      </Text>
      <UsageChart rows={rows} isHourly={range === '24h'} />
      {range !== '24h' && (
        <Text size="xs" c="dimmed">
          {texts.utcDays}
        </Text>
      )}
      <PlanCard days={days} since={slots[0] ?? ''} />
      <UsageTables days={days} isRounded={range === '24h'} />
    </>
  );
}
