import { parsePhotoCheckPayload, type PhotoCheckPayload } from '@drape/contracts';
import { createSideQueue, createSideWorker, type SideQueueOptions, type SideWorker } from './side-queue';

const CHECK_QUEUE_NAME = 'photo-checks';

export type PhotoCheckQueueOptions = SideQueueOptions;

export interface PhotoCheckQueue {
  /**
   * `place`: its position among its account's running checks, from 1: no account waits behind another one's bulk. Throws:
   * QueueUnavailableError within a second where Redis is away. A job that is lost later costs the client only its wait.
   */
  enqueue(payload: PhotoCheckPayload, place: number): Promise<void>;
  close(): Promise<void>;
}

/** Photo checks for workers, ahead of waiting try-ons: a shopper is choosing a photo right now. */
export function createPhotoCheckQueue(options: PhotoCheckQueueOptions): PhotoCheckQueue {
  const queue = createSideQueue<PhotoCheckPayload>(CHECK_QUEUE_NAME, options);
  return {
    enqueue: (payload, place) => queue.add(payload, { jobId: payload.checkId, priority: place }),
    close: () => queue.close(),
  };
}

export interface PhotoCheckWorkerOptions extends PhotoCheckQueueOptions {
  readonly concurrency: number;
  readonly process: (payload: PhotoCheckPayload) => Promise<void>;
}

export type PhotoCheckWorker = SideWorker;

export function createPhotoCheckWorker({ process, ...options }: PhotoCheckWorkerOptions): PhotoCheckWorker {
  return createSideWorker(CHECK_QUEUE_NAME, options, (payload) => process(parsePhotoCheckPayload(payload)));
}
