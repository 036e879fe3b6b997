import type {
  Advice,
  FailureCode,
  FailureFields,
  Fit,
  Invented,
  KeyEnv,
  KeyKind,
  MerchantChart,
  OutputFormat,
  Owner,
  PlanName,
  ProductAnalysis,
  ProductCategory,
  Quality,
  QualityLevel,
  Scope,
  Stage,
  TryOnStatus,
  Tuck,
} from '@drape/contracts';

/** Why a try-on failed. */
export interface TryOnFailure {
  readonly code: FailureCode;
  readonly detail: string;
  /** What the error object says beside code and message; the names are the API's. */
  readonly fields: FailureFields;
}

/** Why a product's picture cannot be used. */
export interface ProductFailure {
  readonly code: FailureCode;
  readonly detail: string;
  /** As of a try-on; missing in rows of earlier versions. */
  readonly fields?: FailureFields;
}

/** A failure as an attempt reports it. */
export interface TryOnFailing {
  readonly code: FailureCode;
  readonly detail: string;
  readonly fields?: FailureFields;
  /** Of a picture that was made and is not given back. */
  readonly judged?: JudgedPicture;
}

/** What is known of a picture that was made. */
export interface JudgedPicture {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly quality: Quality;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Where a product's picture lies: at an address of the shop, or under a key in the store. Exactly one of the two is not null. */
export interface PicturePlace {
  readonly imageUrl: string | null;
  readonly imageKey: string | null;
}

/** A picture for the catalogue: where it lies at the shop, or the key under which it is stored, with the sum of its bytes. */
export type CataloguePicture = { readonly url: string } | StoredCataloguePicture;

export interface StoredCataloguePicture {
  readonly key: string;
  readonly sha256: string;
  /** What it came as: used up with it. */
  readonly uploadId?: string;
}

/** A product of a look beside the first, which the try-on's own columns hold. */
export interface LookProduct extends PicturePlace {
  readonly productId: string | null;
  readonly categoryRequested: ProductCategory | null;
  readonly size: string | null;
  /** Null until completed. */
  readonly seen: SeenLookProduct | null;
}

/** What the picture says of a product of a look. */
export interface SeenLookProduct {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly fitScore: number;
  readonly fit: Fit;
  readonly advice: readonly Advice[];
}

export interface Look {
  readonly tuck: Tuck;
  readonly others: readonly LookProduct[];
}

/** A try-on as it lies in the database. Plain data; the API's form of it is contracts' TryOnRecord. */
export interface TryOnRow {
  readonly id: string;
  readonly owner: Owner;
  readonly sessionId: string;
  readonly productId: string | null;
  readonly apiKeyId: string | null;
  /** The shopper's token that it was made with. */
  readonly clientTokenId: string | null;
  readonly batchId: string | null;
  readonly minQuality: QualityLevel;
  readonly status: TryOnStatus;
  readonly stage: Stage | null;
  /** How many times a worker has claimed the row. */
  readonly attempt: number;
  readonly generation: number;
  readonly leaseExpiresAt: Date | null;
  readonly deadlineAt: Date;
  readonly requestId: string;
  readonly gatewayId: string;
  readonly priority: number;
  /** Null where the picture is stored. */
  readonly productImageUrl: string | null;
  readonly productImageKey: string | null;
  /** Of several products; null for a single one. */
  readonly look: Look | null;
  readonly categoryRequested: ProductCategory | null;
  readonly photoKey: string;
  readonly photoSha256: string;
  readonly photoBytes: number;
  readonly outputFormat: OutputFormat;
  readonly retentionSeconds: number;
  readonly size: string | null;
  readonly fitPreference: 'slim' | 'regular' | 'loose' | null;
  readonly department: 'women' | 'men' | 'unisex' | null;
  readonly webhookUrl: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly consent: { readonly given: boolean; readonly policyVersion?: string } | null;
  readonly category: ProductCategory | null;
  readonly categorySource: 'client' | 'detected' | null;
  /** Present if and only if a picture was stored. */
  readonly result: StoredResult | null;
  readonly fitScore: number | null;
  readonly fit: Fit | null;
  readonly recommendations: readonly string[];
  readonly advice: readonly Advice[];
  readonly warnings: readonly Remark[];
  readonly evidence: Readonly<Record<string, unknown>> | null;
  /** Of every picture that was made, also of one that is not given back. */
  readonly quality: Quality | null;
  readonly invented: Invented | null;
  readonly stages: readonly StageTime[];
  readonly renderMs: number | null;
  readonly cached: boolean;
  readonly error: TryOnFailure | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** End of the result's retention. */
  readonly expiresAt: Date | null;
}

export interface StoredResult {
  readonly key: string;
  readonly format: OutputFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface StageTime {
  readonly name: string;
  readonly ms: number;
  readonly cpuMs?: number;
}

/** A warning; the code is stable, the message is for people. */
export interface Remark {
  readonly code: string;
  readonly message: string;
  /** How much of the garment it speaks of, 0…1. */
  readonly share?: number;
}

/** What the gateway knows when it accepts a try-on. */
export interface NewTryOn {
  readonly id: string;
  readonly owner: Owner;
  readonly sessionId: string;
  readonly productId?: string | null;
  readonly apiKeyId?: string | null;
  readonly clientTokenId?: string | null;
  readonly batchId?: string | null;
  /** Default fair. */
  readonly minQuality?: QualityLevel;
  readonly requestId: string;
  readonly gatewayId: string;
  readonly traceparent?: string | null;
  readonly priority?: number;
  /** From now, by the database's clock. Default 120 s. */
  readonly deadlineMs?: number;
  /** This or the key. */
  readonly productImageUrl?: string | null;
  readonly productImageKey?: string | null;
  readonly look?: Look | null;
  readonly categoryRequested?: ProductCategory | null;
  readonly photoKey: string;
  readonly photoSha256: string;
  readonly photoBytes: number;
  readonly outputFormat?: OutputFormat;
  readonly retentionSeconds?: number;
  readonly size?: string | null;
  readonly fitPreference?: 'slim' | 'regular' | 'loose' | null;
  readonly department?: 'women' | 'men' | 'unisex' | null;
  readonly webhookUrl?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly consent?: { readonly given: boolean; readonly policyVersion?: string } | null;
  /** Uploads that it uses: it is put on record only where all of them are still good. */
  readonly uploads?: readonly string[];
  /** Warnings that the gateway already knows. */
  readonly warnings?: readonly Remark[];
}

/** What a finished render leaves in the row. */
export interface TryOnOutcome {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly result: StoredResult;
  readonly fitScore: number;
  readonly fit: Fit;
  readonly recommendations: readonly string[];
  readonly advice: readonly Advice[];
  readonly warnings: readonly Remark[];
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly quality: Quality;
  readonly stages: readonly StageTime[];
  readonly renderMs: number;
  readonly cached?: boolean;
  /** With what is seen of its products; absent for a single one. */
  readonly look?: Look;
}

/** What the sweep needs of a row. */
export interface SweptTryOn {
  readonly id: string;
  /** Which queue its jobs are in. */
  readonly env: KeyEnv;
  readonly attempt: number;
  readonly generation: number;
  readonly priority: number;
  readonly gatewayId: string;
  readonly requestId: string;
  /** Of the request that made it; null where it was not traced. */
  readonly traceparent: string | null;
}

export interface CleanupTryOn {
  readonly id: string;
  readonly owner: Owner;
  readonly photoKey: string;
  /** Of the product's picture, where it is stored: the try-on's own, or the catalogue's. */
  readonly productImageKey: string | null;
  /** It may have stored pictures of further products. */
  readonly isLook: boolean;
  /** Its other try-ons need the photo, too. */
  readonly batchId: string | null;
  /** The object to keep; null when every result object of the row is to go. */
  readonly keepKey: string | null;
}

/** A stored picture and the try-on whose name it bears. */
export interface ResultRef {
  readonly tryOnId: string;
  readonly key: string;
}

export interface PlanRecord {
  readonly name: PlanName;
  /** Requests in a rolling hour; the account's own number where it has one. */
  readonly limitPerHour: number;
  /** Try-ons that may be unfinished at the same time; the account's own number where it has one. */
  readonly inFlightMax: number;
}

export interface ApiKeyRecord {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly env: KeyEnv;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly allowedOrigins: readonly string[];
  /** By the database's clock at the time of the read. */
  readonly status: 'active' | 'expired' | 'revoked';
  readonly accountStatus: 'active' | 'suspended';
  /** What the account's try-ons ask for that do not say themselves. */
  readonly minQuality: QualityLevel;
  /** How long results are kept whose try-on does not say so. */
  readonly retentionSeconds: number;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** The key that a rotation made in its place. */
  readonly replacedBy: string | null;
  /** It and the keys that rotations bind to it, oldest first: what one of them made, each of them may go on with. */
  readonly family: readonly string[];
  readonly plan: PlanRecord;
  /** What the account is pinned to. */
  readonly drapeVersion: string;
}

export interface NewApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name?: string;
  readonly kind: KeyKind;
  readonly env: KeyEnv;
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly allowedOrigins?: readonly string[];
  readonly expiresAt?: Date | null;
}

export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  /** What its try-ons ask for that do not say themselves. */
  readonly minQuality: QualityLevel;
  readonly retentionSeconds: number;
  readonly plan: PlanRecord;
  /** The version of the API that its requests get unless they name another. */
  readonly drapeVersion: string;
  readonly createdAt: Date;
}

export interface SessionRef {
  readonly id: string;
  readonly clientSupplied: boolean;
  readonly created: boolean;
}

export interface ProductRef {
  readonly id: string;
  readonly externalId: string | null;
  /** Of its picture, where it is stored. */
  readonly imageKey: string | null;
  readonly created: boolean;
}

/** A product with what is known of it. */
export interface ProductRow extends PicturePlace {
  readonly id: string;
  readonly owner: Owner;
  readonly externalId: string | null;
  readonly status: 'pending' | 'ready' | 'failed';
  readonly title: string | null;
  readonly category: ProductCategory | null;
  readonly categorySource: 'client' | 'detected' | null;
  readonly categoryConfidence: number | null;
  readonly analysis: ProductAnalysis | null;
  readonly error: ProductFailure | null;
  readonly analyzerVersion: string | null;
  readonly sizeChart: MerchantChart | null;
  /** Key of its analysed garment in the store. */
  readonly garmentPackage: string | null;
  readonly analyzedAt: Date | null;
  readonly createdAt: Date;
  readonly tryOnCount: number;
}

/** What a shop says of a product; what it leaves out stays as it was. */
export interface ProductDetails {
  /** Of the product where it is made. */
  readonly id?: string;
  readonly externalId?: string;
  readonly category?: ProductCategory;
  readonly title?: string;
  readonly sizeChart?: MerchantChart;
}

/** A product that this worker is to describe. */
export interface ClaimedProduct extends PicturePlace {
  readonly id: string;
  readonly owner: Owner;
  /** What the shop said it is: of a product that nobody has described there is no other. */
  readonly category: ProductCategory | null;
  /** It was taken often enough: where it cannot be described now, it has failed. */
  readonly isLast: boolean;
}

/** What a look at a product went by. */
export interface SeenProduct extends PicturePlace {
  /** As the catalogue had it; null: it had none. */
  readonly category: ProductCategory | null;
}

/** A product as it was when its garment was packaged. */
export interface PackagedProduct extends PicturePlace {
  readonly id: string;
  /** What the shop said it is; null: nothing. */
  readonly saidCategory: ProductCategory | null;
}

/** What a look at its picture says of a product. */
export interface ProductFindings {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly categoryConfidence: number;
  readonly analysis: ProductAnalysis;
  readonly analyzerVersion: string;
}

/** Lengths in cm, the weight in kg; what was not told is missing. */
export interface BodyNumbers {
  readonly height?: number;
  readonly weight?: number;
  readonly chest?: number;
  readonly waist?: number;
  readonly hips?: number;
  readonly inseam?: number;
}

export interface NewMeasurement {
  /** Made where missing. */
  readonly id?: string;
  readonly owner: Owner;
  readonly sessionId: string;
  /** It was sent with. */
  readonly apiKeyId?: string | null;
  readonly department: 'women' | 'men' | 'unisex' | null;
  readonly unit: 'cm' | 'in';
  readonly weightUnit: 'kg' | 'lb';
  /** The numbers as they came. */
  readonly submitted: BodyNumbers;
  readonly body: BodyNumbers;
}

export interface MeasurementRow extends NewMeasurement {
  readonly id: string;
  readonly createdAt: Date;
}

/** A session with what happened in it. */
export interface SessionRow {
  readonly id: string;
  readonly owner: Owner;
  readonly clientSupplied: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date | null;
  readonly statusCounts: Readonly<Record<TryOnStatus, number>>;
  readonly lastTryOn: {
    readonly id: string;
    readonly status: TryOnStatus;
    readonly productId: string | null;
    readonly createdAt: Date;
  } | null;
  /** Latest first, at most 50. */
  readonly products: readonly string[];
  readonly measurementsId: string | null;
}

/** What the erasure of a session took away, and whose objects are to be removed from the store. */
/** What names the objects of a try-on. */
export interface StoredTryOn {
  readonly id: string;
  readonly photoKey: string;
}

export interface ErasedSession {
  readonly tryOns: readonly StoredTryOn[];
  /** Photos and results that were still kept. */
  readonly photos: number;
  readonly results: number;
  readonly measurements: number;
  /** Those that were not used up. */
  readonly uploads: number;
}
