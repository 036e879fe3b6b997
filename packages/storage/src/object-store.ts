/** Storage of photos and results. Every call has a timeout; a missing object is null or false, any other fault an Error. */
export interface ObjectStore {
  /** Stores the bytes under the key, replacing an existing object. Atomic. */
  put(
    key: string,
    bytes: Uint8Array,
    options: { readonly contentType: string; readonly cacheControl?: string },
  ): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  exists(key: string): Promise<boolean>;
  /** Bytes of an object; null where it is missing. */
  sizeOf(key: string): Promise<number | null>;
  /** Deletes objects; missing ones are not an error. */
  delete(keys: readonly string[]): Promise<void>;
  /** All keys with the prefix, in order. */
  list(prefix: string): Promise<string[]>;
  /** The same page by page, for prefixes with more keys than fit into memory. */
  listPages(prefix: string): AsyncIterable<readonly string[]>;
  /** A URL that anyone may GET until it expires. `host` is the host by which the client reached us, for stores whose public endpoint follows it. */
  presignGet(key: string, options: { readonly expiresInSec: number; readonly host?: string | null }): Promise<string>;
  /** A URL that anyone may PUT to until it expires: exactly this many bytes of this content type, which the request must state. */
  presignPut(
    key: string,
    options: {
      readonly contentType: string;
      readonly bytes: number;
      readonly expiresInSec: number;
      readonly host?: string | null;
    },
  ): Promise<string>;
  /** Creates the bucket where it is missing. */
  ensureBucket(): Promise<void>;
  close(): void;
}

/** Calls that contact the store; signing a URL does not. */
export const STORE_CALLS = [
  'put',
  'get',
  'exists',
  'sizeOf',
  'delete',
  'list',
] as const satisfies (keyof ObjectStore)[];
