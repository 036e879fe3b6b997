import type { ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import type { Garment } from './garment';
import type { Placement } from './placement';
import type { Person } from './person';
import type { ComposedLayers, Invented } from './layers';
import type { TryOnStage } from '../stages';
import type { Quality } from './quality';
import type { TryOnWarning } from './warning';

/**
 * Where results of the analysis may be kept. Each is called once per render, `garment` once per product with its place in the look;
 * `compute` only where nothing is kept.
 */
export interface TryOnCache {
  person?(compute: () => Promise<Person>): Promise<Person>;
  garment?(compute: () => Promise<Garment>, place?: number): Promise<Garment>;
}

/** Intermediate results of the stages, for whoever measures the picture. */
export interface TryOnTrace {
  readonly person: Person;
  readonly garment: Garment;
  readonly layers: ComposedLayers;
}

/** What the caller may attach to a render. */
export interface TryOnHooks {
  /** True: the render carries its {@link TryOnTrace}. */
  readonly trace?: boolean;
  /** Called before each stage. */
  onStage?(stage: TryOnStage): void;
  /** Checked between stages; an aborted render throws {@link TryOnAborted}. */
  readonly signal?: { readonly aborted: boolean };
  readonly cache?: TryOnCache;
  /** Milliseconds of any steady clock; without it all stage times are 0. */
  now?(): number;
}

/** What the fit score and the support team may know about a render. */
export interface TryOnEvidence {
  readonly poseConfidence: number;
  /** Share, 0…1, of the joints that the category needs and that are seen. */
  readonly keypointsVisible: number;
  /** Intersection over union of the placed garment and the old one, 0…1; 1 where nothing comparable was worn. */
  readonly overlap: number;
  readonly garmentQuality: number;
  /** Share of the photo that had to be invented (background, limbs). */
  readonly fillShare: number;
  readonly invented: Invented;
  readonly flips: number;
  readonly stretchP95: number;
  /** Largest distance between a target and the mesh, in shoulder widths. */
  readonly residualMax: number;
  readonly quality: Quality;
}

export interface StageTime {
  readonly name: TryOnStage;
  readonly ms: number;
}

/** The finished picture. */
export interface TryOnRender {
  /** RGB, the size of the photo; equal to the photo wherever `editMask` is 0. */
  readonly image: RasterU8;
  /** 1 where a pixel may differ from the photo, 0 elsewhere; photo size. */
  readonly editMask: RasterU8;
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly evidence: TryOnEvidence;
  readonly warnings: readonly TryOnWarning[];
  readonly stages: readonly StageTime[];
  readonly placement: Placement;
  /** Only when requested. */
  readonly trace?: TryOnTrace;
}
