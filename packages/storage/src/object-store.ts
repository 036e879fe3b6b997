/** Where photos and results lie. Every call has a timeout; a missing object is null or false, any other fault an Error. */
export interface ObjectStore {
  /** Stores the bytes under the key, replacing what was there. Complete or not at all. */
  put(
    key: string,
    bytes: Uint8Array,
    options: { readonly contentType: string; readonly cacheControl?: string },
  ): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  exists(key: string): Promise<boolean>;
  /** Bytes of an object; null where it is missing. */
  sizeOf(key: string): Promise<number | null>;
  /** Removes objects; missing ones are no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** All keys that begin with the prefix, in order. */
  list(prefix: string): Promise<string[]>;
  /** The same some at a time, for prefixes under which more may lie than memory holds. */
  listPages(prefix: string): AsyncIterable<readonly string[]>;
  /**
   * A URL that anyone may GET until it expires. `host` is the name or address by which whoever asked reached us, for stores whose
   * public endpoint follows it.
   */
  presignGet(key: string, options: { readonly expiresInSec: number; readonly host?: string | null }): Promise<string>;
  /** A URL that anyone may PUT to until it expires: so many bytes, of this content type; the request must say both. */
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

/** The calls that ask the store something; signing a URL does not. */
export const STORE_CALLS = [
  'put',
  'get',
  'exists',
  'sizeOf',
  'delete',
  'list',
] as const satisfies (keyof ObjectStore)[];
