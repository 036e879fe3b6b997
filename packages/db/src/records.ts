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
  /** Further fields of the error object; named as in the API. */
  readonly fields: FailureFields;
}

/** Why a product's picture cannot be used. */
export interface ProductFailure {
  readonly code: FailureCode;
  readonly detail: string;
  /** As for try-ons; missing in rows of earlier versions. */
  readonly fields?: FailureFields;
}

/** A failure as an attempt reports it. */
export interface TryOnFailing {
  readonly code: FailureCode;
  readonly detail: string;
  readonly fields?: FailureFields;
  /** Of a picture that was rendered and withheld. */
  readonly judged?: JudgedPicture;
}

/** The assessment of a rendered picture. */
export interface JudgedPicture {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly quality: Quality;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Location of a product's picture: a URL of the shop, or a key in the store. Exactly one of the two is not null. */
export interface PicturePlace {
  readonly imageUrl: string | null;
  readonly imageKey: string | null;
}

/** A picture for the catalogue: the shop's URL, or the key under which it is stored, with the hash of its bytes. */
export type CataloguePicture = { readonly url: string } | StoredCataloguePicture;

export interface StoredCataloguePicture {
  readonly key: string;
  readonly sha256: string;
  /** The upload that it came as, used up with it. */
  readonly uploadId?: string;
}

/** A further product of a look; the first is in the try-on's own columns. */
export interface LookProduct extends PicturePlace {
  readonly productId: string | null;
  readonly categoryRequested: ProductCategory | null;
  readonly size: string | null;
  /** Null until completed. */
  readonly seen: SeenLookProduct | null;
}

/** Result for a product of a look. */
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

/** A try-on as stored. Plain data; its API form is contracts' TryOnRecord. */
export interface TryOnRow {
  readonly id: string;
  readonly owner: Owner;
  readonly sessionId: string;
  readonly productId: string | null;
  readonly apiKeyId: string | null;
  /** The client token that created it. */
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
  /** null where the picture is stored. */
  readonly productImageUrl: string | null;
  readonly productImageKey: string | null;
  /** null for a single product. */
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
  /** Of every rendered picture, including withheld ones. */
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
  /** The share of the garment that it concerns, 0…1. */
  readonly share?: number;
}

/** A try-on as the gateway accepts it. */
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
  /** Either this or the key. */
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
  /** Uploads that it uses: it is inserted only where all of them are still valid. */
  readonly uploads?: readonly string[];
  /** Warnings that the gateway already knows. */
  readonly warnings?: readonly Remark[];
}

/** Result of a finished render. */
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
  /** With the results of its products; absent for a single one. */
  readonly look?: Look;
}

/** The columns that the sweep needs. */
export interface SweptTryOn {
  readonly id: string;
  /** Which queue its jobs are in. */
  readonly env: KeyEnv;
  readonly attempt: number;
  readonly generation: number;
  readonly priority: number;
  readonly gatewayId: string;
  readonly requestId: string;
  /** Of the request that created it; null where it was not traced. */
  readonly traceparent: string | null;
}

export interface CleanupTryOn {
  readonly id: string;
  readonly owner: Owner;
  readonly photoKey: string;
  /** Key of the product's picture, where it is stored: the try-on's own, or the catalogue's. */
  readonly productImageKey: string | null;
  /** It may have stored pictures of further products. */
  readonly isLook: boolean;
  /** The other try-ons of the batch need the photo, too. */
  readonly batchId: string | null;
  /** The result to keep; null: delete all results of the row. */
  readonly keepKey: string | null;
}

/** A stored result and the try-on in its key. */
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
  /** The minimum quality of try-ons that name none. */
  readonly minQuality: QualityLevel;
  /** How long results are kept where the try-on does not say. */
  readonly retentionSeconds: number;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Its successor by rotation. */
  readonly replacedBy: string | null;
  /** It and the keys linked to it by rotation, oldest first: what one of them created, the others may go on using. */
  readonly family: readonly string[];
  readonly plan: PlanRecord;
  /** The API version that the account is pinned to. */
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
  /** The minimum quality of try-ons that name none. */
  readonly minQuality: QualityLevel;
  readonly retentionSeconds: number;
  readonly plan: PlanRecord;
  /** The API version of requests that name none. */
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

/** A product with its analysis. */
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

/** A shop's details of a product; undefined keeps a field. */
export interface ProductDetails {
  /** Id of a new product. */
  readonly id?: string;
  readonly externalId?: string;
  readonly category?: ProductCategory;
  readonly title?: string;
  readonly sizeChart?: MerchantChart;
}

/** A product that this worker has claimed for its description. */
export interface ClaimedProduct extends PicturePlace {
  readonly id: string;
  readonly owner: Owner;
  /** The shop's category: an undescribed product has no other. */
  readonly category: ProductCategory | null;
  /** The last attempt: where it cannot be described now, it has failed. */
  readonly isLast: boolean;
}

/** The state of a product that an analysis is based on. */
export interface SeenProduct extends PicturePlace {
  /** The catalogue's category at that time; null: none. */
  readonly category: ProductCategory | null;
}

/** A product at the time its garment was packaged. */
export interface PackagedProduct extends PicturePlace {
  readonly id: string;
  /** The shop's category; null: none. */
  readonly saidCategory: ProductCategory | null;
}

/** What the analysis of its picture found. */
export interface ProductFindings {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly categoryConfidence: number;
  readonly analysis: ProductAnalysis;
  readonly analyzerVersion: string;
}

/** Lengths in cm, weight in kg; only fields that were sent. */
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
  /** The key that sent it. */
  readonly apiKeyId?: string | null;
  readonly department: 'women' | 'men' | 'unisex' | null;
  readonly unit: 'cm' | 'in';
  readonly weightUnit: 'kg' | 'lb';
  /** The numbers as sent. */
  readonly submitted: BodyNumbers;
  readonly body: BodyNumbers;
}

export interface MeasurementRow extends NewMeasurement {
  readonly id: string;
  readonly createdAt: Date;
}

/** A session with a summary of its contents. */
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

/** The keys of a try-on's objects in the store. */
export interface StoredTryOn {
  readonly id: string;
  readonly photoKey: string;
}

/** What the erasure of a session removed, and the owners of the objects to delete from the store. */
export interface ErasedSession {
  readonly tryOns: readonly StoredTryOn[];
  /** Photos and results that were still kept. */
  readonly photos: number;
  readonly results: number;
  readonly measurements: number;
  /** Unused ones. */
  readonly uploads: number;
}
