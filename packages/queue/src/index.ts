export {
  createDeliveryQueue,
  createDeliveryWorker,
  type DeliveryQueue,
  type DeliveryQueueOptions,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
} from './delivery-queue';
export { QueueUnavailableError } from './deadline';
export { createJobWaiter, type JobWaiter, type JobWaiterOptions, type Registration } from './job-waiter';
export { createNotifier, type Notifier } from './notifier';
export {
  createPhotoCheckQueue,
  createPhotoCheckWorker,
  type PhotoCheckQueue,
  type PhotoCheckQueueOptions,
  type PhotoCheckWorker,
  type PhotoCheckWorkerOptions,
} from './photo-check-queue';
export { assertNoEviction, EvictingRedisError } from './redis-policy';
export { WORKER_SETTINGS, type QueueConnection, type QueueLog } from './settings';
export {
  createTryOnQueue,
  createTryOnQueues,
  type EnqueueOptions,
  type QueueCounts,
  JOB_STATES,
  type JobState,
  type TryOnQueue,
  type TryOnQueueOptions,
  type TryOnQueues,
} from './try-on-queue';
export { createTryOnWorker, type ProcessOutcome, type TryOnWorker, type TryOnWorkerOptions } from './try-on-worker';
export { announceKeyChange, watchKeys, type KeyWatch } from './key-events';
export { loadQueueTelemetry, type QueueTelemetry } from './queue-telemetry';
