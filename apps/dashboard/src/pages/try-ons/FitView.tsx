import type { Fit } from '@drape/client';
import { Table } from '@mantine/core';
import { DataTable } from '../../parts/DataTable';
import { Facts } from '../../parts/Facts';
import { Section } from '../../parts/Section';
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
  const format = useFormat();
  const { basis, confidence, size, sizeScore, sizeKnown, zones, formulaVersion } = fit;
  return (
    <Section title={texts.fit}>
      <Facts
        facts={[
          [texts.fitScore, format.number(fitScore)],
          [texts.basis, texts.bases[basis]],
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
        <Table.Tr key={zone}>
          <Table.Th scope="row">{isKnown(zone) ? texts.zoneNames[zone] : zone}</Table.Th>
          <Table.Td>{format.number(bodyCm)} cm</Table.Td>
          <Table.Td>{texts.verdicts[verdict]}</Table.Td>
          <Table.Td>
            {deltaCm > 0 ? '+' : ''}
            {format.number(deltaCm)} cm
          </Table.Td>
          <Table.Td>{texts.measurementSources[source]}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
