import { ActionIcon, Group, Table, TextInput } from '@mantine/core';
import { faultOf } from '../../parts/field-faults';
import { useTexts } from '../../state/language';
import { readCell, withCell, withoutRow, withoutZone, withSize, type ChartDraft, type DraftRow } from './chart-draft';
import { PRODUCTS } from './texts';

interface GridProps {
  readonly draft: ChartDraft;
  readonly onChange: (draft: ChartDraft) => void;
  /** Whether it was tried to save it: what is still to be typed is no fault before. */
  readonly isChecked: boolean;
  /** What the API said against it. */
  readonly error: unknown;
}

/** Sizes by measurements. */
export function SizeChartGrid(props: GridProps) {
  const texts = useTexts(PRODUCTS);
  const { draft, onChange } = props;
  return (
    <Table.ScrollContainer
      minWidth={120 + draft.zones.length * 130}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': texts.chart } }}
    >
      <Table aria-label={texts.chart} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.size}</Table.Th>
            {draft.zones.map((zone) => (
              <Table.Th key={zone}>
                <Group gap={4} wrap="nowrap">
                  {texts.zones[zone]}
                  {draft.zones.length > 1 && (
                    <RemoveButton
                      label={`${texts.removeColumn}: ${texts.zones[zone]}`}
                      onClick={() => onChange(withoutZone(draft, zone))}
                    />
                  )}
                </Group>
              </Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {draft.rows.map((row, index) => (
            <GridRow key={row.key} row={row} index={index} {...props} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function GridRow({
  row,
  index,
  draft,
  onChange,
  isChecked,
  error,
}: GridProps & { readonly row: DraftRow; readonly index: number }) {
  const texts = useTexts(PRODUCTS);
  const { key, size, cells } = row;
  const name = size === '' ? String(index + 1) : size;
  const sizeFault = faultOf(error, `rows.${index}.size`) ?? faultOf(error, `rows.${index}`);
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>
        <TextInput
          aria-label={`${texts.size} ${index + 1}`}
          maxLength={40}
          value={size}
          onChange={({ currentTarget }) => onChange(withSize(draft, key, currentTarget.value))}
          error={isChecked && size.trim() === '' ? texts.sizeFault : sizeFault}
        />
      </Table.Td>
      {draft.zones.map((zone) => (
        <Table.Td key={zone}>
          <TextInput
            aria-label={`${texts.zones[zone]}, ${name}`}
            inputMode="text"
            maxLength={20}
            value={cells[zone] ?? ''}
            onChange={({ currentTarget }) => onChange(withCell(draft, key, zone, currentTarget.value))}
            error={
              isChecked && readCell(cells[zone]) === null ? texts.cellFault : faultOf(error, `rows.${index}.${zone}`)
            }
          />
        </Table.Td>
      ))}
      <Table.Td>
        {draft.rows.length > 1 && (
          <RemoveButton label={`${texts.removeRow}: ${name}`} onClick={() => onChange(withoutRow(draft, key))} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function RemoveButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <ActionIcon variant="default" size="md" aria-label={label} title={label} onClick={onClick}>
      ×
    </ActionIcon>
  );
}
