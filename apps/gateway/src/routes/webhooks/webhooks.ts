import { randomBytes } from 'node:crypto';
import {
  createValidator,
  createWebhookSchema,
  listEnvelope,
  requestError,
  ServiceError,
  successEnvelope,
  updateWebhookSchema,
  webhookSchema,
  webhookWithSecretSchema,
  type CreateWebhookBody,
  type UpdateWebhookBody,
  type Validator,
} from '@drape/contracts';
import type { Database, WebhookRow } from '@drape/db';
import { PAGE_QUERY, paginate, parsePage } from '../../lists/page';
import { checkWebhookUrl } from '../../webhooks/check-webhook-url';
import { getOwnWebhook, webhookIdOf } from '../../webhooks/own-webhook';
import { toWebhook } from '../../webhooks/to-webhook';
import { deletedSchema, toDeleted } from '../deleted-schema';
import { IDEMPOTENCY_ERRORS, IDEMPOTENCY_HEADER, principalOf, type Route } from '../route';

export interface WebhooksDeps {
  readonly db: Pick<Database, 'webhooks'>;
  readonly fetchAllow: readonly string[];
}

const WEBHOOKS_MAX = 20;
const OVERLAP_HOURS = 24;
const ROUTE = { tag: 'Webhooks', scope: 'webhooks:manage' } as const;
const ID = { id: { type: 'string' } } as const;

export function createWebhookRoute({ db, fetchAllow }: WebhooksDeps): Route {
  const validate = createValidator<CreateWebhookBody>(createWebhookSchema);
  return {
    ...{ method: 'post', path: '/v1/webhooks', operationId: 'createWebhook', ...ROUTE },
    summary: 'Let events be sent to a URL',
    description:
      'Each event is sent by POST as Standard Webhooks 1.0 has it, until the receiver answers 2xx: ten times within four days. The secret is shown now and never again; a repetition with the same Idempotency-Key shows it again.',
    body: createWebhookSchema,
    headers: IDEMPOTENCY_HEADER,
    idempotent: {
      prefix: 'whk',
      async replay(request, id) {
        const row = await db.webhooks.find(principalOf(request).owner, id);
        return row && { status: 200, data: withSecret(row) };
      },
    },
    responses: {
      200: { description: 'The webhook and its secret.', schema: successEnvelope(webhookWithSecretSchema) },
    },
    errors: ['invalid_url', 'invalid_events', 'webhook_limit_reached', ...IDEMPOTENCY_ERRORS],
    async handle(request) {
      const { owner } = principalOf(request);
      const settings = parseWebhook(request.body, validate, fetchAllow);
      const id = request.newResourceId;
      const webhook = { ...settings, ...(id === null ? {} : { id }), owner, secret: newSecret() };
      const row = await db.webhooks.insertUpTo(WEBHOOKS_MAX, webhook);
      if (row === null) throw new ServiceError('webhook_limit_reached');
      return { status: 200, data: withSecret(row) };
    },
  };
}

/** Parses the body of POST or PATCH. Throws: ServiceError that names every field at fault. */
function parseWebhook<T extends { readonly url?: string }>(
  body: unknown,
  validate: Validator<T>,
  allow: readonly string[],
): T {
  const checked = validate(body);
  if (!checked.ok) throw requestError(checked.details);
  if (checked.value.url === undefined) return checked.value;
  const url = checkWebhookUrl(checked.value.url, { allow, param: 'url' });
  if (!url.ok) throw requestError([url.problem]);
  return { ...checked.value, url: url.url };
}

/** In the form of Standard Webhooks: 24 to 64 random bytes. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export function listWebhooksRoute({ db }: WebhooksDeps): Route {
  return {
    ...{ method: 'get', path: '/v1/webhooks', operationId: 'listWebhooks', ...ROUTE },
    summary: 'List the account’s webhooks',
    query: PAGE_QUERY,
    responses: { 200: { description: 'A page of webhooks, the latest first.', schema: listEnvelope(webhookSchema) } },
    errors: ['invalid_limit', 'invalid_offset'],
    async handle(request) {
      const page = parsePage(request.query);
      const { rows, total } = await db.webhooks.list(principalOf(request).owner, page);
      return { status: 200, data: rows.map(toWebhook), ...paginate('/v1/webhooks', page, total) };
    },
  };
}

export function getWebhookRoute({ db }: WebhooksDeps): Route {
  return {
    ...{ method: 'get', path: '/v1/webhooks/{id}', operationId: 'getWebhook', ...ROUTE },
    summary: 'Get a webhook by its id',
    params: ID,
    responses: { 200: { description: 'The webhook.', schema: successEnvelope(webhookSchema) } },
    errors: ['webhook_not_found'],
    async handle(request) {
      return { status: 200, data: toWebhook(await getOwnWebhook(db, request)) };
    },
  };
}

export function updateWebhookRoute({ db, fetchAllow }: WebhooksDeps): Route {
  const validate = createValidator<UpdateWebhookBody>(updateWebhookSchema);
  return {
    ...ROUTE,
    method: 'patch',
    path: '/v1/webhooks/{id}',
    operationId: 'updateWebhook',
    summary: 'Change where events are sent, and which',
    description:
      'What is left out stays, the secret too. Deliveries that are under way go to a new URL from their next attempt on. A webhook that is not enabled is sent nothing but pings: what happens meanwhile is not put on record for it, and what is under way waits until it is enabled again.',
    params: ID,
    body: updateWebhookSchema,
    responses: { 200: { description: 'The webhook.', schema: successEnvelope(webhookSchema) } },
    errors: ['webhook_not_found', 'invalid_url', 'invalid_events'],
    async handle(request) {
      const change = parseWebhook(request.body, validate, fetchAllow);
      const row = await db.webhooks.update(principalOf(request).owner, webhookIdOf(request), change);
      if (row === null) throw new ServiceError('webhook_not_found');
      return { status: 200, data: toWebhook(row) };
    },
  };
}

export function deleteWebhookRoute({ db }: WebhooksDeps): Route {
  return {
    ...{ method: 'delete', path: '/v1/webhooks/{id}', operationId: 'deleteWebhook', ...ROUTE },
    summary: 'Send no more events to a URL',
    description: 'Deliveries that are under way are given up, and their list goes with it.',
    params: ID,
    responses: { 200: { description: 'It is gone.', schema: successEnvelope(deletedSchema) } },
    errors: ['webhook_not_found'],
    async handle(request) {
      const id = webhookIdOf(request);
      const { owner } = principalOf(request);
      if (!(await db.webhooks.remove(owner, id))) throw new ServiceError('webhook_not_found');
      return { status: 200, data: toDeleted(owner, id) };
    },
  };
}

export function rotateWebhookSecretRoute({ db }: WebhooksDeps): Route {
  return {
    ...{ method: 'post', path: '/v1/webhooks/{id}/rotate-secret', operationId: 'rotateWebhookSecret', ...ROUTE },
    summary: 'Replace the secret of a webhook',
    description: 'For 24 hours messages are signed with both, the old one and the new one.',
    params: ID,
    responses: { 200: { description: 'With the new secret.', schema: successEnvelope(webhookWithSecretSchema) } },
    errors: ['webhook_not_found'],
    async handle(request) {
      const next = { secret: newSecret(), overlapHours: OVERLAP_HOURS };
      const row = await db.webhooks.rotate(principalOf(request).owner, webhookIdOf(request), next);
      if (row === null) throw new ServiceError('webhook_not_found');
      return { status: 200, data: withSecret(row) };
    },
  };
}

const withSecret = (row: WebhookRow) => ({ ...toWebhook(row), secret: row.secret });
