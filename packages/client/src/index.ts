export { Drape } from './client.js';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  DrapeConnectionError,
  DrapeError,
  DrapeTimeoutError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TryOnFailedError,
  WebhookVerificationError,
  type ErrorCode,
  type ErrorDetail,
} from './errors.js';
export type { Photo } from './base64.js';
export type { RateLimit } from './rate-limit.js';
export type { Measurements as MeasurementsResource } from './measurements.js';
export type { CheckPhotoInput, CheckPhotoOptions, Photos } from './photos.js';
export type { CsvOptions, Products } from './products.js';
export type { ListSessionsOptions, SessionList, SessionPage, Sessions } from './sessions.js';
export type { CallOptions, DrapeOptions } from './transport.js';
export type {
  CreateOptions,
  CreateTryOnInput,
  CreateTryOnOptions,
  RetrieveTryOnOptions,
  TryOnEvent,
  TryOnProgress,
  TryOns,
  WaitForOptions,
} from './try-ons.js';
export type * from './types.js';
export { verifyWebhook, type HeaderSource, type WebhookEvent } from './webhooks.js';
