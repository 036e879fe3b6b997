import type { Call, CallOptions, Transport } from './transport.js';
import type { DeletionReceipt, Pagination, Session } from './types.js';

export interface ListSessionsOptions extends CallOptions {
  /** Sessions a page, 1–100; default 10 for `page`, 100 when iterating. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface SessionPage {
  readonly data: readonly Session[];
  readonly pagination: Pagination;
}

/** Sessions, last used first: `for await` gives one after the other, `pages()` a page at a time, `page()` the first page. */
export interface SessionList extends AsyncIterable<Session> {
  readonly page: () => Promise<SessionPage>;
  readonly pages: () => AsyncGenerator<SessionPage, void, void>;
}

const PAGE = 100;
const pathOf = (id: string) => `/v1/sessions/${encodeURIComponent(id)}`;
const signalOf = ({ signal }: CallOptions) => (signal === undefined ? {} : { signal });

export class Sessions {
  constructor(private readonly transport: Transport) {}

  list(options: ListSessionsOptions = {}): SessionList {
    const pages = () => this.pages(options);
    return { page: () => this.page(options), pages, [Symbol.asyncIterator]: () => each(pages()) };
  }

  /** One page. */
  async page(options: ListSessionsOptions = {}): Promise<SessionPage> {
    const { limit, offset } = options;
    const call: Call = { method: 'GET', path: '/v1/sessions', query: { limit, offset }, ...signalOf(options) };
    const { data, pagination } = await this.transport.send<Session[]>(call);
    return { data, pagination: pagination ?? { limit: data.length, offset: 0, total: data.length, hasMore: false } };
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

  private async *pages(options: ListSessionsOptions): AsyncGenerator<SessionPage, void, void> {
    const { limit = PAGE } = options;
    for (let offset = options.offset ?? 0; ; offset += limit) {
      const page = await this.page({ ...options, limit, offset });
      yield page;
      if (!page.pagination.hasMore) return;
    }
  }
}

/** A session that is used meanwhile moves to the front and pushes others onto the next page: each is given once. */
async function* each(pages: AsyncIterable<SessionPage>): AsyncGenerator<Session, void, void> {
  const seen = new Set<string>();
  for await (const { data } of pages) {
    for (const session of data) {
      if (!seen.has(session.id)) yield session;
      seen.add(session.id);
    }
  }
}
