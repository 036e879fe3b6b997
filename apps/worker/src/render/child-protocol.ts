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

/** How a garment that is in no child's memory is had without analysing it, and how others are spared that. */
export interface GarmentSource {
  /** Its package where there is one. The pool reads it when it knows that the child does not remember the garment. */
  readonly package?: Uint8Array | null;
  /** Wanted where the store lacks it: the garment's package, when all else is answered. */
  readonly pack?: PackTicket | null;
}

/** Where a package belongs. The parent keeps it: a child that was broken by a picture must not choose what is overwritten. */
export interface PackTicket {
  readonly key: string;
  readonly product: PackagedProduct;
  /** The catalogue has the package on record: it is made anew only where the picture had to be analysed all the same. */
  readonly isOnRecord: boolean;
}

/** Where a garment came from. */
export type GarmentOrigin = 'memory' | 'package' | 'analysis';

/** What the parent asks of the render child. Sent with structured cloning, so that pictures travel as bytes. */
export interface RenderRequest extends GarmentSource {
  readonly kind: 'render';
  readonly tryOnId: string;
  readonly photo: Uint8Array;
  readonly garment: Uint8Array;
  readonly category: ProductCategory | null;
  readonly format: OutputFormat;
  /** Whose photo it is: the analysis of a person is never reused beyond an account's session. */
  readonly personScope: string;
  /** Say in the output what the product picture shows: nobody has described it yet. */
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

/** Looks at a product picture only. */
export interface DescribeRequest extends GarmentSource {
  readonly kind: 'describe';
  /** The product's id; named as in the other messages. */
  readonly tryOnId: string;
  readonly garment: Uint8Array;
  readonly category: ProductCategory | null;
}

/** Looks at a shopper's photo only. */
export interface InspectRequest {
  readonly kind: 'inspect';
  /** The check's id; named as in the other messages. */
  readonly tryOnId: string;
  readonly photo: Uint8Array;
}

/** What a child does, one at a time. */
export type WorkRequest = RenderRequest | DescribeRequest | InspectRequest;

/** The render is no longer wanted. The child gives up at its next stage. */
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

/** What a child uses, told after each work. */
export interface ChildUsage {
  readonly pid: number;
  /** 0: it is gone. */
  readonly residentBytes: number;
  /** Processor time of all its threads since it told it last. */
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
  /** Of the first product; its quality is that of the picture. */
  readonly evidence: TryOnEvidence;
  /** How well the first product alone came out, 0…100: its fit goes by that. */
  readonly ownScore: number;
  /** The other products of a look, in their order. */
  readonly others: readonly RenderedOther[];
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly share?: number }[];
  readonly stages: readonly MeasuredStage[];
  /** Where it was asked for. */
  readonly findings: ProductFindings | null;
  readonly cached: { readonly garment: boolean; readonly person: boolean };
  readonly garmentFrom: GarmentOrigin;
}

/** What is said of another product of a look. */
export interface RenderedOther {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly evidence: TryOnEvidence;
}

export interface DescribeOutput {
  readonly findings: ProductFindings;
  readonly garmentFrom: GarmentOrigin;
}

/** What the child answers. `refused`: the pictures do not allow a try-on. `faulted`: an error in our own code. `canceled`: it gave up. */
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

/** Both ends are the same build, so that the kind is proof enough. Throws: TypeError for anything else. */
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
