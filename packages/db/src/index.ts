export type { Accounts } from './accounts';
export type { ApiKeyChange, ApiKeys, Successor } from './api-keys';
export { assertMigrated, NotMigratedError } from './assert-migrated';
export type { Audit, AuditedTryOn, CountedEnds, KnownInput } from './audit';
export { AUDIT_DAYS, type AuditEntryRecord, type AuditLog, type NewAuditEntry } from './audit-log';
export type { Batches, BatchItem, BatchOutcome, NewBatch, NewBatchItem } from './batches';
export type { Backlog } from './backlog';
export { createDatabase, type Database } from './create-database';
export type { TryOnEnd } from './end-try-ons';
export type { IdempotencyKeys, IdempotencyScope, Reservation } from './idempotency-keys';
export type { InvitationRecord, Invitations, NewInvitation } from './invitations';
export type { Measurements } from './measurements';
export type { MemberOutcome, MemberRecord, Membership, People, PersonChange, PersonRecord } from './people';
export type { NewPasskey, PasskeyRecord, Passkeys } from './passkeys';
export { migrate } from './migrate';
export { isDatabaseUnavailable, isForeignKeyViolation, RECORD_DAYS, type DatabaseOptions } from './prisma';
export type { ProductChangeOutcome, ProductChanges } from './change-product';
export type { ProductCatalogue, ProductFilter, ProductListing } from './product-catalogue';
export type {
  ImportCounts,
  ImportStep,
  NewImportRow,
  ProductImportRow,
  ProductImports,
  ReportedRow,
  ReportPage,
} from './product-imports';
export type { ProductObstacle } from './product-obstacle';
export type { Products, RenderedProduct, SeenDetails } from './products';
export type { ProductPutOutcome } from './put-product';
export * from './records';
export type { RenderClaim, RenderClaims } from './render-claims';
export {
  REQUEST_LOG_DAYS,
  type NewRequestLog,
  type RequestLogListing,
  type RequestLogRow,
  type RequestLogs,
  type RequestTiming,
} from './request-logs';
export type { PromisedResult, RestoredRecord, RestoredRecords } from './restored-records';
export type { ForgottenRecords, Retention } from './retention';
export type { SessionHolder, SessionMaker, Sessions } from './sessions';
export {
  DASHBOARD_SESSION,
  type DashboardSessionRecord,
  type MailLinkRecord,
  type SignIns,
  type SignUp,
} from './sign-ins';
export type { SigningKeyRecord, SigningKeys } from './signing-keys';
export type { TryOnFilter, TryOnListing, TryOnLists, TryOnView } from './try-on-lists';
export type { TryOnSweeps } from './try-on-sweeps';
export type { ClaimedTryOn, ClaimRefusal, TryOnTransitions } from './try-on-transitions';
export type { InsertOutcome, TryOnCaps, TryOns } from './try-ons';
export type { NewUpload, UploadRow, Uploads } from './uploads';
export { USAGE_DAYS, type Usage, type UsageQuestion, type UsageRow } from './usage';
export type {
  ClaimedDelivery,
  DeliveryFilter,
  DeliveryListing,
  DeliveryPage,
  DeliveryParent,
  DeliveryRow,
  StoredPicture,
  WebhookChange,
  WebhookRow,
  Webhooks,
} from './webhooks';
