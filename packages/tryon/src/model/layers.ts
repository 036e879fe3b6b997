import type { Box, PlaneF32, Point, RasterU8 } from '@drape/imaging';
import type { LimbField } from './scene';
import type { Pair } from './pair';

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

/** What was painted without having been seen, as shares of the photo's pixels, 0…1. */
export interface Invented {
  readonly skinShare: number;
  readonly backgroundShare: number;
}

/** A trouser leg, or a skirt around both legs, as far as the old upper clothes hid it. */
export interface CarriedCloth {
  readonly field: LimbField;
  /** Chain of discs, work pixels. */
  readonly centres: readonly Point[];
  readonly radii: readonly number[];
  /** First and last station that shows the cloth. */
  readonly seen: readonly [number, number];
  /** Work row at which shorts or a skirt end, where they are seen to; else they end with the chain. */
  readonly hem: number | null;
}

/** The lower clothes that go on under a new top or jacket. */
export interface CarriedLower {
  /** Their colours; null where there is too little of them to read. */
  readonly plate: RasterU8 | null;
  /** Their forms where the old clothes hid the thighs; empty where they did not. */
  readonly cloths: readonly CarriedCloth[];
}

/** What the new garment replaces, at work size. */
export interface OldGarment {
  /** 0…1. */
  readonly seen: PlaneF32;
  /** The same, grown by a rim that takes in slivers and soft edges. */
  readonly grown: PlaneF32;
  /** A soft ramp around `grown`: how far its out-of-focus edge may colour the ground. */
  readonly halo: PlaneF32;
  /** Above a new waistband: there a top that is tucked in goes on, not the ground. */
  readonly waist?: PlaneF32;
  /** How far the photo shows the ground alone beside it, 0…1; elsewhere 0. */
  readonly ground: PlaneF32;
  /** The lower clothes that go on under a new top or jacket; null where it is no such garment, or too little of them is seen. */
  readonly lower: CarriedLower | null;
  /** The forearms lay in its sleeves, image left first. */
  readonly longSleeves: Pair<boolean>;
  /** What hid the thighs stays below the new hem. */
  readonly keepsCoat: boolean;
}
