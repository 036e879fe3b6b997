import { photoToBase64, type Photo } from './base64.js';
import { ConflictError, DrapeConnectionError, DrapeTimeoutError, TryOnFailedError } from './errors.js';
import { pause } from './pause.js';
import { retryDelay } from './retry.js';
import { readServerSentEvents } from './server-sent-events.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { CreateTryOn, Deleted, TryOn } from './types.js';
import { randomKey } from './web-crypto.js';

export type CreateTryOnInput = Omit<CreateTryOn, 'userPhoto'> & { readonly userPhoto: Photo };

export interface CreateOptions extends CallOptions {
  /** Names the call, so that it is done once however often it is sent. Made where missing, and kept over retries. */
  readonly idempotencyKey?: string;
}

export interface CreateTryOnOptions extends CreateOptions {
  /** Seconds to wait for the picture at most; the service waits 1.8 seconds at most when creating. */
  readonly wait?: number;
  /** Seconds after which the try-on is given up and `expired`. */
  readonly cancelAfter?: number;
}

export interface RetrieveTryOnOptions extends CallOptions {
  /** Seconds to wait for the end, at most 30. */
  readonly wait?: number;
}

export interface WaitForOptions extends CallOptions {
  /** Default 300,000. */
  readonly timeoutMs?: number;
}

export type TryOnProgress = Pick<TryOn, 'id' | 'status' | 'stage' | 'progress' | 'queuePosition'>;
export type EndStatus = Exclude<TryOn['status'], 'queued' | 'processing'>;
/** What happens to a try-on; the last event is named after the final status and holds the record. */
export type TryOnEvent =
  { readonly type: 'progress'; readonly data: TryOnProgress } | { readonly type: EndStatus; readonly data: TryOn };

/** Long enough to ask rarely, short enough for proxies that cut at 30 seconds. */
const POLL_SEC = 20;
const WAIT_MS = 300_000;
/** An answer before the long poll's time comes from a gateway that shuts down; it must not be asked in a tight loop. */
const SOONEST_MS = 500;
/** A stream on which nothing happens shows every 15 seconds that it lives. */
const HEARTBEAT_MS = 15_000;

export const isEnded = ({ status }: Pick<TryOn, 'status'>): boolean => status !== 'queued' && status !== 'processing';
const pathOf = (id: string) => `/v1/tryon/${encodeURIComponent(id)}`;
const prefer = (wait: number | undefined) => (wait === undefined ? {} : { Prefer: `wait=${Math.floor(wait)}` });
const signalOf = ({ signal }: CallOptions) => (signal === undefined ? {} : { signal });

export class TryOns {
  constructor(private readonly transport: Transport) {}

  /**
   * Creates a try-on and answers it as it stands after a moment: completed, failed, or still queued or processing.
   * Throws: DrapeError where the request is refused; a try-on that fails is an answer with status `failed`.
   */
  async create(input: CreateTryOnInput, options: CreateTryOnOptions = {}): Promise<TryOn> {
    const { idempotencyKey = await randomKey(), wait, cancelAfter } = options;
    const { data } = await this.transport.send<TryOn>({
      ...{ method: 'POST', path: '/v1/tryon', ...signalOf(options) },
      body: { ...input, userPhoto: await photoToBase64(input.userPhoto) },
      headers: {
        'Idempotency-Key': idempotencyKey,
        ...prefer(wait),
        ...(cancelAfter === undefined ? {} : { 'Cancel-After': String(cancelAfter) }),
      },
    });
    return data;
  }

  /** `create`, then `waitFor`. */
  async createAndWait(input: CreateTryOnInput, options: CreateTryOnOptions & WaitForOptions = {}): Promise<TryOn> {
    const tryOn = await this.create(input, options);
    return isEnded(tryOn) ? completed(tryOn) : this.waitFor(tryOn.id, options);
  }

  /**
   * Waits until the try-on is completed.
   * Throws: TryOnFailedError where it ends otherwise, DrapeTimeoutError where it has not ended in time; it goes on then.
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

  /** Erases photo, picture and record. Where an answer was lost on the way, the retry throws NotFoundError: it is gone. */
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
    throw new ConflictError({ code: 'tryon_not_completed', message: `The try-on ${id} has no picture.` });
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

function completed(tryOn: TryOn): TryOn {
  if (tryOn.status === 'completed') return tryOn;
  throw new TryOnFailedError(tryOn);
}
