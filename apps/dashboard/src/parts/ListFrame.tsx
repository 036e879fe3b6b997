import { Button, Center, Loader, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';
import { DataTable } from './DataTable';
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

/** A table that grows on request. */
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
      <DataTable label={label} head={head} minWidth={820} highlightOnHover>
        {children}
      </DataTable>
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
