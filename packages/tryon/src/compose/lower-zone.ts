import { createPlane, type PlaneF32, type Point } from '@drape/imaging';
import { add, clamp, mix, scale } from '../person/geometry';
import { polygonMask } from './removal';
import { upperRegion, type Scene } from './scene';

/** Below the new hem and within the trousers' own width: there the old top's end turns into trousers. */
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
  // where a long top gives way to a short one, the trousers go on from there to where they are seen
  const deep = Math.max(BELOW_HEM * body.shoulderWidth, span.seenFrom - Math.min(first.y, last.y));
  const down = scale(body.down, deep);
  return polygonMask(scene, [
    { x: span.left, y: Math.min(first.y, level) + up.y },
    { x: span.right, y: Math.min(last.y, level) + up.y },
    add(last, down),
    add(first, down),
  ]);
}

/** How far below the new hem lower clothes are carried on at least, and how far below it they are looked for, in shoulder widths. */
const BELOW_HEM = 0.55;
const LOOKED_FOR = 1.8;

interface LowerSpan {
  readonly left: number;
  readonly right: number;
  /** Row from which on the lower clothes are seen in their whole width. */
  readonly seenFrom: number;
}

/** Left and right end of the lower clothes just below the old top, photo pixels: medians over the first rows that show them. */
function lowerSpan(scene: Scene, hem: readonly Point[]): LowerSpan | null {
  const { person, k, sw } = scene;
  const { lower } = person.planes;
  const middle = Math.round(mix(hem[0], hem[hem.length - 1], 0.5).x * k);
  const top = Math.round(Math.min(hem[0].y, hem[hem.length - 1].y) * k);
  const [lefts, rights]: [number[], number[]] = [[], []];
  const gap = Math.max(1, Math.round(LEG_GAP * sw));
  let last = top;
  for (let y = Math.max(0, top); y < Math.min(lower.height, top + LOOKED_FOR * sw) && lefts.length < 0.22 * sw; y++) {
    const on = (x: number): boolean => x >= 0 && x < lower.width && lower.data[y * lower.width + x] > 0.5;
    const [left, right] = [lastOn(on, middle, -1, gap), lastOn(on, middle, 1, gap)];
    if (left === null || right === null) continue;
    lefts.push(left);
    rights.push(right);
    last = y;
  }
  if (lefts.length < 3) return null;
  // rows still half covered by the old top are narrower than the trousers: look at the wide ones
  const at = (values: number[], share: number): number =>
    values.sort((p, q) => p - q)[Math.floor(share * (values.length - 1))];
  return { left: at(lefts, 0.12) / k, right: (at(rights, 0.88) + 1) / k, seenFrom: (last + 1) / k };
}

/** Widest gap between two trouser legs, in shoulder widths, that is taken for part of them. */
const LEG_GAP = 0.12;

/** The last position on a way from `start` that is on, gaps of up to `gap` leapt over; null where nothing is. */
function lastOn(on: (x: number) => boolean, start: number, step: 1 | -1, gap: number): number | null {
  let last: number | null = null;
  for (let x = start, off = 0; off <= gap; x += step) {
    if (on(x)) [last, off] = [x, 0];
    else off++;
  }
  return last;
}
