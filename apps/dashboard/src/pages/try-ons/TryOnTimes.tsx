import type { TryOn } from '@drape/client';
import { Progress } from '@mantine/core';
import { Cell, DataTable, Row } from '../../parts/DataTable';
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
      {stages.length > 0 && <StageTimes stages={stages} renderMs={timings?.renderMs ?? 0} />}
    </Section>
  );
}

type StageName = keyof TryOnsTexts['stageNames'];
const OTHER: StageName = 'other';

interface StageTimesProps extends Pick<TryOn, 'stages'> {
  readonly renderMs: number;
}

/** In the order in which they ran; what no stage accounts for comes last, so that they add up to the render. */
function StageTimes({ stages, renderMs }: StageTimesProps) {
  const texts = useTexts(TRY_ONS);
  const format = useFormat();
  const isKnown = (name: string): name is StageName => Object.hasOwn(texts.stageNames, name);
  const named = stages.reduce((total, { ms }) => total + ms, 0);
  const sum = Math.max(named, renderMs);
  const other = Math.round(sum - named);
  // Two stages of one name may follow one another: the place in the list is what tells them apart.
  const rows = [...stages, ...(other > 0 ? [{ name: OTHER, ms: other }] : [])].map(({ name, ms }, place) => ({
    name: isKnown(name) ? texts.stageNames[name] : name,
    ms,
    place,
  }));
  return (
    <DataTable label={texts.stageTimes} head={[texts.stageTimes, texts.duration, texts.share]}>
      {rows.map(({ name, ms, place }) => {
        const share = sum === 0 ? 0 : ms / sum;
        return (
          <Row key={place}>
            <Cell isHeading>{name}</Cell>
            <Cell wrap="never">{format.ms(ms)}</Cell>
            <Cell miw="8rem">
              <Progress value={share * 100} aria-label={format.percent(share)} />
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}
