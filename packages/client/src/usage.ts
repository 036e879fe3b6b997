import { signalOf } from './options.js';
import type { CallOptions, Transport } from './transport.js';
import type { Usage as UsageRecord } from './types.js';

export interface UsageOptions extends CallOptions {
  /** First and last day, UTC, as `2026-11-21`; the service's own days where missing. */
  readonly from?: string;
  readonly to?: string;
  readonly groupBy?: UsageRecord['groupBy'];
}

export class Usage {
  constructor(private readonly transport: Transport) {}

  /** What the account used, in groups and in total; live or test as the key that asks. */
  async retrieve(options: UsageOptions = {}): Promise<UsageRecord> {
    const { from, to, groupBy } = options;
    const query = { from, to, groupBy };
    return (await this.transport.send<UsageRecord>({ method: 'GET', path: '/v1/usage', query, ...signalOf(options) }))
      .data;
  }
}
