import type {
  FailureCode,
  FailureFields,
  OutputFormat,
  PhotoFindings,
  ProductCategory,
  Stage,
  Tuck,
} from '@drape/contracts';
import type { PackagedProduct, ProductFindings } from '@drape/db';
import type { TryOnEvidence } from '@drape/tryon';

/** How a garment outside the child's memory is read instead of analysed, and kept for others. */
export interface GarmentSource {
  /** Its package where there is one. The pool reads it when the child does not have the garment in memory. */
  readonly package?: Uint8Array | null;
  /** Set where the store lacks the garment's package: the child sends it after everything else. */
  readonly pack?: PackTicket | null;
}

/** Where a package belongs. Kept by the parent: a child that was compromised by a picture must not choose what is overwritten. */
export interface PackTicket {
  readonly key: string;
  readonly product: PackagedProduct;
  /** The catalogue has recorded the package: it is made again only where the picture had to be analysed anyway. */
  readonly isOnRecord: boolean;
}

/** Where a garment came from. */
export type GarmentOrigin = 'memory' | 'package' | 'analysis';

/** Request to the render child. Sent by structured cloning, so that pictures travel as bytes. */
export interface RenderRequest extends GarmentSource {
  readonly kind: 'render';
  readonly tryOnId: string;
  readonly photo: Uint8Array;
  readonly garment: Uint8Array;
  readonly category: ProductCategory | null;
  readonly format: OutputFormat;
  /** Scope in which the analysis of the person may be reused: never beyond an account's session. */
  readonly personScope: string;
  /** Describe the product in the output: nobody has yet. */
  readonly describe: boolean;
  /** The other products of a look. */
  readonly look: RequestedLook | null;
}

export interface RequestedLook {
  readonly tuck: Tuck;
  readonly others: readonly RequestedProduct[];
}

export interface RequestedProduct {
  readonly garment: Uint8Array;
  readonly category: ProductCategory | null;
}

/** Describes a product picture, without a photo. */
export interface DescribeRequest extends GarmentSource {
  readonly kind: 'describe';
  /** The product's id; named as in the other messages. */
  readonly tryOnId: string;
  readonly garment: Uint8Array;
  readonly category: ProductCategory | null;
}

/** Checks a shopper's photo, without a product. */
export interface InspectRequest {
  readonly kind: 'inspect';
  /** The check's id; named as in the other messages. */
  readonly tryOnId: string;
  readonly photo: Uint8Array;
}

/** Work for a child, one request at a time. */
export type WorkRequest = RenderRequest | DescribeRequest | InspectRequest;

/** Cancels the render: the child stops at its next stage. */
export interface CancelRequest {
  readonly kind: 'cancel';
  readonly tryOnId: string;
}

export interface MeasuredStage {
  readonly name: string;
  readonly ms: number;
  /** Processor time of all threads of the child. */
  readonly cpuMs: number;
}

/** A child's resource usage, reported after each request. */
export interface ChildUsage {
  readonly pid: number;
  /** 0: it has exited. */
  readonly residentBytes: number;
  /** Processor time of all its threads since its last report. */
  readonly cpuSeconds: number;
}

export interface RenderOutput {
  readonly bytes: Uint8Array;
  readonly format: OutputFormat;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  /** Evidence of the first product; its quality is that of the whole picture. */
  readonly evidence: TryOnEvidence;
  /** Quality score of the first product alone, 0…100: its fit uses it. */
  readonly ownScore: number;
  /** The other products of a look, in their order. */
  readonly others: readonly RenderedOther[];
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly share?: number }[];
  readonly stages: readonly MeasuredStage[];
  /** Present where requested. */
  readonly findings: ProductFindings | null;
  readonly cached: { readonly garment: boolean; readonly person: boolean };
  readonly garmentFrom: GarmentOrigin;
}

/** Result for a further product of a look. */
export interface RenderedOther {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly evidence: TryOnEvidence;
}

export interface DescribeOutput {
  readonly findings: ProductFindings;
  readonly garmentFrom: GarmentOrigin;
}

/** Messages of the child. `refused`: the pictures do not allow a try-on. `faulted`: a bug in our code. `canceled`: it stopped as requested. */
export type ChildMessage =
  | { readonly kind: 'ready'; readonly provider: string; readonly loadMs: number }
  | { readonly kind: 'unready'; readonly reason: string }
  | { readonly kind: 'usage'; readonly usage: ChildUsage }
  | { readonly kind: 'stage'; readonly tryOnId: string; readonly stage: Stage }
  | { readonly kind: 'done'; readonly tryOnId: string; readonly output: RenderOutput }
  | { readonly kind: 'described'; readonly tryOnId: string; readonly output: DescribeOutput }
  | { readonly kind: 'packed'; readonly tryOnId: string; readonly bytes: Uint8Array }
  | { readonly kind: 'inspected'; readonly tryOnId: string; readonly photo: PhotoFindings }
  | {
      readonly kind: 'refused';
      readonly tryOnId: string;
      readonly code: FailureCode;
      readonly detail: string;
      readonly fields: FailureFields;
    }
  | { readonly kind: 'canceled'; readonly tryOnId: string }
  | { readonly kind: 'faulted'; readonly tryOnId: string; readonly message: string; readonly stack: string };

const CHILD_KINDS = [
  ...['ready', 'unready', 'usage', 'stage', 'packed'],
  ...['done', 'described', 'inspected', 'refused', 'canceled', 'faulted'],
];

/** Both ends are of the same build, so checking the kind is enough. Throws: TypeError for anything else. */
export function parseChildMessage(value: unknown): ChildMessage {
  if (isMessage(value) && CHILD_KINDS.includes(value.kind)) return value as ChildMessage;
  throw new TypeError('the render child sent something that is not a message of ours');
}

export function parseRequest(value: unknown): WorkRequest | CancelRequest {
  if (isMessage(value) && ['render', 'describe', 'inspect', 'cancel'].includes(value.kind))
    return value as WorkRequest | CancelRequest;
  throw new TypeError('the worker sent something that is not a render request');
}

function isMessage(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}
