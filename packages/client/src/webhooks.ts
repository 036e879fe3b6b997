import { fromBase64 } from './base64.js';
import { WebhookVerificationError } from './errors.js';
import type { WebhookMessage } from './types.js';
import { webCrypto } from './web-crypto.js';

/** Headers as servers have them: `Headers`, or Node's `request.headers`. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A message of the service, distinguished by `type`. Messages newer than this client have another `type`: ignore them. */
export type WebhookEvent = WebhookMessage;

/** Webhooks older or newer than this are refused: a copy must not be played again later. The standard's value. */
const TOLERANCE_SEC = 300;
const PREFIX = 'whsec_';
const encoder = new TextEncoder();

/**
 * Checks a webhook by Standard Webhooks 1.0 and gives its event. `payload` must be the body as it came, not parsed JSON;
 * `secret` may be several while they are rotated. Remember `webhook-id` to drop repetitions.
 *
 * Throws: WebhookVerificationError.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
  toleranceSec = TOLERANCE_SEC,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A webhook header is missing.');
  checkAge(timestamp, toleranceSec);
  const body = typeof payload === 'string' ? payload : new TextDecoder().decode(payload);
  const signed = encoder.encode(`${id}.${timestamp}.${body}`);
  for (const one of [secret].flat()) if (await isSigned(signed, signatures, one)) return parseEvent(body);
  throw new WebhookVerificationError('No signature of the webhook fits.');
}

function checkAge(timestamp: string, toleranceSec: number): void {
  const ageSec = /^\d{1,12}$/.test(timestamp) ? Date.now() / 1000 - Number(timestamp) : NaN;
  if (Math.abs(ageSec) <= toleranceSec) return;
  throw new WebhookVerificationError('The timestamp of the webhook is missing, too old or in the future.');
}

/** `subtle.verify` compares in constant time. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  const raw = decode(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (raw === null || raw.length === 0) throw new WebhookVerificationError('The secret is not whsec_<base64>.');
  const { subtle } = await webCrypto();
  const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const part of signatures.split(' ')) {
    const signature = part.startsWith('v1,') ? decode(part.slice('v1,'.length)) : null;
    if (signature !== null && (await subtle.verify('HMAC', key, signature, signed))) return true;
  }
  return false;
}

function decode(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64(text);
  } catch {
    return null;
  }
}

function parseEvent(body: string): WebhookEvent {
  try {
    return JSON.parse(body);
  } catch {
    throw new WebhookVerificationError('The webhook is signed, but not JSON.');
  }
}

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : undefined;
}
