import type { Point } from '@drape/imaging';
import type { GarmentPoint, GarmentRead, ReadPoint, SleeveState } from '../../ports';
import type { Silhouette } from '../silhouette';
import type { Pair, Place } from '../types';

/** A point that the garment reader found, in the silhouette's upright frame, and how surely it lies there, 0…1. */
export interface GuideMark extends Point {
  readonly confidence: number;
}

/** Where a top's, jacket's or dress's outline is to be parted: what the garment reader found. */
export interface UpperGuide {
  readonly neck: Pair<GuideMark>;
  /** Lowest point of the front neckline; null where none is seen. */
  readonly front: GuideMark | null;
  readonly shoulder: Pair<GuideMark>;
  readonly armpit: Pair<GuideMark>;
  readonly hem: Pair<GuideMark>;
  /** Outer and inner end of the cuff; null for a sleeveless half. */
  readonly cuffs: Pair<Pair<GuideMark> | null>;
  readonly collar: GarmentRead['answers']['collar']['value'];
}

/**
 * Points below this confidence are too rarely right to lead geometry: of such points one in seven lies within 5 % of the garment's width
 * (training/garment_reader).
 */
const SURE = 0.2;

/** Needed of both halves: without them no side can be told from another. */
const NEEDED = ['neck', 'shoulder', 'armpit', 'hem'] as const;
const SIDES = ['Left', 'Right'] as const;
type Side = (typeof SIDES)[number];

/** What leads geometry, null where the reader doubts a needed point, or sees no whole sleeve. */
export function upperGuide(read: GarmentRead, place: Place, silhouette: Silhouette): UpperGuide | null {
  const { points, answers } = read;
  const states: Pair<SleeveState> = [answers.sleeveLeft.value, answers.sleeveRight.value];
  if (states.includes('hidden')) return null;
  const isSure = ({ confidence, presence }: ReadPoint): boolean => confidence >= SURE && presence >= 0.5;
  const needed = SIDES.flatMap((side, i): GarmentPoint[] => [
    ...NEEDED.map((name) => `${name}${side}` as const),
    ...(states[i] === 'none' ? [] : cuffOf(side)),
  ]);
  if (!needed.every((name) => isSure(points[name]))) return null;
  const mark = (name: GarmentPoint): GuideMark => {
    const { x, y, confidence } = points[name];
    const inCutOut = { x: (x - place.origin.x) * place.scale, y: (y - place.origin.y) * place.scale };
    return { ...silhouette.fromGarment(inCutOut), confidence };
  };
  const both = (name: (typeof NEEDED)[number]): Pair<GuideMark> => [mark(`${name}Left`), mark(`${name}Right`)];
  const cuffs = (side: Side, state: SleeveState): Pair<GuideMark> | null => {
    const [outer, inner] = cuffOf(side);
    return state === 'none' ? null : [mark(outer), mark(inner)];
  };
  return {
    neck: both('neck'),
    front: isSure(points.neckFront) ? mark('neckFront') : null,
    shoulder: both('shoulder'),
    armpit: both('armpit'),
    hem: both('hem'),
    cuffs: [cuffs('Left', states[0]), cuffs('Right', states[1])],
    collar: answers.collar.value,
  };
}

const cuffOf = (side: Side) => [`cuff${side}Outer`, `cuff${side}Inner`] as const;
