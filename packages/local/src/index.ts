export { canFetchFromDebian, fetchFromDebian, type Apt, type DebianFetch } from './fetch-from-debian';
export { LocalServiceError } from './local-service-error';
export { pickPort } from './pick-port';
export { startObjectStore, type ObjectStoreOptions, type RunningObjectStore } from './s3/start-object-store';
export { spawnGuarded, type Guarded, type GuardedOptions } from './spawn-guarded';
export {
  startLocalServices,
  type LocalServices,
  type LocalServicesOptions,
  type S3Settings,
} from './start-local-services';
export { startPostgres, type RunningServer } from './start-postgres';
export { startRedis } from './start-redis';
export { waitUntil } from './wait-until';
