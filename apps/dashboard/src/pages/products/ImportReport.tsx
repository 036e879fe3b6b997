import type { ProductImportRow } from '@drape/client';
import { Checkbox, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call';
import { Cell, Row } from '../../parts/DataTable';
import { ListFrame } from '../../parts/ListFrame';
import { RouteLink } from '../../parts/RouteLink';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useTexts } from '../../state/language';
import { useMode } from '../../state/mode';
import { COMMON } from '../../texts/common';
import { PRODUCTS } from './texts';

const PAGE_SIZE = 50;
const LOOK_MS = 3_000;

interface ImportReportProps {
  /** Of the import. */
  readonly path: string;
  /** Rows change no more. */
  readonly isDone: boolean;
}

/** What became of each row of the file. */
export function ImportReport({ path, isDone }: ImportReportProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const [isFailedOnly, setFailedOnly] = useState(false);
  const list = useRows(path, isFailedOnly ? 'failed' : '', isDone);
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {texts.report}
        </Title>
        <Checkbox
          label={texts.failedOnly}
          checked={isFailedOnly}
          onChange={({ currentTarget }) => setFailedOnly(currentTarget.checked)}
        />
      </Group>
      <ListFrame
        list={list}
        label={texts.report}
        head={[texts.row, common.status, texts.product, texts.problem]}
        {...(isFailedOnly && { empty: texts.noFailedRows })}
      >
        {list.rows.map((row) => (
          <ReportRow key={row.row} row={row} />
        ))}
      </ListFrame>
    </Stack>
  );
}

/** Rows have no id of their own: the answer tells where the next page begins. Once the import is done they are read one last time. */
function useRows(path: string, status: string, isDone: boolean) {
  const mode = useMode();
  const list = useInfiniteQuery({
    queryKey: [`${path}/rows`, mode, status, isDone],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<ProductImportRow[]>(`${path}/rows`, {
        query: { status, limit: PAGE_SIZE, starting_after: pageParam },
        signal,
      }),
    getNextPageParam: ({ pagination }) => pagination.nextStartingAfter ?? undefined,
    refetchInterval: isDone ? false : LOOK_MS,
  });
  return { ...list, rows: list.data?.pages.flatMap(({ data }) => data) ?? [] };
}

function ReportRow({ row }: { readonly row: ProductImportRow }) {
  const format = useFormat();
  const { status, externalId, productId, error } = row;
  return (
    <Row>
      <Cell>{format.number(row.row)}</Cell>
      <Cell>
        <StatusBadge status={status} />
      </Cell>
      <Cell wrap="anywhere">
        {productId === null ? (
          (externalId ?? '–')
        ) : (
          <RouteLink to="/products/$id" params={{ id: productId }} size="sm">
            {externalId ?? productId}
          </RouteLink>
        )}
      </Cell>
      <Cell>
        {error !== null && (
          <Text size="sm">
            {error.param !== null && !error.message.startsWith(error.param) && <Code mr={4}>{error.param}</Code>}
            {error.message}
          </Text>
        )}
      </Cell>
    </Row>
  );
}
