import { connectedComponents, cropPlane, type Box, type PlaneF32, type Point } from '@drape/imaging';
import type { PersonPlanes } from '../types';
import { grownBox } from './boxes';
import { distance, mix, resamplePolyline, scale } from './geometry';
import { sampleAt } from './limb-tubes';
import type { MendInput } from './mend-planes';

/** Belief from which on clothes hang together. */
const PRESENT = 0.15;
/** The largest and the smallest island, squared shoulder widths: a forearm has about .16. */
const AREA_MOST = 0.12;
const AREA_LEAST = 0.0004;
/** Usual half width of a forearm, shoulder widths; nearly all of an island lies nearer to the bone than so many of them. */
const HALF = 0.095;
const NEAR = 2;
const NEARLY_ALL = 0.9;
/** How far from the bone its middle may lie, in the same unit: scraps of clothes and bags lie beside an arm. */
const ASIDE_MOST = 0.5;
/** The share of its rim that bare skin is where that alone is enough, and the least one. */
const ENCLOSED = 0.78;
const ENCLOSED_LEAST = 0.3;
/** Points along the arm, and so many of them before and after an island are looked at for skin. */
const STATIONS = 32;
const BEYOND = 3;
const BARE = 0.5;

type ArmInput = Pick<MendInput, 'planes' | 'joints' | 'frame' | 'workScale'>;

/**
 * Watches, bracelets and tattoos on a bare forearm are read as bits of the clothes: they would be taken off with these. Islands of clothes
 * that have the arm's skin on both sides along it, or all around, are of the arm. Aliasing: writes the planes.
 *
 * Tuned by eye on the forearms of 266 people: 30 of 38 islands were tattoos, watches, bracelets, rings and shaded fingers.
 */
export function returnArmIslands(input: ArmInput): void {
  const { joints, workScale: k } = input;
  for (const side of [0, 1] as const) {
    const [shoulder, elbow] = [joints.shoulders[side], joints.elbows[side]];
    const bones = [mix(shoulder, elbow, 0.5), elbow, joints.wrists[side], joints.hands[side]];
    returnOn(
      input,
      resamplePolyline(
        bones.map((p) => scale(p, k)),
        STATIONS,
      ),
    );
  }
}

function returnOn({ planes, frame, workScale: k }: ArmInput, line: readonly Point[]): void {
  const { skin, upper } = planes;
  const sw = frame.shoulderWidth * k;
  const box = boxAround(line, 1.3 * NEAR * HALF * sw, upper);
  if (box.width < 9 || box.height < 9) return;
  const { labels, areas, boxes } = connectedComponents(cropPlane(upper, box), PRESENT);
  const bare = cropPlane(skin, box);
  const local = line.map(({ x, y }) => ({ x: x - box.x, y: y - box.y }));
  for (const [n, area] of areas.entries()) {
    if (area < AREA_LEAST * sw * sw || area > AREA_MOST * sw * sw || touchesRim(boxes[n], box)) continue;
    const island = { labels, label: n + 1, within: boxes[n], width: box.width };
    if (isOnArm(island, local, bare, HALF * sw)) give(planes, island, box);
  }
}

interface Island {
  /** Numbers of the parts of a crop, `width` pixels wide, and the island's own. */
  readonly labels: ArrayLike<number>;
  readonly label: number;
  readonly within: Box;
  readonly width: number;
}

function boxAround(line: readonly Point[], margin: number, picture: PlaneF32): Box {
  const [xs, ys] = [line.map((p) => p.x), line.map((p) => p.y)];
  const [x, y] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  const [right, bottom] = [Math.min(picture.width, Math.max(...xs)), Math.min(picture.height, Math.max(...ys))];
  return grownBox(
    { x, y, width: Math.ceil(right - x) + 1, height: Math.ceil(bottom - y) + 1 },
    Math.ceil(margin),
    picture,
  );
}

/** What reaches the rim of the looked-at part may go on beyond it. */
function touchesRim({ x, y, width, height }: Box, box: Box): boolean {
  return x < RIM || y < RIM || x + width > box.width - RIM || y + height > box.height - RIM;
}

/** So many pixels beyond an island skin is asked for. */
const RIM = 3;

function isOnArm(island: Island, line: readonly Point[], bare: PlaneF32, half: number): boolean {
  const { labels, label, within, width } = island;
  let [all, near, x, y, rim, skin] = [0, 0, 0, 0, 0, 0];
  let [first, last] = [line.length, -1];
  for (let v = within.y; v < within.y + within.height; v++) {
    for (let u = within.x; u < within.x + within.width; u++) {
      const j = v * width + u;
      if (labels[j] !== label) continue;
      const at = nearest(line, { x: u, y: v });
      all++;
      x += u;
      y += v;
      if (distance(line[at], { x: u, y: v }) < NEAR * half) near++;
      first = Math.min(first, at);
      last = Math.max(last, at);
      for (const way of [1, -1, width, -width]) {
        if (labels[j + way] === label) continue;
        rim++;
        if (bare.data[j + RIM * way] > BARE) skin++;
      }
    }
  }
  if (near < NEARLY_ALL * all || skin < ENCLOSED_LEAST * rim) return false;
  if (skin > ENCLOSED * rim) return true;
  const middle = { x: x / all, y: y / all };
  if (distance(line[nearest(line, middle)], middle) > ASIDE_MOST * half) return false;
  return (
    isBare(line.slice(Math.max(0, first - BEYOND), first), bare) &&
    isBare(line.slice(last + 1, last + 1 + BEYOND), bare)
  );
}

function nearest(line: readonly Point[], { x, y }: Point): number {
  let [best, least] = [0, Infinity];
  for (let i = 0; i < line.length; i++) {
    const d = (line[i].x - x) ** 2 + (line[i].y - y) ** 2;
    if (d < least) [best, least] = [i, d];
  }
  return best;
}

/** Whether one of some points lies on skin; nothing is known of an arm beyond its ends. */
const isBare = (points: readonly Point[], bare: PlaneF32): boolean => points.some((p) => sampleAt(bare, p, 1) > BARE);

/** Makes skin of an island and the soft rim around it. */
function give(
  { skin, upper, top, outer, dress }: PersonPlanes,
  { labels, label, within, width }: Island,
  box: Box,
): void {
  for (let v = within.y - 1; v < within.y + within.height + 1; v++) {
    for (let u = within.x - 1; u < within.x + within.width + 1; u++) {
      const j = v * width + u;
      if (![0, 1, -1, width, -width].some((way) => labels[j + way] === label)) continue;
      const i = (box.y + v) * skin.width + box.x + u;
      skin.data[i] += upper.data[i];
      for (const plane of [upper, top, outer, dress]) plane.data[i] = 0;
    }
  }
}
