import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import type { PhotoPoint } from './points';
import type { BodyFrame, PlacementBody, PlacementPlanes } from './body';
import type { FaceMesh, PoseLandmark } from '../ports';
import type { Pair } from './pair';
import type { TryOnWarning } from './warning';

/** Every plane that the analysis keeps, at work size, 0…1. */
export interface PersonPlanes extends PlacementPlanes {
  /** Belts, hats, scarves, glasses: kept as they are. */
  readonly other: PlaneF32;
  /** top ∪ outer ∪ dress above the waist: the only reliable union of the upper classes. */
  readonly upper: PlaneF32;
  /** pants ∪ skirt ∪ the dress below the waist. */
  readonly lower: PlaneF32;
}

/** The measures of a body in a photo, in photo pixels. */
export interface BodyMeasures extends BodyFrame {
  /** Height of the waistline along `down` from the shoulders, in torso lengths; null when no lower garment was seen. */
  readonly waistline: number | null;
  /** Mean length hip–knee–ankle, 0 when no leg was seen. */
  readonly legLength: number;
}

/** A limb as a chain of discs from shoulder to past the wrist, or from hip to ankle; those of a person in photo pixels. */
export interface LimbTube<P extends Point = PhotoPoint> {
  readonly centres: readonly P[];
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
  readonly faceOval: readonly PhotoPoint[];
  readonly body: BodyMeasures;
  readonly armTubes: Pair<LimbTube>;
  readonly legTubes: Pair<LimbTube>;
  readonly skinTone: SkinTone;
  /** Where across a rounded limb the photo's light is brightest, −1 image left … 1 right. */
  readonly lightSide: number;
  readonly warnings: readonly TryOnWarning[];
}
