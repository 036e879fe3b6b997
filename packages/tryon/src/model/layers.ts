import type { Box, PlaneF32, RasterU8 } from '@drape/imaging';
import type { WorkPoint } from './points';
import type { LimbField } from './scene';
import type { Pair } from './pair';

/** The layers that a picture was composed of; 0…1 at work size, over `box`. */
export interface ComposedLayers {
  /** The part of the photo that the planes cover, photo pixels. */
  readonly box: Box;
  /** Plane pixels per photo pixel. */
  readonly workScale: number;
  /** The placed garment, including what is hidden by things in front of it. */
  readonly garment: PlaneF32;
  /** The old garment that has to go. */
  readonly old: PlaneF32;
  /** Where the photo is replaced by what is under the old garment. */
  readonly removal: PlaneF32;
  /** What of the photo is in front of everything. */
  readonly front: PlaneF32;
  /** Invented limbs in front of the garment. */
  readonly limbs: PlaneF32;
  /** Limbs that the new garment leaves bare, and chest inside its neckline: what is uncovered there is skin. */
  readonly bare: PlaneF32;
  readonly chest: PlaneF32;
  /** All of the body that was painted where the old garment was removed: skin, layers below a jacket, continued trousers. */
  readonly body: PlaneF32;
  /** Where the garment's colour is drawn past its outline. */
  readonly snap: PlaneF32;
  /** Factor on the garment's colours, at half the work size. */
  readonly gain: PlaneF32;
}

/** What was painted without being seen in the photo, as shares of the photo's pixels, 0…1. */
export interface Invented {
  readonly skinShare: number;
  readonly backgroundShare: number;
}

/** A trouser leg, or a skirt around both legs, as far as the old upper clothes hid it. */
export interface ContinuedGarment {
  readonly field: LimbField;
  /** Chain of discs, work pixels. */
  readonly centres: readonly WorkPoint[];
  readonly radii: readonly number[];
  /** First and last station that shows the fabric. */
  readonly seen: readonly [number, number];
  /** Work row at which shorts or a skirt end, where that is seen; else they end with the chain. */
  readonly hem: number | null;
}

/** The lower clothes that continue under a new top or jacket. */
export interface ContinuedLower {
  /** Their colours; null where there is too little of them to read. */
  readonly plate: RasterU8 | null;
  /** Their shapes where the old clothes hid the thighs; empty where they did not. */
  readonly garments: readonly ContinuedGarment[];
}

/** What the new garment replaces, at work size. */
export interface OldGarment {
  /** 0…1. */
  readonly seen: PlaneF32;
  /** The same, grown by a rim that takes in slivers and soft edges. */
  readonly grown: PlaneF32;
  /** A soft ramp around `grown`: how far its out-of-focus edge may colour the background. */
  readonly halo: PlaneF32;
  /** Above a new waistband: there a tucked-in top continues, not the background. */
  readonly waist?: PlaneF32;
  /** How far the photo shows only background beside it, 0…1; elsewhere 0. */
  readonly background: PlaneF32;
  /** The lower clothes that continue under a new top or jacket; null where the garment is neither, or too little of them is seen. */
  readonly lower: ContinuedLower | null;
  /** The forearms were in its sleeves, image left first. */
  readonly longSleeves: Pair<boolean>;
  /** What hid the thighs stays below the new hem. */
  readonly keepsCoat: boolean;
}
