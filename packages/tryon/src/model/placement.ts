import type { Box, RasterU8, SheetCovers } from '@drape/imaging';
import type { GarmentPoint, PhotoPoint } from './points';
import type { NecklineKind, SleeveLength } from './garment';
import type { Pair } from './pair';

/** One pull on the mesh: the garment's point, its target in the photo, and how strong the pull is. */
export interface PlacementTarget {
  readonly name: string;
  /** The sheet of the garment's mesh that it pulls, see SHEETS: sleeves and legs have their own. */
  readonly sheet: number;
  /** Pixels of `Garment.rgba`. */
  readonly from: GarmentPoint;
  /** Pixels of the photo. */
  readonly to: PhotoPoint;
  readonly weight: number;
}

/** Where the placed garment covers the body, for the composition. All points are photo pixels; image left first. */
export type PlacedRegion = PlacedUpper | PlacedLower;

export interface PlacedUpper {
  readonly kind: 'upper';
  /** The front neckline as placed, from image left to right. */
  readonly neckline: readonly PhotoPoint[];
  readonly necklineKind: NecklineKind;
  /** Where the garment's neck points are on the shoulder line. */
  readonly neck: Pair<PhotoPoint>;
  readonly shoulder: Pair<PhotoPoint>;
  readonly sleeves: Pair<PlacedSleeve>;
  /** Hem from image left to right. */
  readonly hem: readonly PhotoPoint[];
  /** Armpit → hem corner, both sides, as placed. */
  readonly sides: Pair<readonly PhotoPoint[]>;
}

export interface PlacedSleeve {
  readonly length: SleeveLength;
  /** Share of the arm (shoulder 0, wrist 1) that the sleeve covers. */
  readonly reach: number;
  /** Outer and inner corner of the cuff; for sleeveless garments shoulder tip and armpit. */
  readonly cuff: Pair<PhotoPoint>;
  /** The sleeve's own outline as placed, closed, with its cuff where the fabric ends; empty for sleeveless garments. */
  readonly outline: readonly PhotoPoint[];
}

export interface PlacedLower {
  readonly kind: 'pants' | 'skirt';
  /** Waistband from image left to right. */
  readonly waist: readonly PhotoPoint[];
  /** The top is tucked into the garment: its waistband is drawn over the top. */
  readonly tucked: boolean;
  /** It falls over shoes and boots, which otherwise are in front of it. */
  readonly overShoes: boolean;
  /** Pants: one tube per leg; skirt: one outline, both entries equal. Closed polygons. */
  readonly tubes: Pair<readonly PhotoPoint[]>;
  readonly hems: Pair<readonly PhotoPoint[]>;
  /** Share of the leg (hip 0, ankle 1) that is covered. */
  readonly reach: Pair<number>;
}

/** The garment laid on the photo. */
export interface Placement {
  /** Straight alpha, photo resolution, covers `box`. */
  readonly rgba: RasterU8;
  /** Within the photo. */
  readonly box: Box;
  readonly targets: readonly PlacementTarget[];
  /** Distance between targets and the solved mesh, photo pixels. */
  readonly residual: { readonly mean: number; readonly max: number };
  readonly flips: number;
  readonly stretchP95: number;
  /** Share of the garment that the photo's edges cut off, 0…1. */
  readonly outside: number;
  /** Positions of the mesh's vertices in the photo, x and y alternating. */
  readonly deformed: Float64Array;
  /** The mesh's triangles from back to front, as they were drawn. */
  readonly order: Uint32Array;
  /** How much of each garment pixel a sheet drew; null where the garment is one piece. */
  readonly sheetCovers: SheetCovers | null;
  readonly region: PlacedRegion;
}
