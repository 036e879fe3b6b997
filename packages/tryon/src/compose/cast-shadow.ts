import { createPlane, gaussianBlur, type PlaneF32, type Point } from '@drape/imaging';
import { scale, smoothstep, sub, unit } from '../person/geometry';
import type { LimbField } from './limb-field';
import { upperRegion, type Scene } from './scene';

/** What shadows are cast on and by, at half the work size. */
export interface ShadowScene {
  readonly garment: PlaneF32;
  /** What can be shaded beside the garment: 1 on body and clothes that stay or are painted anew, 0 on the ground. */
  readonly body: PlaneF32;
  /** What lies in front of the garment: face, hair, hands, arms, bags. */
  readonly front: PlaneF32;
  /** Hair and skin of the head, neck and chest. */
  readonly head: PlaneF32;
  /** Shoulder width, and the middle of the shoulders, in these pixels. */
  readonly sw: number;
  readonly middle: Point;
  /** How much further than a shirt's its hem's shadow reaches: skirts stand off the legs. */
  readonly standOff: number;
}

/** Darkest the head's shadow makes the garment, and what lies in front of it. */
const HEAD_SHADOW = 0.11;
const FRONT_SHADOW = 0.2;
/** Darkest below hems; around all other edges; and on arms below a sleeve's end. Tuned by eye. */
const HEM_SHADOW = 0.36;
const EDGE_SHADOW = 0.16;
const SLEEVE_SHADOW = 0.26;
/** Depth of the shadow on a hand, in that: where an old sleeve ended on it the photo has a shadow of its own. Shares of the arm from which a cuff lies on it. */
const ON_HAND = 0.5;
const HAND = [0.9, 0.95] as const;
/** How far a sleeve's shadow reaches, in shoulder widths; sleeves of less than this share of an arm cast none. */
const SLEEVE_REACH = 0.035;
const SLEEVE_LEAST = 0.08;

/** Darkening, 0…1, of the garment by what lies before it and above it. */
export function shadowsOnGarment(scene: ShadowScene): PlaneF32 {
  const { front, sw } = scene;
  const head = headShadow(scene);
  const near = gaussianBlur(lowered(front, Math.round(0.02 * sw)), Math.max(0.7, 0.028 * sw));
  for (let i = 0; i < head.data.length; i++) {
    head.data[i] = Math.max(head.data[i], FRONT_SHADOW * near.data[i] * (1 - front.data[i]));
  }
  return head;
}

/** The head's soft shadow: hair and neck moved down a little, strongest right under them. */
function headShadow({ head, sw, middle }: ShadowScene): PlaneF32 {
  const out = createPlane(head.width, head.height);
  const shift = Math.round(0.045 * sw);
  const [y1, half] = [middle.y + 0.3 * sw, 0.5 * sw];
  for (let y = shift; y < Math.min(head.height, y1); y++) {
    for (let x = Math.max(0, Math.floor(middle.x - half)); x < Math.min(head.width, middle.x + half); x++) {
      out.data[y * head.width + x] = head.data[(y - shift) * head.width + x];
    }
  }
  const soft = gaussianBlur(out, Math.max(0.7, 0.03 * sw));
  for (let i = 0; i < soft.data.length; i++) soft.data[i] *= HEAD_SHADOW;
  return soft;
}

/** Darkening, 0…1, of body and clothes by the garment: most below its hem, a little along all its edges, none on the ground. */
export function shadowsOfGarment({ garment, body, front, sw, standOff }: ShadowScene): PlaneF32 {
  const below = gaussianBlur(
    lowered(garment, Math.max(1, Math.round(0.03 * standOff * sw))),
    Math.max(0.7, 0.026 * standOff * sw),
  );
  const around = gaussianBlur(garment, Math.max(0.7, 0.014 * sw));
  for (let i = 0; i < below.data.length; i++) {
    const free = body.data[i] * (1 - front.data[i]);
    const hem = HEM_SHADOW * Math.max(0, below.data[i] - garment.data[i]);
    const edge = EDGE_SHADOW * Math.max(0, around.data[i] - garment.data[i]);
    below.data[i] = free * Math.max(hem, edge);
  }
  return underEdges(below, { garment, body, front });
}

/** Carries a shadow on by one pixel under what casts it: where the garment's edge is only part of a pixel, a light rim would part the two. */
function underEdges(
  { width, height, data }: PlaneF32,
  { garment, body, front }: Pick<ShadowScene, 'garment' | 'body' | 'front'>,
): PlaneF32 {
  const out = createPlane(width, height);
  const job = { shadow: data, cloth: garment.data, body: body.data, front: front.data, out: out.data, width };
  for (let y = 0; y < height; y++) underRow(job, y * width, y > 0 ? width : 0, y + 1 < height ? width : 0);
  return out;
}

interface UnderJob {
  readonly shadow: Float32Array;
  readonly cloth: Float32Array;
  readonly body: Float32Array;
  readonly front: Float32Array;
  readonly out: Float32Array;
  readonly width: number;
}

/** The row that begins at `row`, its neighbours `up` pixels before and `down` behind. */
function underRow({ shadow, cloth, body, front, out, width }: UnderJob, row: number, up: number, down: number): void {
  for (let i = row; i < row + width; i++) {
    out[i] = shadow[i];
    if (!(cloth[i] > 0)) continue;
    const left = i > row ? i - 1 : i;
    const right = i + 1 < row + width ? i + 1 : i;
    const beside = Math.max(shadow[left], shadow[right], shadow[i - up], shadow[i + down]);
    out[i] = Math.max(shadow[i], body[i] * (1 - front[i]) * beside);
  }
}

function lowered(plane: PlaneF32, rows: number): PlaneF32 {
  const out = createPlane(plane.width, plane.height);
  out.data.set(plane.data.subarray(0, plane.data.length - rows * plane.width), rows * plane.width);
  return out;
}

/**
 * Darkening, 0…1, that sleeves cast on the arms that come out of them. Along the arm, because an arm that hangs before the garment's
 * body is shaded by the sleeve alone.
 *
 * Space: half the work size, the light of every second pixel of every second row.
 */
export function sleeveShadow(scene: Scene): PlaneF32 {
  const out = createPlane(Math.ceil(scene.garment.width / 2), Math.ceil(scene.garment.height / 2));
  const region = upperRegion(scene.placement);
  if (region === null) return out;
  scene.arms.forEach((arm, side) => {
    const { cuff } = scene.sleeves[side];
    if (cuff < SLEEVE_LEAST) return;
    const { centres } = scene.person.armTubes[side];
    const length = lengthOf(centres, scene.k);
    const end = scale(centres[centres.length - 1], scene.k);
    const along = scale(unit(sub(end, scale(centres[centres.length - 2], scene.k))), 1 / length);
    const depth = SLEEVE_SHADOW * (1 - (1 - ON_HAND) * smoothstep(cuff, ...HAND));
    const job = { cuff, depth, reach: (SLEEVE_REACH * scene.sw) / length, end, along };
    const { box } = arm;
    for (let y = box.y & 1; y < box.height; y += 2) {
      shadeRow(arm, job, y, out.data, ((box.y + y) >> 1) * out.width);
    }
  });
  return out;
}

/** Where a sleeve ends on its arm, and how far its shadow reaches, as shares of the arm; the arm's end in work pixels, and the way on in arms. */
interface SleeveEnd {
  readonly cuff: number;
  /** Darkest that it makes the arm. */
  readonly depth: number;
  readonly reach: number;
  readonly end: Point;
  readonly along: Point;
}

/** Row y of an arm's field, onto the row of the shadow that begins at `row`. */
function shadeRow(
  { box, t, u }: LimbField,
  { cuff, depth, reach, end, along }: SleeveEnd,
  y: number,
  shadow: Float32Array,
  row: number,
): void {
  for (let x = box.x & 1, j = y * box.width + x; x < box.width; x += 2, j += 2) {
    // past the arm's end, on the hand, t stays 1
    const beyond = t[j] < 1 ? 0 : (box.x + x - end.x) * along.x + (box.y + y - end.y) * along.y;
    const past = t[j] + Math.max(0, beyond) - cuff;
    // what the arm does not reach has u = 9
    if (past < -0.02 || past > 4 * reach || u[j] >= 8) continue;
    const across = 1 - smoothstep(Math.abs(u[j]), 1.1, 1.5);
    const o = row + ((box.x + x) >> 1);
    shadow[o] = Math.max(shadow[o], depth * across * Math.exp(-Math.max(0, past) / reach));
  }
}

function lengthOf(points: readonly Point[], k: number): number {
  let length = 1e-6;
  for (let i = 1; i < points.length; i++)
    length += k * Math.hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
  return length;
}
