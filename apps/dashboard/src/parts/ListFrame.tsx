import { Button, Center, Loader, Paper, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';
import { ErrorNote } from './ErrorNote';

interface ListFrameProps {
  readonly list: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
    readonly rows: readonly unknown[];
  };
  readonly label: string;
  readonly head: readonly string[];
  /** The rows of the table. */
  readonly children: ReactNode;
  /** Said where the list is empty. */
  readonly empty?: string;
}

/** A table that scrolls sideways on narrow screens and grows on request. */
export function ListFrame({ list, label, head, children, empty }: ListFrameProps) {
  const texts = useTexts(COMMON);
  if (list.error !== null && list.rows.length === 0) return <ErrorNote error={list.error} />;
  if (list.isPending) {
    return (
      <Center p="xl">
        <Loader aria-label={texts.loading} />
      </Center>
    );
  }
  if (list.rows.length === 0) {
    return (
      <Paper withBorder p="xl">
        <Text ta="center" c="dimmed">
          {empty ?? texts.nothing}
        </Text>
      </Paper>
    );
  }
  return (
    <>
      <Table.ScrollContainer
        minWidth={820}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
      >
        <Table verticalSpacing="xs" highlightOnHover aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {head.map((title, i) => (
                // Columns without a name hold buttons.
                <Table.Th key={title === '' ? `column-${i}` : title}>
                  {title === '' ? <VisuallyHidden>{texts.actions}</VisuallyHidden> : title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {list.hasNextPage && (
        <Center>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {texts.more}
          </Button>
        </Center>
      )}
    </>
  );
}
