import { createPlane, type PlaneF32, type Point } from '@drape/imaging';
import { upperRegion } from '../../scene/scene';
import type { Scene } from '../../../model/scene';
import { sampleAt } from '../../../geometry/sampling';
import { polygonMask } from '../../masks/polygon-mask';
import { clamp } from '../../../geometry/numbers';
import { add, distance, lerp, scale } from '../../../geometry/vector';

/** Below the new hem and within the trousers' own width: there the end of the old top is replaced by trousers. */
export function lowerZone(scene: Scene): PlaneF32 {
  const region = upperRegion(scene.placement);
  const none = createPlane(scene.garment.width, scene.garment.height);
  if (region === null || region.hem.length < 2) return none;
  const span = lowerSpan(scene, region.hem);
  if (span === null) return none;
  const { body } = scene.person;
  const up = scale(body.down, -0.15 * body.shoulderWidth);
  const hem = region.hem.map((p) => ({ x: clamp(p.x, span.left, span.right), y: p.y }));
  const [first, last] = [hem[0], hem[hem.length - 1]];
  // a corner that hangs lower than the hem's middle leaves a gap above it
  const level = hem[hem.length >> 1].y;
  // where a short top replaces a long one, the trousers continue from its hem to where they are seen
  const hidden = span.seenFrom - Math.min(first.y, last.y);
  const min = CONTINUED_BELOW_HEM_MIN * body.shoulderWidth;
  const down = scale(body.down, Math.max(min, hidden));
  // legs need not continue in the direction in which the torso leans: there the zone ends between the seen ends, no wider than the hem
  const end = (p: Point, side: number): Point =>
    hidden > min ? { x: clamp(p.x, ...span.low), y: p.y + down.y } : add({ x: side, y: p.y }, down);
  // beside a hem that is narrower than the trousers no part of them shows above it
  return polygonMask(scene, [
    { x: first.x, y: Math.min(first.y, level) + up.y },
    { x: last.x, y: Math.min(last.y, level) + up.y },
    end(last, span.right),
    end(first, span.left),
  ]);
}

/**
 * Least distance below the new hem over which lower clothes are continued, and how far below it they are searched for, in shoulder widths.
 */
const CONTINUED_BELOW_HEM_MIN = 0.55;
const SEARCH_DEPTH = 1.8;

interface LowerSpan {
  readonly left: number;
  readonly right: number;
  /** Both ends in the lowest rows examined, photo pixels. */
  readonly low: readonly [number, number];
  /** Row below which the lower clothes are seen in their whole width. */
  readonly seenFrom: number;
}

/**
 * Left and right end of the lower clothes just below the old top, photo pixels: quantiles over the first rows that show them. A row in
 * which the old top continues beside an end, as below an open or slanting hem, hides that end; where rows further down show it, they are
 * used.
 */
function lowerSpan(scene: Scene, hem: readonly Point[]): LowerSpan | null {
  const { person, k, sw } = scene;
  const { lower } = person.planes;
  const middle = Math.round(lerp(hem[0], hem[hem.length - 1], 0.5).x * k);
  const top = Math.round(Math.min(hem[0].y, hem[hem.length - 1].y) * k);
  const rows: LowerRow[] = [];
  const gap = Math.max(1, Math.round(LEG_GAP_MAX * sw));
  const enough = END_ROWS_HEIGHT * sw;
  const free = [0, 0];
  for (let y = Math.max(0, top); y < Math.min(lower.height, top + SEARCH_DEPTH * sw); y++) {
    if (rows.length >= enough && Math.min(...free) >= enough) break;
    const on = (x: number): boolean => x >= 0 && x < lower.width && lower.data[y * lower.width + x] > 0.5;
    const [left, right] = [lastOn(on, middle, -1, gap), lastOn(on, middle, 1, gap)];
    if (left === null || right === null) continue;
    const hidden = [underTop(scene, left, y, -1), underTop(scene, right, y, 1)] as const;
    rows.push({ y, ends: [left, right], hidden });
    hidden.forEach((is, side) => {
      if (!is) free[side]++;
    });
  }
  const count = Math.min(rows.length, Math.ceil(enough));
  if (count < 3) return null;
  const [lefts, rights] = ([0, 1] as const).map((side) => rowsShowingEnd(rows, side, count));
  const lowest = (side: 0 | 1): number => {
    const free = rows.filter(({ hidden }) => !hidden[side]);
    return endAt((free.length < 3 ? rows : free).slice(-Math.ceil(0.25 * count)), side, 0.5);
  };
  // rows still half covered by the old top are narrower than the trousers: use the wide ones
  return {
    low: [lowest(0) / k, (lowest(1) + 1) / k],
    left: endAt(lefts, 0, 0.12) / k,
    right: (endAt(rights, 1, 0.88) + 1) / k,
    seenFrom: (Math.max(lefts[lefts.length - 1].y, rights[rights.length - 1].y) + 1) / k,
  };
}

/** A quantile of one end over some rows. */
function endAt(rows: readonly LowerRow[], side: 0 | 1, share: number): number {
  const ends = rows.map(({ ends }) => ends[side]).sort((p, q) => p - q);
  return ends[Math.floor(share * (ends.length - 1))];
}

/** Height of the rows used to measure an end, in shoulder widths. */
const END_ROWS_HEIGHT = 0.22;

/** Left and right end of the lower clothes in a row, work pixels, and whether the old top continues beyond them. */
interface LowerRow {
  readonly y: number;
  readonly ends: readonly [number, number];
  readonly hidden: readonly [boolean, boolean];
}

/** The first `count` rows or, where the old top hides an end in most of them, the first that show it. */
function rowsShowingEnd(rows: readonly LowerRow[], side: 0 | 1, count: number): LowerRow[] {
  const first = rows.slice(0, count);
  if (2 * first.filter(({ hidden }) => hidden[side]).length <= count) return first;
  const free = rows.filter(({ hidden }) => !hidden[side]).slice(0, count);
  return free.length < 3 ? first : free;
}

/**
 * Distances beyond an end of the lower clothes at which the old top is probed, in shoulder widths; and the distance from an arm within
 * which it is a sleeve, in radii.
 */
const PROBES_BEYOND_END = [0.03, 0.06, 0.09] as const;
const SLEEVE_DISTANCE = 1.3;

function underTop({ person, k, sw }: Scene, x: number, y: number, step: 1 | -1): boolean {
  const seen = PROBES_BEYOND_END.filter((off) => {
    const p = { x: (x + 0.5 + step * off * sw) / k, y: (y + 0.5) / k };
    const isSleeve = person.armTubes.some(({ centres, radii }) =>
      centres.some((c, i) => distance(c, p) < SLEEVE_DISTANCE * radii[i]),
    );
    return !isSleeve && sampleAt(person.planes.upper, p, k) > 0.5;
  });
  return seen.length > 1;
}

/** Widest gap between two trouser legs that still counts as part of them, in shoulder widths. */
const LEG_GAP_MAX = 0.12;

/** The last position from `start` that is on, skipping gaps of up to `gap`; null where none is. */
function lastOn(on: (x: number) => boolean, start: number, step: 1 | -1, gap: number): number | null {
  let last: number | null = null;
  for (let x = start, off = 0; off <= gap; x += step) {
    if (on(x)) [last, off] = [x, 0];
    else off++;
  }
  return last;
}
