import type { Box, PlaneF32, RasterU8 } from '@drape/imaging';
import type { SleeveLength } from './garment';
import type { ProductCategory } from '@drape/contracts';
import type { ArmStates } from './limbs';
import type { Placement } from './placement';
import type { Person } from './person';
import type { AnyRule } from '../rules/rule';

/** A limb unrolled over its box in work pixels: the position of each pixel along and across it. */
export interface LimbField {
  readonly box: Box;
  /** 0 at the first station … 1 at the last. */
  readonly t: Float32Array;
  /** −1 … 1 from edge to edge, beyond outside the limb; positive to the image right of a limb that hangs down. */
  readonly u: Float32Array;
  /** Radius of the limb at `t`, work pixels. */
  readonly r: Float32Array;
}

/** A new sleeve as the composition needs it. */
export interface ArmSleeve {
  /** Coverage of a short sleeve's own fabric, 0…1 at work size; null for all others. */
  readonly mask: PlaneF32 | null;
  /** Share of the arm's tube that is in it: shoulder 0 … knuckles 1. */
  readonly end: number;
  /** Share at which its fabric, as placed, leaves the arm's middle: a long sleeve's may end before or after `end`. */
  readonly cuff: number;
  readonly length: SleeveLength;
}

/**
 * How light falls across a limb: factors on its tone, by station and from edge to edge.
 *
 * Layout: `factors[(station × BINS + bin) × 3 + channel]`.
 */
export interface LimbShade {
  readonly stations: number;
  readonly factors: Float32Array;
  /** How much of a station's factors was read from seen skin, 0…1. */
  readonly trust: Float32Array;
}

/** Everything that the composition looks at, at work size. */
export interface Scene {
  /** Rules that are left out of a measurement. */
  readonly without?: readonly AnyRule[];
  readonly category: ProductCategory;
  /** The whole photo; everything else is in the pixels of its part `box`. */
  readonly photo: RasterU8;
  readonly box: Box;
  /** That part of the photo at work size. */
  readonly guide: RasterU8;
  readonly person: Person;
  readonly placement: Placement;
  /** Work pixels per photo pixel. */
  readonly k: number;
  /** Shoulder width in work pixels, as if the person faced the camera. */
  readonly sw: number;
  /** Coverage of the placed garment over the whole work picture, 0…1. */
  readonly garment: PlaneF32;
  /** Its colours over the whole work picture, RGB; black where it is not. */
  readonly garmentRgb: RasterU8;
  readonly arms: readonly [LimbField, LimbField];
  /** How the arms are held, and where they go past the new sleeves. */
  readonly armStates: ArmStates;
  /** What part of each arm is in its new sleeve. */
  readonly sleeves: readonly [ArmSleeve, ArmSleeve];
  /** Empty where the garment does not touch the legs; so are their tones and shades. */
  readonly legs: readonly LimbField[];
  /** Colours along the bare limbs, one per station. */
  readonly armTones: readonly (readonly (readonly number[])[])[];
  readonly legTones: readonly (readonly (readonly number[])[])[];
  /** Light across the limbs, read from their seen skin. */
  readonly armShades: readonly LimbShade[];
  readonly legShades: readonly LimbShade[];
}
