import { errorCodesOf, type RouteDoc } from './route-doc';

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;

/** Every header that answers may carry, besides those of HTTP itself that frame the body. */
export const RESPONSE_HEADERS = {
  'Request-Id': { description: 'Names the request in our logs.', schema: text },
  'X-Client-Request-Id': { description: 'The client’s own name of the request, where it sent one.', schema: text },
  'Drape-Version': {
    description: 'The version of the API that this answer has: the one asked for, else the account’s.',
    schema: text,
  },
  'Server-Timing': {
    description: '`auth`, `queue`, `render`, `store` where they occurred, and `total`, in milliseconds.',
    schema: text,
  },
  'Cache-Control': { description: 'Answers are not to be stored; the files of the reference are.', schema: text },
  'X-RateLimit-Limit': { description: 'Requests in a rolling hour.', schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests left.', schema: integer },
  'X-RateLimit-Reset': { description: 'When the next unit becomes available, Unix seconds.', schema: integer },
  'RateLimit-Policy': { description: 'RFC draft: `"hour";q=100;w=3600`.', schema: text },
  RateLimit: { description: 'RFC draft: `"hour";r=73;t=412`.', schema: text },
  Vary: { description: 'Which headers of the request the answer depends on.', schema: text },
  'Access-Control-Allow-Origin': { description: 'The origin of the page that may read the answer.', schema: text },
  'Access-Control-Expose-Headers': { description: 'Which of these headers the page may read.', schema: text },
  'WWW-Authenticate': { description: 'How to send a key.', schema: text },
  'Retry-After': { description: 'Seconds after which asking again is worth it.', schema: integer },
  ETag: { description: 'Names this state of the record, for `If-None-Match`.', schema: text },
  Link: { description: '`rel="next"`: the next page; missing on the last one.', schema: text },
  Location: { description: 'Where the resource of the answer is.', schema: text },
  'Content-Language': { description: 'Of the texts that are made for people.', schema: text },
  'Idempotent-Replayed': {
    description: '`true`: the request was answered before, and nothing was made.',
    schema: text,
  },
  'Preference-Applied': { description: 'What of `Prefer` was done.', schema: text },
  'X-Drape-Cache': {
    description: '`hit`: the picture was made for an earlier try-on of the account; else `miss`.',
    schema: { type: 'string', enum: ['hit', 'miss'] },
  },
  'X-Concurrency-Limit': { description: 'How many try-ons the account may have unfinished.', schema: integer },
  'X-Concurrency-Remaining': { description: 'How many more it may begin now.', schema: integer },
  Deprecation: { description: 'Since when the operation is to go (RFC 9745).', schema: text },
  Sunset: { description: 'When it is gone (RFC 8594).', schema: text },
  'Content-Security-Policy': { description: 'What the page may load.', schema: text },
  'X-Content-Type-Options': { description: '`nosniff`.', schema: text },
  'Referrer-Policy': { description: '`no-referrer`.', schema: text },
  'Set-Cookie': { description: 'The dashboard’s cookie.', schema: text },
  'X-Accel-Buffering': { description: '`no`: proxies pass each event on at once.', schema: text },
} as const;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** What every answer may carry, whatever became of the request. */
const EVERY_ANSWER: readonly ResponseHeader[] = [
  'Request-Id',
  'X-Client-Request-Id',
  'Drape-Version',
  'Server-Timing',
  'Cache-Control',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Vary',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
];
const CONCURRENCY: readonly ResponseHeader[] = ['X-Concurrency-Limit', 'X-Concurrency-Remaining'];
/** Statuses of errors that may be over after a moment. */
const WORTH_WAITING: readonly number[] = [409, 429, 503];

/** Envelopes that are read carry an ETag. */
export function isTagged({ method, responses }: RouteDoc): boolean {
  const read = method === 'get' ? responses[200] : undefined;
  return read !== undefined && (read.contentType === undefined || read.json !== undefined);
}

/** The headers that an answer of a route may carry: those of every answer, those of its kind, and those that the route names. */
export function headersOf(route: RouteDoc, status: number): ResponseHeader[] {
  const isCapped = errorCodesOf(route).includes('too_many_in_flight');
  return [
    ...EVERY_ANSWER,
    ...(route.deprecated === undefined ? [] : (['Deprecation', 'Sunset'] as const)),
    ...(isCapped && (status < 400 || status === 429) ? CONCURRENCY : []),
    ...(status < 400 ? headersOfSuccess(route) : headersOfError(status)),
    ...(route.responses[status]?.sends ?? []),
  ];
}

function headersOfSuccess(route: RouteDoc): ResponseHeader[] {
  const { headers = {}, query = {}, sends = [] } = route;
  return [
    ...(isTagged(route) ? (['ETag'] as const) : []),
    ...('limit' in query ? (['Link'] as const) : []),
    ...('Accept-Language' in headers ? (['Content-Language'] as const) : []),
    ...('Idempotency-Key' in headers ? (['Idempotent-Replayed'] as const) : []),
    ...sends,
  ];
}

function headersOfError(status: number): ResponseHeader[] {
  return [
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(WORTH_WAITING.includes(status) ? (['Retry-After'] as const) : []),
  ];
}
