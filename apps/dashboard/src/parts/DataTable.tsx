import { Table, VisuallyHidden, type TableTdProps } from '@mantine/core';
import { Children, createContext, isValidElement, use, type ReactNode } from 'react';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';
import classes from './DataTable.module.css';

interface DataTableProps {
  readonly label: string;
  /** Names of the columns; those without a name hold buttons. */
  readonly head: readonly string[];
  readonly minWidth?: number;
  readonly highlightOnHover?: boolean;
  /** The rows of the table: `Row`s of `Cell`s. */
  readonly children: ReactNode;
}

const HeadContext = createContext<readonly string[]>([]);
const LabelContext = createContext('');

/**
 * All tables of the dashboard. Where the window is narrow they scroll sideways, also by the keyboard; on phones each row is a card. The
 * roles are spelt out because browsers forget those of a table that is not laid out as one.
 */
export function DataTable({ label, head, minWidth = 480, highlightOnHover = false, children }: DataTableProps) {
  const texts = useTexts(COMMON);
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      classNames={{ scrollContainerInner: classes['inner'] ?? '' }}
      scrollAreaProps={{
        // The bar is seen wherever there is something to scroll to.
        type: 'auto',
        offsetScrollbars: 'present',
        viewportProps: {
          tabIndex: 0,
          role: 'group',
          'aria-label': label,
        },
      }}
    >
      <Table
        role="table"
        verticalSpacing="xs"
        highlightOnHover={highlightOnHover}
        aria-label={label}
        className={classes['table'] ?? ''}
      >
        <Table.Thead role="rowgroup" className={classes['head'] ?? ''}>
          <Table.Tr role="row">
            {head.map((title) => (
              <Table.Th key={title} role="columnheader" scope="col">
                {title === '' ? <VisuallyHidden>{texts.actions}</VisuallyHidden> : title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup" className={classes['body'] ?? ''}>
          <HeadContext value={head}>{children}</HeadContext>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** One row, whose cells are labelled by the columns in which they stand. */
export function Row({ children }: { readonly children: ReactNode }) {
  const head = use(HeadContext);
  const cells = Children.toArray(children).filter((cell) => isValidElement(cell));
  return (
    <Table.Tr role="row" className={classes['row'] ?? ''}>
      {cells.map((cell, column) => (
        <LabelContext key={cell.key} value={head[column] ?? ''}>
          {cell}
        </LabelContext>
      ))}
    </Table.Tr>
  );
}

interface CellProps extends Pick<TableTdProps, 'miw'> {
  /** It tells what the row is about. */
  readonly isHeading?: boolean;
  /** `never`: a time or a path stays on one line, but on phones. `anywhere`: a long address does not widen the table. */
  readonly wrap?: 'never' | 'anywhere';
  readonly children: ReactNode;
}

export function Cell({ isHeading = false, wrap, children, ...others }: CellProps) {
  const label = use(LabelContext);
  const value = <div className={namesOf('value', wrap)}>{children}</div>;
  if (isHeading) {
    return (
      <Table.Th role="rowheader" scope="row" className={namesOf('cell', 'heading')} {...others}>
        {value}
      </Table.Th>
    );
  }
  const isEmpty = children === '–' || children === null || children === false;
  return (
    <Table.Td role="cell" data-label={label} data-empty={isEmpty || undefined} className={namesOf('cell')} {...others}>
      {value}
    </Table.Td>
  );
}

function namesOf(...names: readonly (string | undefined)[]): string {
  return names.map((name) => (name === undefined ? '' : (classes[name] ?? ''))).join(' ');
}
