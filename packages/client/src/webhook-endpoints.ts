import {
  createdQuery,
  listByCursor,
  listByOffset,
  type CreatedRange,
  type CursorList,
  type CursorOptions,
  type OffsetList,
  type OffsetOptions,
} from './lists.js';
import { idempotencyHeader, signalOf, type CreateOptions } from './options.js';
import type { Call, CallOptions, Query, Transport } from './transport.js';
import type { CreateWebhook, Deleted, UpdateWebhook, Webhook, WebhookDelivery, WebhookWithSecret } from './types.js';
import { verifyWebhook } from './webhooks.js';

/** All that are named must hold. */
export interface ListDeliveriesOptions extends CursorOptions {
  readonly status?: WebhookDelivery['status'];
  readonly eventType?: WebhookDelivery['event'];
  /** When it was put on record: from `gte` on, before `lt`. */
  readonly created?: CreatedRange;
}

export interface ListWebhookDeliveriesOptions extends ListDeliveriesOptions {
  readonly tryOnId?: string;
}

const PATH = '/v1/webhooks';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** Who is notified of events. */
export class Webhooks {
  readonly verify = verifyWebhook;

  constructor(private readonly transport: Transport) {}

  /** The answer shows the secret once. */
  async create(body: CreateWebhook, options: CreateOptions = {}): Promise<WebhookWithSecret> {
    const headers = await idempotencyHeader(options);
    const call: Call = { method: 'POST', path: PATH, body, headers, ...signalOf(options) };
    return (await this.transport.send<WebhookWithSecret>(call)).data;
  }

  list(options: OffsetOptions = {}): OffsetList<Webhook> {
    return listByOffset(this.transport, PATH, options);
  }

  async retrieve(id: string, options: CallOptions = {}): Promise<Webhook> {
    const call: Call = { method: 'GET', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<Webhook>(call)).data;
  }

  /** What is left out stays, the secret too. */
  async update(id: string, body: UpdateWebhook, options: CallOptions = {}): Promise<Webhook> {
    const call: Call = { method: 'PATCH', path: pathOf(id), body, ...signalOf(options) };
    return (await this.transport.send<Webhook>(call)).data;
  }

  /** Sends a signed `ping`, once, even where the webhook is not enabled. `deliveries` shows the response a moment later. */
  async ping(id: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    const call: Call = { method: 'POST', path: `${pathOf(id)}/ping`, ...signalOf(options) };
    return (await this.transport.send<WebhookDelivery>(call)).data;
  }

  /** With its deliveries. */
  async delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    const call: Call = { method: 'DELETE', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<Deleted>(call)).data;
  }

  /** A new secret; the old one signs alongside it for 24 hours. Not retried where the answer was lost: a second secret would replace the first. */
  async rotateSecret(id: string, options: CallOptions = {}): Promise<WebhookWithSecret> {
    const call: Call = { method: 'POST', path: `${pathOf(id)}/rotate-secret`, once: true, ...signalOf(options) };
    return (await this.transport.send<WebhookWithSecret>(call)).data;
  }

  /** What was sent, what came back, and when the next attempt is; latest first. */
  deliveries(id: string, options: ListWebhookDeliveriesOptions = {}): CursorList<WebhookDelivery> {
    const filters = { ...deliveryFilters(options), tryOnId: options.tryOnId };
    return listByCursor(this.transport, `${pathOf(id)}/deliveries`, options, filters);
  }

  /** Sends it again, under the same id. */
  async redeliver(id: string, deliveryId: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    const path = `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`;
    const call: Call = { method: 'POST', path, ...signalOf(options) };
    return (await this.transport.send<WebhookDelivery>(call)).data;
  }
}

export function deliveryFilters({ status, eventType, created }: ListDeliveriesOptions): Query {
  return { status, eventType, ...createdQuery(created) };
}
