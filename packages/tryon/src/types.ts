import type { ProductCategory, Warning } from '@drape/contracts';
import { PLANE, type Box, type Leaving, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import type { Garment, Pair } from './garment/types';
import type { PlacementBody, PlacementPlanes } from './place/body';
import type { Placement } from './place/types';
import type { Quality } from './quality/score/judge-picture';
import type { FaceMesh, PoseLandmark } from './ports';

export type { Garment, GarmentLandmarks } from './garment/types';
export type { PlacementBody, PlacementPlanes } from './place/body';
export type { PlacedRegion, Placement, PlacementTarget } from './place/types';

/** A remark that travels with the result; `code` is stable, `message` is for people. */
export type TryOnWarning = Warning;

/** Every plane that the analysis keeps, at work size, 0…1. */
export interface PersonPlanes extends PlacementPlanes {
  /** Belts, hats, scarves, glasses: kept as they are. */
  readonly other: PlaneF32;
  /** top ∪ outer ∪ dress above the waist: the only reliable union of the upper classes. */
  readonly upper: PlaneF32;
  /** pants ∪ skirt ∪ the dress below the waist. */
  readonly lower: PlaneF32;
}

/** Their arrays. */
export const PERSON_PLANES: Leaving<PersonPlanes> = {
  person: PLANE,
  hair: PLANE,
  skin: PLANE,
  top: PLANE,
  outer: PLANE,
  dress: PLANE,
  pants: PLANE,
  skirt: PLANE,
  lower: PLANE,
  shoes: PLANE,
  bag: PLANE,
  other: PLANE,
  upper: PLANE,
};

/**
 * The measures of a body in a photo, all in photo pixels; pairs hold image left first.
 */
export interface BodyMeasures {
  /** Distance between the shoulder joints (sw). */
  readonly shoulderWidth: number;
  /** Distance between the middles of shoulders and hips (tl). */
  readonly torsoLength: number;
  readonly shoulderMid: Point;
  readonly hipMid: Point;
  /** Unit vector from shoulders to hips. */
  readonly down: Point;
  /** Unit vector across the body, image left to image right. */
  readonly across: Point;
  /** Height of the waistline along `down` from the shoulders, in torso lengths; null when no lower garment was seen. */
  readonly waistline: number | null;
  /** Mean length hip–knee–ankle, 0 when no leg was seen. */
  readonly legLength: number;
}

/** A limb as a chain of discs from shoulder to past the wrist, or from hip to ankle. Photo pixels. */
export interface LimbTube {
  readonly centres: readonly Point[];
  readonly radii: readonly number[];
  /** Lowest visibility of the joints, 0…1. */
  readonly visibility: number;
}

/** Mean colours, sRGB 0…255, of the visible skin. */
export interface SkinTone {
  readonly face: readonly [number, number, number];
  readonly arm: readonly [number, number, number];
  readonly leg: readonly [number, number, number];
}

/** A photo made ready for any garment. Plain data: may be kept for the next garment of the same shopper. */
export interface Person extends PlacementBody {
  readonly planes: PersonPlanes;
  /** The photo at work size, RGB. */
  readonly guide: RasterU8;
  /** 33 landmarks in BlazePose order, photo pixels. */
  readonly pose: readonly PoseLandmark[];
  readonly poseScore: number;
  readonly face: FaceMesh | null;
  /** Closed polygon around the face; no pixel inside it is ever changed. */
  readonly faceOval: readonly Point[];
  readonly body: BodyMeasures;
  readonly armTubes: Pair<LimbTube>;
  readonly legTubes: Pair<LimbTube>;
  readonly skinTone: SkinTone;
  /** Where across a rounded limb the photo's light is brightest, −1 image left … 1 right. */
  readonly lightSide: number;
  readonly warnings: readonly TryOnWarning[];
}

/** Names of the pipeline's stages in their order. */
export const TRYON_STAGES = [
  'pose',
  'face',
  'parse',
  'measure',
  'garment',
  'place',
  'remove',
  'shade',
  'compose',
] as const;
export type TryOnStage = (typeof TRYON_STAGES)[number];

/**
 * Where results of the analysis may be kept. Each is called once per render, `garment` once per product with its place in the look;
 * `compute` only where nothing is kept.
 */
export interface TryOnCache {
  person?(compute: () => Promise<Person>): Promise<Person>;
  garment?(compute: () => Promise<Garment>, place?: number): Promise<Garment>;
}

/** The layers that a picture was composed of; 0…1 at work size, over `box`. */
export interface ComposedLayers {
  /** The part of the photo that the planes cover, photo pixels. */
  readonly box: Box;
  /** Plane pixels a photo pixel. */
  readonly workScale: number;
  /** The placed garment, whatever lies in front of it. */
  readonly garment: PlaneF32;
  /** The old garment that has to go. */
  readonly old: PlaneF32;
  /** Where the photo gives way to what lies under the old garment. */
  readonly removal: PlaneF32;
  /** What of the photo lies in front of everything. */
  readonly front: PlaneF32;
  /** Invented limbs in front of the garment. */
  readonly limbs: PlaneF32;
  /** Limbs that the new garment leaves bare, and chest inside its neckline: what comes to light there is skin. */
  readonly bare: PlaneF32;
  readonly chest: PlaneF32;
  /** All of the body that was painted where the old garment went: skin, layers below a jacket, trousers carried on. */
  readonly body: PlaneF32;
  /** Where the garment's colour is drawn past its outline. */
  readonly snap: PlaneF32;
  /** Factor on the garment's colours, at half the work size. */
  readonly gain: PlaneF32;
}

/** Their arrays. */
export const COMPOSED_LAYERS: Leaving<ComposedLayers> = {
  garment: PLANE,
  old: PLANE,
  removal: PLANE,
  front: PLANE,
  limbs: PLANE,
  bare: PLANE,
  chest: PLANE,
  body: PLANE,
  snap: PLANE,
  gain: PLANE,
};

/** What the stages made on the way, for whoever measures the picture. */
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
  /** Looked at between stages; an aborted render throws {@link TryOnAborted}. */
  readonly signal?: { readonly aborted: boolean };
  readonly cache?: TryOnCache;
  /** Milliseconds of any steady clock; without it all stage times are 0. */
  now?(): number;
}

/** What was painted without having been seen, as shares of the photo's pixels, 0…1. */
export interface Invented {
  readonly skinShare: number;
  readonly backgroundShare: number;
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
  /** Only when asked for. */
  readonly trace?: TryOnTrace;
}
