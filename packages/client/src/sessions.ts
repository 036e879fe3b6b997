import { listByOffset, type OffsetList, type OffsetOptions, type Page } from './lists.js';
import { signalOf } from './options.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { DeletionReceipt, Pagination, Session } from './types.js';

export type ListSessionsOptions = OffsetOptions;
export type SessionPage = Page<Session, Pagination>;
/** Sessions, last used first. */
export type SessionList = OffsetList<Session>;

const PATH = '/v1/sessions';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

export class Sessions {
  constructor(private readonly transport: Transport) {}

  list(options: ListSessionsOptions = {}): SessionList {
    return listByOffset(this.transport, PATH, options);
  }

  /** One page. */
  page(options: ListSessionsOptions = {}): Promise<SessionPage> {
    return this.list(options).page();
  }

  async retrieve(id: string, options: CallOptions = {}): Promise<Session> {
    const call: Call = { method: 'GET', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<Session>(call)).data;
  }

  /** Erases everything of the session; keep the receipt, which is signed and given once. */
  async delete(id: string, options: CallOptions = {}): Promise<DeletionReceipt> {
    const call: Call = { method: 'DELETE', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<DeletionReceipt>(call)).data;
  }
}
