import type { RouteDoc } from '@drape/contracts';
import type { Principal } from '../context';
import type { Preference } from '../prefer';
import type { Answer, Document } from '../respond';

/** A request as a handler sees it: who, what, and nothing of Express. */
export interface ApiRequest {
  readonly requestId: string;
  /** null on public routes only. */
  readonly principal: Principal | null;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Parsed JSON that nobody has looked at yet. */
  readonly body: unknown;
  readonly preference: Preference;
}

/** One line of the route table: what the document says, and who does it. */
export interface Route extends RouteDoc {
  readonly handle: (request: ApiRequest) => Promise<Answer | Document>;
}

/** The principal of a route that has a scope; the pipeline has let nobody else through. */
export function principalOf(request: ApiRequest): Principal {
  if (request.principal === null) throw new Error('a route with a scope was reached without a principal');
  return request.principal;
}
