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
export type { ClientTokens } from './client-tokens.js';
export type { BatchProductInput, LookProductInput, CreateBatchInput, CreateTryOnInput } from './inputs.js';
export type { Keys } from './keys.js';
export type { CreatedRange, CursorList, CursorOptions, List, OffsetList, OffsetOptions, Page } from './lists.js';
export type { Measurements as MeasurementsResource } from './measurements.js';
export type { CheckPhotoInput, CheckPhotoOptions, Photos } from './photos.js';
export type { CreateOptions } from './options.js';
export type { ImportSource } from './import-source.js';
export type {
  ImportProductsOptions,
  ListImportRowsOptions,
  ProductImports,
  WaitForImportOptions,
} from './product-imports.js';
export type { CreateProductInput, CsvOptions, ListProductsOptions, Products, UpdateProductInput } from './products.js';
export type { ListRequestsOptions, Requests } from './requests.js';
export type { ListSessionsOptions, SessionList, SessionPage, Sessions } from './sessions.js';
export type { CallOptions, DrapeOptions } from './transport.js';
export type {
  CreateTryOnOptions,
  ListTryOnsOptions,
  RetrieveTryOnOptions,
  TryOnEvent,
  TryOns,
  WaitForOptions,
} from './try-ons.js';
export type * from './types.js';
export type { UploadOptions, Uploads } from './uploads.js';
export type { Usage as UsageResource, UsageOptions } from './usage.js';
export type { ListDeliveriesOptions, ListWebhookDeliveriesOptions, Webhooks } from './webhook-endpoints.js';
export { verifyWebhook, type HeaderSource, type WebhookEvent } from './webhooks.js';
