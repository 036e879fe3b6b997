import type { UsageRow } from '@drape/client';
import { Text } from '@mantine/core';
import { Cell, DataTable, Row } from '../../parts/DataTable';
import { ErrorNote } from '../../parts/ErrorNote';
import { Section } from '../../parts/Section';
import { StatusBadge } from '../../parts/StatusBadge';
import { useCategoryName } from '../../parts/use-category-name';
import { isOfDashboard, useKeyNames } from '../../parts/use-key-names';
import { useFormat, useTexts } from '../../state/language';
import { meanRenderMs, sumRows, type Days } from './ranges';
import { USAGE } from './texts';
import { useSlotFormat } from './use-slot-format';
import { useUsage } from './use-usage';
import type { ReactNode } from 'react';

interface UsageTablesProps {
  readonly days: Days;
  /** The range is shorter than the days that the API can tell these apart for. */
  readonly isRounded: boolean;
}

/** The same use by key, by category and by outcome. */
export function UsageTables({ days, isRounded }: UsageTablesProps) {
  const texts = useTexts(USAGE);
  const { day } = useSlotFormat();
  const keyName = useKeyNames();
  const categoryName = useCategoryName();
  const note = isRounded ? texts.wholeDays(day(days.from), day(days.to)) : null;
  const [byKey, byCategory, byOutcome] = [useUsage('key', days), useUsage('category', days), useUsage('outcome', days)];
  return (
    <>
      <Section title={texts.byKey}>
        <ErrorNote error={byKey.error} />
        <GroupTable
          label={texts.byKey}
          head={texts.key}
          rows={joinDashboard(byKey.data?.rows ?? [])}
          nameOf={(group) => (group === null ? texts.dashboard : keyName(group))}
          note={note}
        />
      </Section>
      <Section title={texts.byCategory}>
        <ErrorNote error={byCategory.error} />
        <GroupTable
          label={texts.byCategory}
          head={texts.category}
          rows={byCategory.data?.rows ?? []}
          nameOf={(group) => (group === null ? texts.unknownCategory : categoryName(group))}
          note={note}
        />
      </Section>
      <Section title={texts.byOutcome}>
        <ErrorNote error={byOutcome.error} />
        <GroupTable
          label={texts.byOutcome}
          head={texts.outcome}
          rows={byOutcome.data?.rows ?? []}
          nameOf={(group) => (group === null ? '–' : <StatusBadge status={group} />)}
          note={note}
        />
      </Section>
    </>
  );
}

/** Members have no key: their requests carry their own id, their try-ons none. Together they are one row. */
function joinDashboard(rows: readonly UsageRow[]): readonly UsageRow[] {
  const isOurs = ({ group }: UsageRow) => group === null || isOfDashboard(group);
  const ours = rows.filter(isOurs);
  const others = rows.filter((row) => !isOurs(row));
  return ours.length === 0 ? others : [...others, sumRows(ours)];
}

interface GroupTableProps {
  readonly label: string;
  readonly head: string;
  readonly rows: readonly UsageRow[];
  readonly nameOf: (group: string | null) => ReactNode;
  readonly note: string | null;
}

function GroupTable({ label, head, rows, nameOf, note }: GroupTableProps) {
  const texts = useTexts(USAGE);
  const format = useFormat();
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.nothing}
      </Text>
    );
  }
  // Requests have neither category nor outcome.
  const withRequests = rows.some(({ requests }) => requests !== null);
  const titles = [texts.tryOns, texts.completed, texts.cached, texts.meanRender];
  return (
    <>
      {note !== null && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      <DataTable label={label} head={[head, ...(withRequests ? [texts.requests] : []), ...titles]}>
        {rows.map((row) => (
          <Row key={row.group ?? ''}>
            <Cell isHeading>{nameOf(row.group)}</Cell>
            {withRequests && <Cell>{format.number(row.requests)}</Cell>}
            <Cell>{format.number(row.tryOns)}</Cell>
            <Cell>{format.number(row.completed)}</Cell>
            <Cell>{format.number(row.cached)}</Cell>
            <Cell wrap="never">{format.ms(meanRenderMs(row))}</Cell>
          </Row>
        ))}
      </DataTable>
    </>
  );
}
