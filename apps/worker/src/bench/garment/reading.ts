import type { PlaneF32, Point } from '@drape/imaging';
import type { PointName, SleeveState, View } from './label';

/** A reader's understanding of a product picture, in the form of a label. */
export interface GarmentReading {
  /** Shares of the picture's width and height; missing where the reader gives none. */
  readonly points: ReadonlyMap<PointName, Point>;
  /** 0…1 over the whole picture, at the size that was asked for. */
  readonly outline: PlaneF32;
  /** Outlines of the sleeves, as shares of the picture's sides; null where the reader finds no sleeve, or gives masks only. */
  readonly sleevePolygons: readonly [readonly Point[] | null, readonly Point[] | null];
  /** Image left first; null where the reader finds no sleeve. */
  readonly sleeves: readonly [PlaneF32 | null, PlaneF32 | null];
  /** null: the reader gives none. */
  readonly collar: PlaneF32 | null;
  readonly sleeveStates: readonly [SleeveState | null, SleeveState | null];
  readonly view: View | null;
  /** 0…1: how far the reader trusts its points. */
  readonly confidence: number;
}
