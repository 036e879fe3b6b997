import type { CallOptions } from './transport.js';
import { randomKey } from './web-crypto.js';

export interface CreateOptions extends CallOptions {
  /** Names the call, so that it is done once however often it is sent. Made where missing, and kept over retries. */
  readonly idempotencyKey?: string;
}

export const signalOf = ({ signal }: CallOptions) => (signal === undefined ? {} : { signal });

export async function idempotencyHeader({ idempotencyKey }: CreateOptions): Promise<Record<string, string>> {
  return { 'Idempotency-Key': idempotencyKey ?? (await randomKey()) };
}
