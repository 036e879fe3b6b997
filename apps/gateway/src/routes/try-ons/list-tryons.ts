import { cursorListEnvelope, tryOnSchema } from '@drape/contracts';
import type { Database } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import { listed } from '../../lists/listing';
import type { Answer } from '../../http/respond';
import { presentTryOns } from '../../tryon/answer/answer-tryon';
import { SESSION_HEADER_DOC, viewOf } from '../../tryon/answer/find-visible';
import { parseTryOnListing, TRY_ON_LISTING_QUERY } from '../../tryon/request/parse-tryon-listing';
import { LANGUAGE_HEADER, principalOf, type ApiRequest, type Route } from '../route';

export interface ListTryOnsDeps {
  readonly db: Pick<Database, 'tryOns'>;
  readonly store: ObjectStore;
}

const PATH = '/v1/tryon';

export function listTryOnsRoute(deps: ListTryOnsDeps): Route {
  return {
    method: 'get',
    path: PATH,
    operationId: 'listTryOns',
    tag: 'Try-on',
    scope: 'tryon:read',
    summary: 'List try-ons',
    description:
      'The latest first. A page goes on after the entry that `starting_after` names, so that nothing is left out or comes twice while new try-ons are made. Filters are combined: all must hold. A publishable key lists those that it made in the session of `X-Drape-Session`, a client token those of its session.',
    query: TRY_ON_LISTING_QUERY,
    headers: { ...LANGUAGE_HEADER, ...SESSION_HEADER_DOC },
    responses: { 200: { description: 'A page of try-ons.', schema: cursorListEnvelope(tryOnSchema) } },
    errors: [
      ...(['invalid_parameter', 'missing_parameter', 'invalid_limit', 'invalid_starting_after'] as const),
      ...(['invalid_session_id', 'invalid_product_id', 'invalid_metadata'] as const),
    ],
    handle: (request) => listTryOns(deps, request),
  };
}

async function listTryOns(deps: ListTryOnsDeps, request: ApiRequest): Promise<Answer> {
  const { query, language } = request;
  const asked = parseTryOnListing(query);
  const { owner } = principalOf(request);
  const page = await deps.db.tryOns.listPage({ owner, view: viewOf(request), ...asked });
  const { rows, ...next } = listed(page, { path: PATH, query, ...asked });
  return { status: 200, data: await presentTryOns(rows, request, deps), language, ...next };
}
