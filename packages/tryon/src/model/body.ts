import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import type { LimbOrder } from './limbs';
import type { Pair } from './pair';

/** The joints of one side of the body, photo pixels, with the visibility that the pose network gave, 0…1. */
export interface Limb {
  readonly joints: readonly [Point, Point, Point];
  readonly visibility: readonly [number, number, number];
}

/**
 * What placement must know of a body: joints and soft class planes. Image left first.
 *
 * Space: every point is in photo pixels; planes cover the whole photo at `workScale` (plane pixel = photo pixel × workScale).
 */
export interface PlacementBody {
  readonly width: number;
  readonly height: number;
  /** Shoulder, elbow, wrist. */
  readonly arms: Pair<Limb>;
  /** Hip, knee, ankle. */
  readonly legs: Pair<Limb>;
  readonly limbOrder: LimbOrder;
  /** Tip of the foot (foot index) where visible. */
  readonly toes: Pair<Point>;
  /** Outline of the face; absent where none is known. */
  readonly faceOval?: readonly Point[];
  readonly workScale: number;
  /** The photo at work size, RGB; absent where none is known. */
  readonly guide?: RasterU8;
  readonly planes: PlacementPlanes;
}

/** Class probabilities at work size, 0…1. Colour models fill them where there is no parser. */
export interface PlacementPlanes {
  readonly person: PlaneF32;
  readonly hair: PlaneF32;
  readonly skin: PlaneF32;
  readonly top: PlaneF32;
  readonly outer: PlaneF32;
  readonly dress: PlaneF32;
  readonly pants: PlaneF32;
  readonly skirt: PlaneF32;
  /** pants ∪ skirt ∪ the dress below the waist. */
  readonly lower: PlaneF32;
  readonly shoes: PlaneF32;
  readonly bag: PlaneF32;
}
