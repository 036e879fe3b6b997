import { createPlane, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import type { LimbTube, SkinTone } from '../types';
import { fillPolygon, scalePolygon, smoothstep } from './geometry';

type Rgb = readonly [number, number, number];

/** A light brown for the case that no skin at all is seen. */
const FALLBACK: Rgb = [196, 150, 124];
/** Fewer pixels than this say nothing. */
const PIXELS_MIN = 40;
/** Less skin than this share of a limb is more likely skin-coloured cloth. */
const SEEN_LEAST = 0.15;

/** The neck's share in the tone of a body that is not seen: as light as the face, and much darker. */
const NECK_SHARE = 0.6;
const NECK_LEAST = 0.15;

interface ToneInput {
  readonly guide: RasterU8;
  readonly workScale: number;
  readonly skin: PlaneF32;
  readonly oval: readonly Point[];
  readonly arms: readonly LimbTube[];
  readonly legs: readonly LimbTube[];
}

/**
 * Mean colours of the visible skin of face, arms and legs.
 *
 * The hand alone is too red for an arm, so an arm that is seen only as a hand takes three quarters of its colour from face and neck.
 */
export function skinTone(input: ToneInput): SkinTone {
  const { guide, workScale, skin, oval } = input;
  const facePlane = createPlane(guide.width, guide.height);
  fillPolygon(facePlane, shrink(scalePolygon(oval, workScale), 0.7));
  const face = meanUnder(guide, facePlane, skin, 0.8, true) ?? FALLBACK;
  const inside = createPlane(guide.width, guide.height);
  const arm = tubeTone(input, inside, input.arms, 0.12, 0.72);
  const hand = tubeTone(input, inside, input.arms, 0.72, 1);
  const leg = tubeTone(input, inside, input.legs, 0.2, 0.95);
  const neck = neckTone(input, inside) ?? face;
  // the neck lies in the arm's light more often than the face does, unless a beard or the chin's shadow darkens all of it
  const neckShare = NECK_LEAST + (NECK_SHARE - NECK_LEAST) * smoothstep(light(neck) / light(face), 0.6, 0.9);
  const body = asHealthy(blend(face, neck, neckShare), face, BODY_LEAST);
  const seen = arm === null ? null : asHealthy(arm, body, LIGHT_LEAST);
  const armTone = seen ?? (hand === null ? body : blend(body, asHealthy(hand, body, LIGHT_LEAST), 0.25));
  return { face, arm: armTone, leg: leg ?? unseenLeg(average(armTone, face)) };
}

/** The brighter half of the neck just below the chin, for the other lies in the chin's shadow; null when it is covered. `inside` is scratch. */
function neckTone({ guide, workScale, skin, oval }: ToneInput, inside: PlaneF32): Rgb | null {
  inside.data.fill(0);
  const xs = oval.map((p) => p.x);
  const ys = oval.map((p) => p.y);
  const height = Math.max(...ys) - Math.min(...ys);
  const centre = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.max(...ys) + 0.2 * height };
  markDisc(inside, centre, 0.2 * height, workScale);
  return meanUnder(guide, inside, skin, 0.85, true);
}

/** Mean over the skin inside the tubes between two shares of their length; null when too little is seen. `inside` is scratch. */
function tubeTone(
  input: ToneInput,
  inside: PlaneF32,
  tubes: readonly LimbTube[],
  from: number,
  to: number,
): Rgb | null {
  const { guide, workScale, skin } = input;
  inside.data.fill(0);
  for (const tube of tubes) {
    const n = tube.centres.length;
    for (let i = Math.floor(from * (n - 1)); i <= to * (n - 1); i++) {
      markDisc(inside, tube.centres[i], tube.radii[i] * 0.85, workScale);
    }
  }
  return shareUnder(inside, skin) < SEEN_LEAST ? null : meanUnder(guide, inside, skin, 0.85, false);
}

/** Share of a mask that is skin. */
function shareUnder(mask: PlaneF32, skin: PlaneF32): number {
  let [on, both] = [1e-6, 0];
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] < 0.5) continue;
    on++;
    if (skin.data[i] > 0.85) both++;
  }
  return both / on;
}

function markDisc(plane: PlaneF32, centre: Point, radius: number, k: number): void {
  const [cx, cy, r] = [centre.x * k, centre.y * k, radius * k];
  for (let y = Math.max(0, Math.floor(cy - r)); y < Math.min(plane.height, cy + r); y++) {
    for (let x = Math.max(0, Math.floor(cx - r)); x < Math.min(plane.width, cx + r); x++) {
      if ((x + 0.5 - cx) ** 2 + (y + 0.5 - cy) ** 2 < r * r) plane.data[y * plane.width + x] = 1;
    }
  }
}

/** Mean colour of the skin under a mask; `trim` drops the darker half (brows, eyes, beard, shade). */
function meanUnder(guide: RasterU8, mask: PlaneF32, skin: PlaneF32, least: number, trim: boolean): Rgb | null {
  const found: number[] = [];
  for (let i = 0; i < mask.data.length; i++) if (mask.data[i] > 0.5 && skin.data[i] > least) found.push(i);
  if (found.length < PIXELS_MIN) return null;
  const c = guide.channels;
  const { data } = guide;
  let darkest = 0;
  if (trim) {
    const levels = new Float64Array(found.length);
    for (let n = 0; n < levels.length; n++) {
      const i = found[n] * c;
      levels[n] = data[i] + data[i + 1] + data[i + 2];
    }
    levels.sort();
    darkest = levels[levels.length >> 1];
  }
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let n = 0; n < found.length; n++) {
    const i = found[n] * c;
    if (data[i] + data[i + 1] + data[i + 2] < darkest) continue;
    red += data[i];
    green += data[i + 1];
    blue += data[i + 2];
    count++;
  }
  return [red / count, green / count, blue / count];
}

function shrink(polygon: readonly Point[], k: number): Point[] {
  const cx = polygon.reduce((s, p) => s + p.x, 0) / polygon.length;
  const cy = polygon.reduce((s, p) => s + p.y, 0) / polygon.length;
  return polygon.map((p) => ({ x: cx + (p.x - cx) * k, y: cy + (p.y - cy) * k }));
}

const blend = (p: Rgb, q: Rgb, t: number): Rgb => [
  p[0] + t * (q[0] - p[0]),
  p[1] + t * (q[1] - p[1]),
  p[2] + t * (q[2] - p[2]),
];
/** Legs that are not seen: less flushed than face and hands, and lit from above at a slant. Guessed by eye on nine people. */
const LEG_CHROMA = 0.9;
const LEG_LIGHT = 0.97;

function unseenLeg(rgb: Rgb): Rgb {
  const grey = (0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]) * LEG_LIGHT;
  return blend([grey, grey, grey], [rgb[0] * LEG_LIGHT, rgb[1] * LEG_LIGHT, rgb[2] * LEG_LIGHT], LEG_CHROMA);
}

/** Least light of a body that is not seen, in the face's: all of the neck lies in the chin's shade, shoulders do not. */
const BODY_LEAST = 0.95;
/** The same of limbs that are seen in part, and the least warmth of all: less is old cloth beside them, or the shade between fingers. */
const LIGHT_LEAST = 0.84;
const WARMTH_LEAST = 0.88;

/** A tone as warm and as light as `body` at least in part: the little that is seen lies on the rim of a sleeve or in its shade. */
function asHealthy(rgb: Rgb, body: Rgb, leastLight: number): Rgb {
  const lack = Math.max(0, WARMTH_LEAST * warmthOf(body) - warmthOf(rgb));
  const lit = Math.max(1, (leastLight * light(body)) / light(rgb));
  // warmer at the same light: red gains what blue loses
  const shift = (lack * light(rgb)) / 2;
  return [lit * (rgb[0] + shift), lit * rgb[1], lit * (rgb[2] - shift)];
}

/** How much more red than blue, as a share of the light. */
const warmthOf = (rgb: Rgb): number => (rgb[0] - rgb[2]) / light(rgb);

const light = ([r, g, b]: Rgb): number => r + g + b + 1;
const average = (p: Rgb, q: Rgb): Rgb => blend(p, q, 0.5);
