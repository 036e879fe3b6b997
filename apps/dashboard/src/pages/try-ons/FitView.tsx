import type { Fit } from '@drape/client';
import { Cell, DataTable, Row } from '../../parts/DataTable';
import { Facts } from '../../parts/Facts';
import { Section } from '../../parts/Section';
import { TRY_ON } from '../../parts/try-on/texts';
import { useFormat, useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { TRY_ONS, type TryOnsTexts } from './texts';

interface FitViewProps {
  readonly fit: Fit;
  readonly fitScore: number | null;
}

/** How the fit score came about, and how the size sits where it was measured. */
export function FitView({ fit, fitScore }: FitViewProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY_ONS);
  const { score, fromPictureAlone } = useTexts(TRY_ON);
  const format = useFormat();
  const { basis, confidence, size, sizeScore, sizeKnown, zones, formulaVersion } = fit;
  return (
    <Section title={texts.fit}>
      <Facts
        facts={[
          [basis === 'visual' ? fromPictureAlone : texts.fitScore, fitScore === null ? '–' : score(fitScore)],
          ...(basis === 'visual' ? [] : [[texts.basis, texts.bases[basis]] as const]),
          [texts.confidence, texts.confidences[confidence]],
          [texts.recommendedSize, size?.recommended ?? '–'],
          [texts.possibleSizes, size === null || size.window.length === 0 ? '–' : size.window.join(', ')],
          ...(size === null || size.nearest === null ? [] : [[texts.nearestSize, size.nearest] as const]),
          [texts.sizeScore, sizeScore === null ? '–' : format.percent(sizeScore)],
          ...(sizeKnown === null ? [] : [[texts.sizeKnown, sizeKnown ? common.yes : common.no] as const]),
          ...(size === null
            ? []
            : [
                [texts.chart, size.chart === 'product' ? texts.productChart : size.chart] as const,
                [texts.outsideChart, size.outsideChart ? common.yes : common.no] as const,
              ]),
          [texts.formula, formulaVersion],
        ]}
      />
      {zones.length > 0 && <Zones zones={zones} />}
    </Section>
  );
}

type Zone = keyof TryOnsTexts['zoneNames'];

function Zones({ zones }: Pick<Fit, 'zones'>) {
  const texts = useTexts(TRY_ONS);
  const format = useFormat();
  const isKnown = (zone: string): zone is Zone => Object.hasOwn(texts.zoneNames, zone);
  return (
    <DataTable label={texts.zones} head={[texts.zone, texts.body, texts.verdict, texts.delta, texts.measurementSource]}>
      {zones.map(({ zone, bodyCm, verdict, deltaCm, source }) => (
        <Row key={zone}>
          <Cell isHeading>{isKnown(zone) ? texts.zoneNames[zone] : zone}</Cell>
          <Cell>{format.number(bodyCm)} cm</Cell>
          <Cell>{texts.verdicts[verdict]}</Cell>
          <Cell>
            {deltaCm > 0 ? '+' : ''}
            {format.number(deltaCm)} cm
          </Cell>
          <Cell>{texts.measurementSources[source]}</Cell>
        </Row>
      ))}
    </DataTable>
  );
}
