import type { RequestLog } from '@drape/client';
import { Anchor, Code, SimpleGrid, Stack, Text } from '@mantine/core';
import { Cell, Row } from '../../parts/DataTable';
import { FilterInput } from '../../parts/FilterInput';
import { FilterSelect } from '../../parts/FilterSelect';
import { Id } from '../../parts/Id';
import { ListFrame } from '../../parts/ListFrame';
import { Page } from '../../parts/Page';
import { RouteLink } from '../../parts/RouteLink';
import { useFilters } from '../../parts/use-filters';
import { useFormat, useTexts } from '../../state/language';
import { useList } from '../../state/use-list';
import { COMMON } from '../../texts/common';
import { OneRequest } from './OneRequest';
import { ROUTES } from './routes';
import { HttpStatus } from './HttpStatus';
import { REQUESTS } from './texts';
import { useCaller } from './use-caller';

const FILTERS = ['status', 'route', 'id'] as const;
const isStatus = (text: string): boolean => /^[1-5]\d\d$/.test(text);

/** What the account's keys and members asked, the latest first. */
export function RequestsPage() {
  const common = useTexts(COMMON);
  const texts = useTexts(REQUESTS);
  const { filters, setFilter } = useFilters(FILTERS);
  const { status = '', route = '', id = '' } = filters;
  const list = useList<RequestLog>('/v1/requests', { route, status: isStatus(status) ? status : '' });
  return (
    <Page title={common.requests}>
      <Text size="sm">{texts.intro}</Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" role="search" aria-label={texts.filters}>
        <FilterInput
          label={texts.httpStatus}
          inputMode="numeric"
          value={status}
          onChange={(next) => setFilter('status', next)}
          error={status === '' || isStatus(status) ? null : texts.statusForm}
        />
        <FilterSelect
          label={texts.route}
          value={route}
          onChange={(next) => setFilter('route', next)}
          options={ROUTES.map((path) => [path, path === 'unmatched' ? texts.unmatched : path])}
        />
        <FilterInput label={texts.findById} value={id} onChange={(next) => setFilter('id', next)} />
      </SimpleGrid>
      {id !== '' && <OneRequest id={id} />}
      <ListFrame
        list={list}
        label={common.requests}
        head={[texts.time, texts.route, common.status, texts.error, texts.key, texts.total, texts.ids]}
      >
        {list.rows.map((request) => (
          <RequestRow key={request.id} request={request} onOpen={() => setFilter('id', request.id)} />
        ))}
      </ListFrame>
    </Page>
  );
}

interface RequestRowProps {
  readonly request: RequestLog;
  readonly onOpen: () => void;
}

function RequestRow({ request, onOpen }: RequestRowProps) {
  const format = useFormat();
  const caller = useCaller();
  const { id, createdAt, method, route, status, errorCode, apiKeyId, timing, tryOnId } = request;
  return (
    <Row>
      <Cell wrap="never">{format.exact(createdAt)}</Cell>
      <Cell wrap="never">
        {method} {route}
      </Cell>
      <Cell>
        <HttpStatus status={status} />
      </Cell>
      <Cell>{errorCode === null ? '–' : <Code>{errorCode}</Code>}</Cell>
      <Cell>{caller(apiKeyId)}</Cell>
      <Cell wrap="never">{format.ms(timing.totalMs)}</Cell>
      <Cell wrap="never">
        <Stack gap={2} align="flex-start">
          <Anchor component="button" type="button" size="sm" ta="left" onClick={onOpen}>
            <Id>{id}</Id>
          </Anchor>
          {tryOnId !== null && (
            <RouteLink to="/try-ons/$id" params={{ id: tryOnId }} size="sm">
              <Id>{tryOnId}</Id>
            </RouteLink>
          )}
        </Stack>
      </Cell>
    </Row>
  );
}
