import { eventsOf } from './events';
import { uuid } from './uuid';

/** What a picture says of a product that it shows. */
export interface Worn {
  readonly advice: readonly { readonly code: string; readonly about: string; readonly text: string }[];
  readonly fit: {
    readonly size: { readonly recommended: string | null; readonly window: readonly string[] } | null;
  } | null;
}

/** What the widget reads of a try-on; the whole record stands in the API's reference. */
export interface TryOn extends Worn {
  readonly id: string;
  readonly status: 'queued' | 'processing' | 'completed' | 'failed' | 'canceled' | 'expired';
  readonly stage: string | null;
  readonly progress: number;
  readonly queuePosition: number | null;
  readonly sessionId: string;
  readonly resultImageUrl: string | null;
  readonly recommendations: readonly string[];
  readonly productCategory: string | null;
  readonly fitScore: number | null;
  readonly warnings: readonly { readonly message: string }[];
  readonly timings: { readonly renderMs: number | null } | null;
  /** Of several products; null for a single one. */
  readonly look: { readonly products: readonly Worn[] } | null;
  readonly quality: {
    readonly level: string;
    readonly reasons: readonly { readonly message: string; readonly about: string }[];
  } | null;
  readonly image: { readonly width: number; readonly height: number; readonly format: string } | null;
  readonly error: ApiProblem | null;
}

export interface ApiProblem {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly needed?: readonly string[];
}

export interface PhotoCheck {
  readonly usable: boolean | null;
  readonly problems: readonly { readonly code: string; readonly needed: readonly string[] }[];
  readonly warnings: readonly { readonly code: string }[];
}

/** The service refused, or could not be reached (`code` is `offline`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export interface ApiOptions {
  /** Address of the service, without a slash at the end. */
  readonly base: string;
  /** A publishable key or a client token; asked again when a token is over. */
  readonly credential: (again: boolean) => Promise<string>;
  readonly language: string;
  /** Told when the connection is lost, and when it is back. */
  readonly onConnection: (isThere: boolean) => void;
}

const TRIES = 6;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Proxies and phones cut silent connections; a long poll ends before. */
const POLL_SEC = 10;
const ANSWER_MS = 30_000;

/** The shopper's session with a publishable key: the first answer names it, and all later requests of the page repeat it. */
const sessions = new Map<string, string>();

export interface Api {
  checkPhoto(body: object, signal: AbortSignal): Promise<PhotoCheck>;
  measure(body: object, signal: AbortSignal): Promise<void>;
  /** Creates and follows a try-on until it has ended. `onProgress` hears of every step. */
  tryOn(body: object, signal: AbortSignal, onProgress: (tryOn: TryOn) => void): Promise<TryOn>;
  /** Creates several with one photo; resolves with each item's try-on, or why it was refused. */
  batch(body: object, signal: AbortSignal): Promise<readonly BatchItem[]>;
  /** Follows a try-on that was made before. */
  follow(tryOn: TryOn, signal: AbortSignal, onProgress: (tryOn: TryOn) => void): Promise<TryOn>;
  cancel(id: string): Promise<void>;
}

export interface BatchItem {
  readonly id: string | null;
  readonly tryOn: TryOn | null;
  readonly error: ApiProblem | null;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

interface Envelope<T> {
  readonly data?: T;
  readonly error?: ApiProblem;
}

export function createApi(options: ApiOptions): Api {
  const sender = createSender(options);
  const { open, send, remember } = sender;
  return {
    async checkPhoto(body, signal) {
      const { data } = await send<PhotoCheck>({ method: 'POST', path: '/v1/photos/check', body, signal });
      return data ?? { usable: null, problems: [], warnings: [] };
    },
    async measure(body, signal) {
      const headers = { 'Idempotency-Key': uuid() };
      const { data } = await send<{ sessionId: string }>({
        method: 'POST',
        path: '/v1/measurements',
        body,
        headers,
        signal,
      });
      remember(data?.sessionId);
    },
    async tryOn(body, signal, onProgress) {
      const headers = { 'Idempotency-Key': uuid() };
      const { data } = await send<TryOn>({ method: 'POST', path: '/v1/tryon', body, headers, signal });
      if (data === undefined) throw new ApiError('internal_error', 'The answer has no try-on.', 200);
      remember(data.sessionId);
      return follow(sender, data, signal, onProgress);
    },
    async batch(body, signal) {
      const headers = { 'Idempotency-Key': uuid() };
      type Answer = { readonly sessionId?: string; readonly items: readonly BatchItem[] };
      const { data } = await send<Answer>({ method: 'POST', path: '/v1/tryon/batch', body, headers, signal });
      remember(data?.sessionId ?? data?.items.find(({ tryOn }) => tryOn !== null)?.tryOn?.sessionId);
      return data?.items ?? [];
    },
    follow: (first, signal, onProgress) => follow(sender, first, signal, onProgress),
    async cancel(id) {
      await open({ method: 'POST', path: `${pathOf(id)}/cancel`, signal: AbortSignal.timeout(ANSWER_MS) });
    },
  };
}

/** Sends requests with the shopper's credential and session. */
interface Sender {
  /** One request; `again` asks for a new credential. Throws where there is no connection. */
  readonly open: (call: Call, again?: boolean) => Promise<Response>;
  /** Sends until there is an answer: again after lost connections, 429 and 5xx, and once with a new token. */
  readonly send: <T>(call: Call) => Promise<Envelope<T>>;
  /** The session that the next requests belong to. */
  readonly remember: (sessionId: string | undefined) => void;
}

function createSender({ base, credential, language, onConnection }: ApiOptions): Sender {
  let lastCredential = '';

  async function open({ method, path, body, headers = {}, signal }: Call, again = false): Promise<Response> {
    const key = await credential(again);
    lastCredential = key;
    const session = sessions.get(key);
    // What creates names the session in its body, what reads in a header.
    const sent = body !== undefined && session !== undefined ? { sessionId: session, ...body } : body;
    return fetch(base + path, {
      method,
      signal,
      credentials: 'omit',
      referrerPolicy: 'strict-origin-when-cross-origin',
      headers: {
        Authorization: `Bearer ${key}`,
        'Accept-Language': language,
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(method === 'GET' && session !== undefined ? { 'X-Drape-Session': session } : {}),
        ...headers,
      },
      body: sent === undefined ? null : JSON.stringify(sent),
    });
  }

  async function send<T>(call: Call): Promise<Envelope<T>> {
    let isFresh = false;
    for (let tries = 1; ; tries++) {
      let response: Response;
      try {
        const own = AbortSignal.timeout(ANSWER_MS);
        response = await open({ ...call, signal: either(call.signal, own) }, isFresh);
      } catch (error) {
        if (call.signal.aborted) throw error;
        onConnection(false);
        if (tries === TRIES) throw new ApiError('offline', 'The service could not be reached.', 0);
        await pause(delay(tries), call.signal);
        continue;
      }
      onConnection(true);
      if (response.status === 401 && !isFresh) {
        isFresh = true;
        continue;
      }
      const envelope = (await response.json().catch(() => ({}))) as Envelope<T>;
      if (response.ok) return envelope;
      const { code = 'internal_error', message = '', retryable = false } = envelope.error ?? {};
      if (!retryable || tries === TRIES) throw new ApiError(code, message, response.status);
      await pause(Math.max(delay(tries), Number(response.headers.get('Retry-After') ?? 0) * 1000), call.signal);
    }
  }

  function remember(sessionId: string | undefined): void {
    if (sessionId !== undefined) sessions.set(lastCredential, sessionId);
  }

  return { open, send, remember };
}

async function follow(
  sender: Sender,
  first: TryOn,
  signal: AbortSignal,
  onProgress: (tryOn: TryOn) => void,
): Promise<TryOn> {
  let tryOn = first;
  onProgress(tryOn);
  if (!hasEnded(tryOn)) {
    const last = await stream(sender, first, signal, onProgress).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
    if (last !== null) return last;
  }
  while (!hasEnded(tryOn)) {
    const headers = { Prefer: `wait=${POLL_SEC}` };
    const { data } = await sender.send<TryOn>({ method: 'GET', path: pathOf(tryOn.id), headers, signal });
    if (data !== undefined) tryOn = data;
    onProgress(tryOn);
  }
  return tryOn;
}

/** By server-sent events; null where the stream breaks off, as some proxies make it do. */
async function stream(
  sender: Sender,
  first: TryOn,
  signal: AbortSignal,
  onProgress: (tryOn: TryOn) => void,
): Promise<TryOn | null> {
  const response = await sender.open({ method: 'GET', path: `${pathOf(first.id)}/events`, signal });
  if (!response.ok || response.body === null) return null;
  for await (const { name, data } of eventsOf(response.body)) {
    const told = JSON.parse(data) as TryOn;
    if (name === 'progress') onProgress({ ...first, ...told });
    else return told;
  }
  return null;
}

const pathOf = (id: string): string => `/v1/tryon/${encodeURIComponent(id)}`;

export const hasEnded = ({ status }: Pick<TryOn, 'status'>): boolean => status !== 'queued' && status !== 'processing';

/** Longer and longer, with jitter: many pages lose the same connection at once. */
function delay(tries: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.75 + Math.random() / 2);
}

/** Aborts with the first of the two. */
function either(a: AbortSignal, b: AbortSignal): AbortSignal {
  const both = new AbortController();
  for (const signal of [a, b]) {
    if (signal.aborted) both.abort(signal.reason);
    signal.addEventListener('abort', () => both.abort(signal.reason), { once: true });
  }
  return both.signal;
}

/** Ends early when the browser says that it is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done, { once: true });
    signal.addEventListener('abort', done, { once: true });
  });
}
