import { signalOf } from './options.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { ClientToken, CreateClientToken } from './types.js';

export class ClientTokens {
  constructor(private readonly transport: Transport) {}

  /** What a shop's backend hands to a page for one shopper; there it is the `apiKey`. Erasing the session ends it. */
  async create(body: CreateClientToken = {}, options: CallOptions = {}): Promise<ClientToken> {
    const call: Call = { method: 'POST', path: '/v1/client-tokens', body, ...signalOf(options) };
    return (await this.transport.send<ClientToken>(call)).data;
  }
}
