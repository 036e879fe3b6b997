import type { PlaneF32, Point } from '@drape/imaging';
import type { GarmentPoint, GarmentRead } from '../src/ports';
import { DRESS, SHIRT, TANK, TEE, VEST, WIDTH } from './drawn-garments';
import { readOf } from './read-of';

/** Points of the right half of drawn trousers or a skirt, or of both halves where they differ. */
export type DrawnLower =
  | {
      readonly waist: Point;
      readonly hem: Point;
    }
  | {
      readonly waist: Point;
      readonly crotch: Point;
      readonly hemOuter: Point;
      readonly hemInner: Point;
    }
  | Partial<Record<GarmentPoint, Point>>;

/** Points of the right half of a drawn upper garment; one without cuffs has no sleeves. */
export interface DrawnHalf {
  readonly neck: Point;
  readonly shoulder: Point;
  readonly armpit: Point;
  readonly hem: Point;
  readonly cuffOuter?: Point;
  readonly cuffInner?: Point;
}

/** Points of both halves, from those of the right one. */
export function bothHalves(right: Readonly<Partial<DrawnHalf>> | DrawnLower): Partial<Record<GarmentPoint, Point>> {
  const entries = Object.entries(right as Readonly<Record<string, Point>>).flatMap(([name, p]) => {
    const [, stem, end = ''] = /^([a-z]+)(Outer|Inner)?$/.exec(name) ?? [];
    if (stem === undefined || stem === 'crotch') return [[name, p]];
    return [
      [`${stem}Right${end}`, p],
      [`${stem}Left${end}`, { x: WIDTH - p.x, y: p.y }],
    ];
  });
  return Object.fromEntries(entries) as Partial<Record<GarmentPoint, Point>>;
}

/** What the garment reader tells of a drawn upper garment that it reads rightly. */
export function readUpper(mask: PlaneF32, right: DrawnHalf, more: Partial<GarmentRead['answers']> = {}): GarmentRead {
  const state = { value: right.cuffOuter === undefined ? 'none' : 'spread', probability: 1 } as const;
  const answers = { sleeveLeft: state, sleeveRight: state, ...more };
  return readOf({ parts: { torso: mask }, points: bothHalves(right), answers });
}

/** What it tells of drawn trousers or of a skirt. */
export const readLower = (mask: PlaneF32, right: DrawnLower): GarmentRead =>
  readOf({ parts: { torso: mask }, points: bothHalves(right) });

export const TANK_HALF: DrawnHalf = {
  neck: TANK.strapInner,
  shoulder: TANK.strapOuter,
  armpit: TANK.armpit,
  hem: TANK.hem,
};
export const DRESS_HALF: DrawnHalf = {
  ...DRESS,
  cuffOuter: { x: WIDTH / 2 + 100, y: 88 },
  cuffInner: { x: WIDTH / 2 + 82, y: 112 },
};
export const TEE_HALF: DrawnHalf = TEE;
export const SHIRT_HALF: DrawnHalf = SHIRT;
export const VEST_HALF: DrawnHalf = VEST;

/** A reader that tells the same of every picture. */
export const alwaysReads = (read: GarmentRead) => ({ readGarment: () => Promise.resolve(read) });

/** The place of a cut-out that is its picture. */
export const WHOLE_PLACE = { origin: { x: 0, y: 0 }, scale: 1 } as const;
