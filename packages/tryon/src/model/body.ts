import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import type { PhotoPoint } from './points';
import type { LimbOrder } from './limbs';
import type { Pair } from './pair';

/**
 * A body's own axes and lengths, found once for each photo. Space: pixels of the joints that it was made of, photo pixels in a person.
 *
 * There are three shoulder widths. They differ in how they treat people who turn away from the camera: a length is measured in one of them
 * from beginning to end, and none is compared with another.
 */
export interface BodyFrame {
  readonly shoulderMid: PhotoPoint;
  readonly hipMid: PhotoPoint;
  /** Unit vector from the shoulders to the hips. */
  readonly down: Point;
  /** Unit vector from image left to image right, perpendicular to `down`. */
  readonly across: Point;
  /** The same, halfway to the line of the shoulders: clothes that hang on them follow both. */
  readonly leaning: Point;
  /** Distance between the middles of shoulders and hips, at least a few pixels. */
  readonly torsoLength: number;
  /**
   * Distance between the shoulder joints as the picture shows it. Source of the other two, and the unit of what turns with the shoulders.
   */
  readonly shoulderWidth: number;
  /** The same, but at least .42 torso lengths: the unit across a body that clothes are laid on, which remains usable from the side. */
  readonly turnedWidth: number;
  /** As if the person faced the camera, at least .52 torso lengths: the unit of limbs, hands and necks, which are not foreshortened. */
  readonly facingWidth: number;
}

/** The joints of one side of the body, photo pixels, with the visibility that the pose network gave, 0…1. */
export interface Limb {
  readonly joints: readonly [PhotoPoint, PhotoPoint, PhotoPoint];
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
  readonly body: BodyFrame;
  /** Shoulder, elbow, wrist. */
  readonly arms: Pair<Limb>;
  /** Hip, knee, ankle. */
  readonly legs: Pair<Limb>;
  readonly limbOrder: LimbOrder;
  /** Tip of the foot (foot index) where visible. */
  readonly toes: Pair<PhotoPoint>;
  /** Outline of the face; absent where none is known. */
  readonly faceOval?: readonly PhotoPoint[];
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
