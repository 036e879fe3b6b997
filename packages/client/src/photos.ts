import { photoToBase64, type Photo } from './base64.js';
import type { Call, CallOptions, Transport } from './transport.js';
import type { CheckPhoto, PhotoCheck } from './types.js';

export type CheckPhotoInput = Omit<CheckPhoto, 'userPhoto'> & { readonly userPhoto: Photo };

export interface CheckPhotoOptions extends CallOptions {
  /** Seconds to wait for a worker, at most 60. Default 10. */
  readonly wait?: number;
}

const WAIT_SEC = 10;

export class Photos {
  constructor(private readonly transport: Transport) {}

  /** What a try-on with the photo would fail of; nothing is kept of it. `usable` is null where no worker came to it in time. */
  async check(input: CheckPhotoInput, { wait = WAIT_SEC, signal }: CheckPhotoOptions = {}): Promise<PhotoCheck> {
    const call: Call = {
      ...{ method: 'POST', path: '/v1/photos/check', extraMs: wait * 1000 },
      body: { ...input, userPhoto: await photoToBase64(input.userPhoto) },
      headers: { Prefer: `wait=${Math.floor(wait)}` },
      ...(signal === undefined ? {} : { signal }),
    };
    return (await this.transport.send<PhotoCheck>(call)).data;
  }
}
