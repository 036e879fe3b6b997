/** A name that bundlers for browsers do not try to resolve: there, `crypto` is a global. */
const NODE_CRYPTO = ['node', 'crypto'].join(':');

/** WebCrypto of browsers and Node ≥ 20; in Node 18 it is not a global yet. */
export async function webCrypto(): Promise<Crypto> {
  const { crypto } = globalThis as { crypto?: Crypto };
  return crypto ?? ((await import(NODE_CRYPTO)) as { webcrypto: Crypto }).webcrypto;
}

/** 128 random bits in hex. `randomUUID` would do, but is missing in pages that are not served over https. */
export async function randomKey(): Promise<string> {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
