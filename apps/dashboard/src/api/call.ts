import type { CursorPagination, DeliveryPagination, ErrorBody, Pagination } from '@drape/client';
import { currentMode } from '../state/mode';

/** Names and values of a query; what is undefined or empty is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Query;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: { readonly contentType: string; readonly content: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type AnyPagination = Partial<Pagination & CursorPagination & DeliveryPagination>;

export interface Reply<T> {
  readonly data: T;
  readonly pagination: AnyPagination;
  /** Of a try-on that failed: the request was right. */
  readonly error: ErrorBody | null;
  readonly requestId: string;
}

/** What the API refused, in its own words. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestId: string | null,
    readonly param: string | null,
    readonly docUrl: string | null,
  ) {
    super(message);
  }
}

interface Envelope<T> {
  readonly success: boolean;
  readonly data?: T;
  readonly pagination?: AnyPagination;
  readonly error?: ErrorBody;
  readonly requestId?: string;
}

/** Asks the public API as the signed-in member, in the mode that the page shows. Throws: ApiFailure. */
export async function call<T>(
  path: string,
  { method = 'GET', query = {}, body, text, headers, signal }: Call = {},
): Promise<Reply<T>> {
  const response = await fetch(path + toSearch(query), {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      'Drape-Mode': currentMode(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(text === undefined ? {} : { 'Content-Type': text.contentType }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(text === undefined ? {} : { body: text.content }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause;
    throw new ApiFailure(0, 'unreachable', 'The service did not answer.', null, null, null);
  });
  const envelope = (await response.json().catch(() => ({ success: false }))) as Envelope<T>;
  const { data, error = null, pagination = {}, requestId = '' } = envelope;
  if (data !== undefined && response.status < 400) {
    return {
      data,
      pagination,
      error,
      requestId,
    };
  }
  throw new ApiFailure(
    response.status,
    error?.code ?? 'unknown',
    error?.message ?? `The service answered ${response.status}.`,
    requestId === '' ? response.headers.get('request-id') : requestId,
    error?.param ?? null,
    error?.docUrl ?? null,
  );
}

/** The data alone. */
export async function read<T>(path: string, options?: Call): Promise<T> {
  return (await call<T>(path, options)).data;
}

function toSearch(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
