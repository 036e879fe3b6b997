import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

export interface Message {
  readonly id: string;
  readonly timestampSec: number;
  readonly body: string;
}

/** The headers of Standard Webhooks 1.0: one signature per secret, HMAC-SHA256 over `id.timestamp.body`. */
export function signMessage({ id, timestampSec, body }: Message, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestampSec}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSec),
    'webhook-signature': signatures.join(' '),
  };
}
