import { DrapeConnectionError, InvalidRequestError } from './errors.js';
import { idempotencyHeader, signalOf, type CreateOptions } from './options.js';
import { typeOfPicture } from './type-of-picture.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { CreateUpload, Upload } from './types.js';

export interface UploadOptions extends CreateOptions {
  /** The session that alone may use it. */
  readonly sessionId?: string;
  /** Good for any number of requests of its session within the hour. */
  readonly reusable?: boolean;
  /** Default: the Blob's own, or what the bytes show. */
  readonly contentType?: CreateUpload['contentType'];
}

/** Pictures that go to the store directly; their ids are used in `userPhoto`, `productImage` and `image`. */
export class Uploads {
  constructor(private readonly transport: Transport) {}

  /** Where a picture is to be put: a signed URL, and the headers that the PUT must have. */
  async create(input: CreateUpload, options: CreateOptions = {}): Promise<Upload> {
    const { sessionId } = this.transport;
    const headers = await idempotencyHeader(options);
    const body = { ...(sessionId === undefined ? {} : { sessionId }), ...input };
    const call: Call = { method: 'POST', path: '/v1/uploads', body, headers, ...signalOf(options) };
    return (await this.transport.send<Upload>(call)).data;
  }

  /** `create`, then puts the picture there. Throws: InvalidRequestError where the store refuses it. */
  async upload(picture: Uint8Array | Blob, options: UploadOptions = {}): Promise<Upload> {
    const { sessionId, reusable, contentType, ...rest } = options;
    const bytes = 'arrayBuffer' in picture ? new Uint8Array(await picture.arrayBuffer()) : picture;
    const input: CreateUpload = {
      contentType: contentType ?? typeOfPicture(bytes),
      bytes: bytes.length,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(reusable === undefined ? {} : { reusable }),
    };
    const made = await this.create(input, rest);
    await this.put(made, bytes, rest);
    return made;
  }

  private async put(made: Upload, bytes: Uint8Array, options: CallOptions): Promise<void> {
    const body = new Blob([new Uint8Array(bytes)], { type: made.contentType });
    const headers = { 'Content-Type': made.contentType };
    const response = await this.transport.fetch(made.url, { method: made.method, headers, body, ...signalOf(options) });
    if (response.ok) return;
    const message = `The store refused the picture with ${response.status}.`;
    if (response.status >= 500) throw new DrapeConnectionError({ code: 'connection_failed', message, retryable: true });
    throw new InvalidRequestError({ code: 'upload_empty', message });
  }
}
