import type { TryOn } from '@drape/client';
import { Progress, Table } from '@mantine/core';
import { DataTable } from '../../parts/DataTable';
import { Facts } from '../../parts/Facts';
import { Section } from '../../parts/Section';
import { useFormat, useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { TRY_ONS, type TryOnsTexts } from './texts';

/** What a try-on spent its time on, and when. */
export function TryOnTimes({ tryOn }: { readonly tryOn: TryOn }) {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY_ONS);
  const format = useFormat();
  const { timings, stages, createdAt, startedAt, completedAt } = tryOn;
  return (
    <Section title={texts.timings}>
      <Facts
        facts={[
          [texts.queue, format.ms(timings?.queueMs)],
          [texts.render, format.ms(timings?.renderMs)],
          [texts.total, format.ms(timings?.totalMs)],
          [common.created, format.moment(createdAt)],
          [texts.started, format.moment(startedAt)],
          [texts.ended, format.moment(completedAt)],
        ]}
      />
      {stages.length > 0 && <StageTimes stages={stages} />}
    </Section>
  );
}

type StageName = keyof TryOnsTexts['stageNames'];

/** In the order in which they ran. */
function StageTimes({ stages }: Pick<TryOn, 'stages'>) {
  const texts = useTexts(TRY_ONS);
  const format = useFormat();
  const isKnown = (name: string): name is StageName => Object.hasOwn(texts.stageNames, name);
  const sum = stages.reduce((total, { ms }) => total + ms, 0);
  // Two stages of one name may follow one another: the place in the list is what tells them apart.
  const rows = stages.map(({ name, ms }, place) => ({ name, ms, place }));
  return (
    <DataTable label={texts.stageTimes} head={[texts.stageTimes, texts.duration, texts.share]}>
      {rows.map(({ name, ms, place }) => {
        const share = sum === 0 ? 0 : ms / sum;
        return (
          <Table.Tr key={place}>
            <Table.Td>{isKnown(name) ? texts.stageNames[name] : name}</Table.Td>
            <Table.Td>{format.ms(ms)}</Table.Td>
            <Table.Td miw="8rem">
              <Progress value={share * 100} aria-label={format.percent(share)} />
            </Table.Td>
          </Table.Tr>
        );
      })}
    </DataTable>
  );
}
