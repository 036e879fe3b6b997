import { photoToBase64, type Photo } from './base64.js';
import { ConflictError, DrapeConnectionError, DrapeTimeoutError, TryOnFailedError, type ErrorCode } from './errors.js';
import { withProductImage, type CreateBatchInput, type CreateTryOnInput } from './inputs.js';
import { createdQuery, listByCursor, type CreatedRange, type CursorList, type CursorOptions } from './lists.js';
import { idempotencyHeader, signalOf, type CreateOptions } from './options.js';
import { pause } from './pause.js';
import { retryDelay } from './retry.js';
import { readServerSentEvents } from './server-sent-events.js';
import type { Call, CallOptions, Query, Transport } from './transport.js';
import { deliveryFilters, type ListDeliveriesOptions } from './webhook-endpoints.js';
import type { Batch, Deleted, TryOn, TryOnStreamEvent, WebhookDelivery } from './types.js';

export interface CreateTryOnOptions extends CreateOptions {
  /** Seconds to wait for the picture, at most 60; without it the service waits 1.8 seconds. */
  readonly wait?: number;
  /** Seconds after which the try-on is given up and `expired`. */
  readonly cancelAfter?: number;
}

export interface RetrieveTryOnOptions extends CallOptions {
  /** Seconds to wait for the end, at most 60. */
  readonly wait?: number;
}

export interface WaitForOptions extends CallOptions {
  /** Default 300,000. */
  readonly timeoutMs?: number;
}

/** All that are named must hold. */
export interface ListTryOnsOptions extends CursorOptions {
  readonly status?: TryOn['status'];
  readonly sessionId?: string;
  readonly batchId?: string;
  /** Our id of the product, or the shop's own. */
  readonly productId?: string;
  readonly category?: NonNullable<TryOn['productCategory']>;
  readonly quality?: NonNullable<TryOn['quality']>['level'];
  /** Why it failed. */
  readonly errorCode?: ErrorCode;
  /** When it was made: from `gte` on, before `lt`. */
  readonly created?: CreatedRange;
  /** Notes of yours and their values; at most three. */
  readonly metadata?: Readonly<Record<string, string>>;
}

type Named<E extends TryOnStreamEvent> = E extends unknown
  ? { readonly type: E['event']; readonly data: E['data'] }
  : never;
/** What happens to a try-on; the last event is named after the final status and holds the record. */
export type TryOnEvent = Named<TryOnStreamEvent>;

/** Long enough to ask rarely, short enough for proxies that cut at 30 seconds. */
const POLL_SEC = 20;
const WAIT_MS = 300_000;
/** An answer before the long poll's time comes from a gateway that shuts down; it must not be asked in a tight loop. */
const SOONEST_MS = 500;
/** A stream on which nothing happens shows every 15 seconds that it lives. */
const HEARTBEAT_MS = 15_000;

export const isEnded = ({ status }: Pick<TryOn, 'status'>): boolean => status !== 'queued' && status !== 'processing';
const PATH = '/v1/tryon';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
const prefer = (wait: number | undefined) => (wait === undefined ? {} : { Prefer: `wait=${Math.floor(wait)}` });

export class TryOns {
  constructor(private readonly transport: Transport) {}

  /**
   * Creates a try-on and returns its state after a moment: completed, failed, or still queued or processing.
   * Throws: DrapeError where the request is refused; a try-on that fails is an answer with status `failed`.
   */
  async create(input: CreateTryOnInput, options: CreateTryOnOptions = {}): Promise<TryOn> {
    const { products } = input;
    const shown = products && { products: await Promise.all(products.map(withProductImage)) };
    const body = { ...(await withProductImage(input)), ...shown };
    return (await this.transport.send<TryOn>(await this.creation(PATH, body, options))).data;
  }

  /**
   * Tries 1 to 20 products on with one photo. Each item is accepted with its try-on in its current state, or rejected with its error;
   * `waitFor` waits for one of them, `list({ batchId })` shows all.
   */
  async createBatch(input: CreateBatchInput, options: CreateTryOnOptions = {}): Promise<Batch> {
    const body = { ...input, products: await Promise.all(input.products.map(withProductImage)) };
    return (await this.transport.send<Batch>(await this.creation(`${PATH}/batch`, body, options))).data;
  }

  private async creation(
    path: string,
    input: { readonly userPhoto: Photo },
    options: CreateTryOnOptions,
  ): Promise<Call> {
    const { wait, cancelAfter } = options;
    const { sessionId } = this.transport;
    return {
      method: 'POST',
      path,
      body: {
        ...(sessionId === undefined ? {} : { sessionId }),
        ...input,
        userPhoto: await photoToBase64(input.userPhoto),
      },
      headers: {
        ...(await idempotencyHeader(options)),
        ...prefer(wait),
        ...(cancelAfter === undefined ? {} : { 'Cancel-After': String(cancelAfter) }),
      },
      extraMs: (wait ?? 0) * 1000,
      ...signalOf(options),
    };
  }

  /** Latest first; over all pages. */
  list(options: ListTryOnsOptions = {}): CursorList<TryOn> {
    return listByCursor(this.transport, PATH, options, toFilters(options));
  }

  /** `create`, then `waitFor`. */
  async createAndWait(input: CreateTryOnInput, options: CreateTryOnOptions & WaitForOptions = {}): Promise<TryOn> {
    const tryOn = await this.create(input, options);
    return isEnded(tryOn) ? completed(tryOn) : this.waitFor(tryOn.id, options);
  }

  /**
   * Waits until the try-on is completed.
   * Throws: TryOnFailedError where it ends otherwise, DrapeTimeoutError where it has not ended in time; the try-on continues.
   */
  async waitFor(id: string, options: WaitForOptions = {}): Promise<TryOn> {
    const { timeoutMs = WAIT_MS } = options;
    const until = Date.now() + timeoutMs;
    for (;;) {
      const askedAt = Date.now();
      const wait = Math.max(0, Math.min(POLL_SEC, Math.ceil((until - askedAt) / 1000)));
      const tryOn = await this.retrieve(id, { ...signalOf(options), wait });
      if (isEnded(tryOn)) return completed(tryOn);
      if (Date.now() >= until) {
        const message = `The try-on ${id} is still ${tryOn.status} after ${timeoutMs} ms.`;
        throw new DrapeTimeoutError({ code: 'timeout', message, retryable: true });
      }
      await pause(Math.max(0, askedAt + SOONEST_MS - Date.now()), options.signal);
    }
  }

  async retrieve(id: string, options: RetrieveTryOnOptions = {}): Promise<TryOn> {
    const { wait } = options;
    const call: Call = { method: 'GET', path: pathOf(id), headers: prefer(wait), extraMs: (wait ?? 0) * 1000 };
    return (await this.transport.send<TryOn>({ ...call, ...signalOf(options) })).data;
  }

  /** Stops an unfinished try-on. Throws: ConflictError where it has ended. */
  async cancel(id: string, options: CallOptions = {}): Promise<TryOn> {
    const call: Call = { method: 'POST', path: `${pathOf(id)}/cancel`, ...signalOf(options) };
    return (await this.transport.send<TryOn>(call)).data;
  }

  /** Erases photo, picture and record. Where an answer was lost, the retry throws NotFoundError: the try-on is gone. */
  async delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    const call: Call = { method: 'DELETE', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<Deleted>(call)).data;
  }

  /** A freshly signed URL of the picture. Throws: ConflictError where there is none, NotFoundError past its retention. */
  async imageUrl(id: string, options: CallOptions = {}): Promise<string> {
    const call: Call = { method: 'GET', path: `${pathOf(id)}/image`, ...signalOf(options) };
    const { response, close } = await this.transport.open(call);
    close();
    // Pages may not see where a redirect leads; the record holds the same URL.
    const url = response.headers.get('Location') ?? (await this.retrieve(id, options)).resultImageUrl;
    if (url !== null) return url;
    throw new ConflictError({ code: 'tryon_has_no_picture', message: `The try-on ${id} has no picture.` });
  }

  /** What was sent about the try-on, to the webhooks and to its own webhookUrl; latest first. */
  deliveries(id: string, options: ListDeliveriesOptions = {}): CursorList<WebhookDelivery> {
    return listByCursor(this.transport, `${pathOf(id)}/deliveries`, options, deliveryFilters(options));
  }

  /** Sends it again, under the same id. */
  async redeliver(id: string, deliveryId: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    const path = `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`;
    return (await this.transport.send<WebhookDelivery>({ method: 'POST', path, ...signalOf(options) })).data;
  }

  /** Follows a try-on to its end; a stream that breaks off is opened again. */
  async *events(id: string, options: CallOptions = {}): AsyncGenerator<TryOnEvent, void, void> {
    for (let failures = 0; ;) {
      try {
        for await (const event of this.stream(id, options)) {
          failures = 0;
          yield event;
          if (event.type !== 'progress') return;
        }
      } catch (error) {
        if (!(error instanceof DrapeConnectionError) || failures >= this.transport.maxRetries) throw error;
      }
      await pause(SOONEST_MS + retryDelay(failures, null), options.signal);
      failures += 1;
    }
  }

  private async *stream(id: string, options: CallOptions): AsyncGenerator<TryOnEvent, void, void> {
    const headers = { Accept: 'text/event-stream' };
    const call: Call = {
      method: 'GET',
      path: `${pathOf(id)}/events`,
      headers,
      extraMs: HEARTBEAT_MS,
      ...signalOf(options),
    };
    const { response, alive, close, explain } = await this.transport.open(call);
    try {
      if (response.body === null) return;
      for await (const { name, data } of readServerSentEvents(response.body, alive)) {
        yield { type: name, data: JSON.parse(data) } as TryOnEvent;
      }
    } catch (cause) {
      throw explain(cause);
    } finally {
      close();
    }
  }
}

function toFilters({ created, metadata = {}, ...options }: ListTryOnsOptions): Query {
  const { status, sessionId, batchId, productId, category, quality, errorCode } = options;
  const notes = Object.entries(metadata).map(([name, value]): [string, string] => [`metadata[${name}]`, value]);
  return {
    status,
    sessionId,
    batchId,
    productId,
    category,
    quality,
    errorCode,
    ...createdQuery(created),
    ...Object.fromEntries(notes),
  };
}

function completed(tryOn: TryOn): TryOn {
  if (tryOn.status === 'completed') return tryOn;
  throw new TryOnFailedError(tryOn);
}
