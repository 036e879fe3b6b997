import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface DataTableProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly minWidth?: number;
  /** The rows of the table. */
  readonly children: ReactNode;
}

/** A table that is there as a whole; on narrow screens it scrolls sideways, also by the keyboard. */
export function DataTable({ label, head, minWidth = 480, children }: DataTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
    >
      <Table verticalSpacing="xs" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {head.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
