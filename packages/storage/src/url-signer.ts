import { GetObjectCommand, PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

/** Placeholder in a public endpoint for the host of the request. */
export const HOST_MARK = '{host}';
/** Number of hosts whose S3 clients are cached. A gateway is reached by a few names; anybody who sends others only evicts entries. */
const HOSTS_MAX = 16;

export interface UrlSigner {
  readonly sign: (
    key: string,
    options: { readonly expiresInSec: number; readonly host: string | null },
  ) => Promise<string>;
  readonly signPut: (key: string, options: PutOptions) => Promise<string>;
  readonly close: () => void;
}

export interface PutOptions {
  readonly contentType: string;
  readonly bytes: number;
  readonly expiresInSec: number;
  readonly host: string | null;
}

/** Signed headers, so that the store rejects another type or length. */
const SIGNED = new Set(['host', 'content-type', 'content-length']);

export interface UrlSignerOptions {
  readonly bucket: string;
  /** As clients see it, possibly with {@link HOST_MARK}; undefined: as we see it ourselves. */
  readonly publicEndpoint: string | undefined;
  readonly endpoint: string | undefined;
  readonly configFor: (endpoint: string | undefined) => S3ClientConfig;
}

/**
 * Signs URLs for the endpoint as clients see it. The Host header is signed, so each host needs an S3 client of its own; creating one opens
 * no connection. Where the host is unknown the URL works only in this network.
 */
export function createUrlSigner({ bucket, publicEndpoint, endpoint, configFor }: UrlSignerOptions): UrlSigner {
  const clients = new Map<string, S3Client>();
  const endpointFor = (host: string | null): string | undefined => {
    if (publicEndpoint === undefined || !publicEndpoint.includes(HOST_MARK)) return publicEndpoint ?? endpoint;
    return host === null ? endpoint : publicEndpoint.replaceAll(HOST_MARK, host);
  };
  const clientFor = (seen: string | undefined): S3Client => {
    const name = seen ?? '';
    // A checksum would cover the body, which is not known when a PUT is signed.
    const unsummed = { requestChecksumCalculation: 'WHEN_REQUIRED' } as const;
    const client = clients.get(name) ?? new S3Client({ ...configFor(seen), ...unsummed });
    clients.delete(name);
    clients.set(name, client);
    const [oldest] = clients.keys();
    if (clients.size > HOSTS_MAX && oldest !== undefined) {
      clients.get(oldest)?.destroy();
      clients.delete(oldest);
    }
    return client;
  };
  return {
    sign: (key, { expiresInSec, host }) =>
      getSignedUrl(clientFor(endpointFor(host)), new GetObjectCommand({ Bucket: bucket, Key: key }), {
        expiresIn: expiresInSec,
      }),
    signPut: (key, { contentType, bytes, expiresInSec, host }) =>
      getSignedUrl(
        clientFor(endpointFor(host)),
        new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType, ContentLength: bytes }),
        { expiresIn: expiresInSec, signableHeaders: SIGNED },
      ),
    close: () => clients.forEach((client) => client.destroy()),
  };
}
