import type { Account } from '@drape/client';
import { Loader, Progress, Stack, Text } from '@mantine/core';
import { ErrorNote } from '../../parts/ErrorNote';
import { Facts } from '../../parts/Facts';
import { Section } from '../../parts/Section';
import { useFormat, useTexts } from '../../state/language';
import { useRecord } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import type { Days } from './ranges';
import { USAGE } from './texts';
import { useBusiestHour, type BusiestHour } from './use-usage';

interface PlanCardProps {
  readonly days: Days;
  /** The first hour of the range. */
  readonly since: string;
}

/** What the plan allows, and the hour that came nearest to it. */
export function PlanCard({ days, since }: PlanCardProps) {
  const texts = useTexts(USAGE);
  const common = useTexts(COMMON);
  const format = useFormat();
  const account = useRecord<Account>('/v1/account');
  const { busiest, isPending } = useBusiestHour(days, since);
  if (account.data === undefined) return <ErrorNote error={account.error} />;
  const { plan, limitPerHour, inFlightMax } = account.data;
  return (
    <Section title={texts.plan}>
      <Facts
        facts={[
          [texts.plan, plan],
          [texts.limitPerHour, format.number(limitPerHour)],
          [texts.inFlightMax, format.number(inFlightMax)],
          [
            texts.busiest,
            isPending ? (
              <Loader key="busiest" size="xs" aria-label={common.loading} />
            ) : (
              <Busiest key="busiest" busiest={busiest} limit={limitPerHour} />
            ),
          ],
        ]}
      />
    </Section>
  );
}

/** From here on an hour may soon be used up. */
const NEAR = 0.8;

function Busiest({ busiest, limit }: { readonly busiest: BusiestHour | null; readonly limit: number }) {
  const texts = useTexts(USAGE);
  const format = useFormat();
  if (busiest === null) return texts.none;
  const share = limit === 0 ? 1 : busiest.requests / limit;
  return (
    <Stack gap={4}>
      <span>{texts.busiestOf(format.number(busiest.requests), format.percent(share))}</span>
      <Progress
        value={Math.min(100, share * 100)}
        color={share < NEAR ? 'teal.9' : 'orange.9'}
        aria-label={texts.busiest}
      />
      <Text size="xs">{format.moment(busiest.hour)}</Text>
    </Stack>
  );
}
