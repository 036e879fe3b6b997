import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_ENVS, KEY_KINDS, type KeyEnv, type KeyKind } from '@drape/contracts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 26 digits of base 62 hold 154 bits: enough that a plain SHA-256 of the key cannot be searched. */
const SECRET_LENGTH = 26;
const CHECKSUM_LENGTH = 6;
const FORM = /^drp_(sk|rk|pk)_(live|test)_([0-9A-Za-z]{26})([0-9A-Za-z]{6})$/;

export interface ApiKeyParts {
  readonly kind: KeyKind;
  readonly env: KeyEnv;
}

export interface GeneratedApiKey extends ApiKeyParts {
  /** The whole key. Shown to its owner once and never stored. */
  readonly key: string;
  /** What is stored: SHA-256 of the whole key, hex. */
  readonly hash: string;
  /** Shown later, so that its owner can tell keys apart. */
  readonly last4: string;
}

/** A new key `drp_<kind>_<env>_<26 base62><6 base62 CRC-32>`. `digit` draws uniformly from 0…61. */
export function generateApiKey(
  { kind, env }: ApiKeyParts,
  digit: () => number = () => randomInt(ALPHABET.length),
): GeneratedApiKey {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET.charAt(digit())).join('');
  const body = `drp_${kind}_${env}_${secret}`;
  const key = body + checksumOf(body);
  return { kind, env, key, hash: hashApiKey(key), last4: key.slice(-4) };
}

/**
 * Kind and environment of a well-formed key; null where form or checksum is wrong. Typos, truncated keys and random strings are rejected
 * here, without a database query.
 */
export function parseApiKey(text: string): ApiKeyParts | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const kind = KEY_KINDS.find((known) => known === match[1]);
  const env = KEY_ENVS.find((known) => known === match[2]);
  if (kind === undefined || env === undefined) return null;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === match[4] ? { kind, env } : null;
}

/** SHA-256 of the whole key, hex. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** CRC-32 of the text in six digits of base 62, most significant first. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
