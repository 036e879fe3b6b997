import { listByCursor, type CursorList, type CursorOptions } from './lists.js';
import { signalOf } from './options.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { RequestLog } from './types.js';

/** All that are named must hold. */
export interface ListRequestsOptions extends CursorOptions {
  /** HTTP status of the answer. */
  readonly status?: number;
  /** As the OpenAPI document writes it: `/v1/tryon/{id}`. */
  readonly route?: string;
}

const PATH = '/v1/requests';

/** What was asked of the service and what came of it; never bodies. Kept for a week. */
export class Requests {
  constructor(private readonly transport: Transport) {}

  /** Latest first; over all pages. */
  list(options: ListRequestsOptions = {}): CursorList<RequestLog> {
    const { status, route } = options;
    return listByCursor(this.transport, PATH, options, { status, route });
  }

  /** By the `Request-Id` of its answer, which errors have as `requestId`. */
  async retrieve(id: string, options: CallOptions = {}): Promise<RequestLog> {
    const call: Call = { method: 'GET', path: `${PATH}/${encodeURIComponent(id)}`, ...signalOf(options) };
    return (await this.transport.send<RequestLog>(call)).data;
  }
}
