import type { RequestLog } from '@drape/client';
import { Code, Loader } from '@mantine/core';
import { ErrorNote } from '../../parts/ErrorNote';
import { Facts } from '../../parts/Facts';
import { Id } from '../../parts/Id';
import { RouteLink } from '../../parts/RouteLink';
import { Section } from '../../parts/Section';
import { useFormat, useTexts } from '../../state/language';
import { useRecord } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { HttpStatus } from './HttpStatus';
import { REQUESTS } from './texts';
import { useCaller } from './use-caller';

/** What became of the request with this id. */
export function OneRequest({ id }: { readonly id: string }) {
  const common = useTexts(COMMON);
  const texts = useTexts(REQUESTS);
  const { data, error } = useRecord<RequestLog>(`/v1/requests/${encodeURIComponent(id)}`);
  return (
    <Section title={texts.one}>
      {data === undefined && <ErrorNote error={error} />}
      {data === undefined && error === null && <Loader aria-label={common.loading} />}
      {data !== undefined && <RequestFacts request={data} />}
    </Section>
  );
}

function RequestFacts({ request }: { readonly request: RequestLog }) {
  const common = useTexts(COMMON);
  const texts = useTexts(REQUESTS);
  const format = useFormat();
  const caller = useCaller();
  const { id, createdAt, method, route, status, errorCode, apiKeyId, timing, tryOnId } = request;
  return (
    <Facts
      facts={[
        [texts.id, <Id key="id">{id}</Id>],
        [texts.time, format.exact(createdAt)],
        [texts.route, `${method} ${route}`],
        [common.status, <HttpStatus key="status" status={status} />],
        [texts.error, errorCode === null ? '–' : <Code key="error">{errorCode}</Code>],
        [texts.key, caller(apiKeyId)],
        [
          texts.tryOn,
          tryOnId === null ? (
            '–'
          ) : (
            <RouteLink key="tryOn" to="/try-ons/$id" params={{ id: tryOnId }} underline="always">
              <Id>{tryOnId}</Id>
            </RouteLink>
          ),
        ],
        [texts.total, format.ms(timing.totalMs)],
        [texts.auth, format.ms(timing.authMs)],
        [texts.queue, format.ms(timing.queueMs)],
        [texts.render, format.ms(timing.renderMs)],
        [texts.store, format.ms(timing.storeMs)],
      ]}
    />
  );
}
