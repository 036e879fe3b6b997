import { listByOffset, type OffsetList, type OffsetOptions } from './lists.js';
import { idempotencyHeader, signalOf, type CreateOptions } from './options.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { ApiKey, ApiKeyWithSecret, CreateApiKey, RotateApiKey, UpdateApiKey } from './types.js';

const PATH = '/v1/keys';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** The keys of the account, live or test as the key that asks. */
export class Keys {
  constructor(private readonly transport: Transport) {}

  /** The answer shows the key once. It is null where this call was sent again: rotate the key then. */
  async create(body: CreateApiKey, options: CreateOptions = {}): Promise<ApiKeyWithSecret> {
    const headers = await idempotencyHeader(options);
    const call: Call = { method: 'POST', path: PATH, body, headers, ...signalOf(options) };
    return (await this.transport.send<ApiKeyWithSecret>(call)).data;
  }

  /** Latest first. */
  list(options: OffsetOptions = {}): OffsetList<ApiKey> {
    return listByOffset(this.transport, PATH, options);
  }

  async retrieve(id: string, options: CallOptions = {}): Promise<ApiKey> {
    const call: Call = { method: 'GET', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<ApiKey>(call)).data;
  }

  async update(id: string, body: UpdateApiKey, options: CallOptions = {}): Promise<ApiKey> {
    const call: Call = { method: 'PATCH', path: pathOf(id), body, ...signalOf(options) };
    return (await this.transport.send<ApiKey>(call)).data;
  }

  /** Ends the key on every gateway within a second; its record stays. */
  async revoke(id: string, options: CallOptions = {}): Promise<ApiKey> {
    const call: Call = { method: 'DELETE', path: pathOf(id), ...signalOf(options) };
    return (await this.transport.send<ApiKey>(call)).data;
  }

  /** A key with the same permissions; the old one keeps working during the overlap. */
  async rotate(id: string, body: RotateApiKey = {}, options: CreateOptions = {}): Promise<ApiKeyWithSecret> {
    const headers = await idempotencyHeader(options);
    const call: Call = { method: 'POST', path: `${pathOf(id)}/rotate`, body, headers, ...signalOf(options) };
    return (await this.transport.send<ApiKeyWithSecret>(call)).data;
  }
}
