import type { UsageRow } from '@drape/client';
import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../state/language';
import { meanRenderMs } from './ranges';
import { USAGE } from './texts';

/** The sums of the range. */
export function Totals({ total }: { readonly total: UsageRow }) {
  const texts = useTexts(USAGE);
  const format = useFormat();
  const { requests, tryOns, completed, cached } = total;
  const cards = [
    [texts.requests, format.number(requests)],
    [texts.tryOns, format.number(tryOns)],
    [texts.completedShare, tryOns === 0 ? '–' : format.percent(completed / tryOns)],
    [texts.cached, format.number(cached)],
    [texts.meanRender, format.ms(meanRenderMs(total))],
  ] as const;
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
      {cards.map(([name, value]) => (
        <Paper key={name} withBorder p="sm">
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} size="xl" fw={600}>
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
