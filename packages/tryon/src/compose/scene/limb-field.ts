import { boundsOf, createPlane, type Box, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { isGlove } from '../../person/measure/skin-tone';
import type { LimbTube } from '../../model/person';
import type { LimbField } from '../../model/scene';
import { clamp } from '../../geometry/numbers';
import { distance } from '../../geometry/vector';

/** How far outside its edge a limb's field is still computed, in radii. */
const FIELD_REACH = 1.8;

/**
 * Unrolls a limb: each pixel belongs to the piece of the chain that it is nearest to in units of the radius.
 *
 * Space: tube in photo pixels; field in work pixels (photo × k). Pixels out of reach have |u| = 9.
 */
export function limbField(tube: LimbTube<Point>, k: number, width: number, height: number): LimbField {
  const cs = tube.centres.map((c) => ({ x: c.x * k, y: c.y * k }));
  const rs = tube.radii.map((r) => r * k);
  const box = limbBox(cs, Math.max(...rs) * FIELD_REACH + 2, width, height);
  const plane = (value: number): Float32Array => createPlane(box.width, box.height, value).data;
  const field = { box, t: plane(0), u: plane(9), r: plane(0) };
  const best = plane(FIELD_REACH);
  for (let s = 0; s + 1 < cs.length; s++) addPiece(field, best, cs, rs, s);
  return field;
}

function limbBox(points: readonly Point[], margin: number, width: number, height: number): Box {
  const { left, right, top, bottom } = boundsOf(points);
  const x = clamp(Math.floor(left - margin), 0, width - 1);
  const y = clamp(Math.floor(top - margin), 0, height - 1);
  return {
    x,
    y,
    width: clamp(Math.ceil(right + margin), x + 1, width) - x,
    height: clamp(Math.ceil(bottom + margin), y + 1, height) - y,
  };
}

function addPiece(field: LimbField, best: Float32Array, cs: readonly Point[], rs: readonly number[], s: number): void {
  const { box } = field;
  const [a, b] = [cs[s], cs[s + 1]];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = distance(a, b) || 1e-6;
  const margin = Math.max(rs[s], rs[s + 1]) * FIELD_REACH + 1;
  const x0 = Math.max(0, Math.floor(Math.min(a.x, b.x) - margin) - box.x);
  const x1 = Math.min(box.width, Math.ceil(Math.max(a.x, b.x) + margin) - box.x);
  const y0 = Math.max(0, Math.floor(Math.min(a.y, b.y) - margin) - box.y);
  const y1 = Math.min(box.height, Math.ceil(Math.max(a.y, b.y) + margin) - box.y);
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const px = box.x + x + 0.5 - a.x;
      const py = box.y + y + 0.5 - a.y;
      const t = clamp((px * dx + py * dy) / (length * length), 0, 1);
      const r = rs[s] + t * (rs[s + 1] - rs[s]);
      const across = px - t * dx;
      const along = py - t * dy;
      const d = Math.sqrt(across * across + along * along) / r;
      const i = y * box.width + x;
      if (d >= best[i]) continue;
      best[i] = d;
      field.t[i] = (s + t) / (cs.length - 1);
      field.u[i] = d * (px * dy - py * dx >= 0 ? 1 : -1);
      field.r[i] = r;
    }
  }
}

type Rgb = [number, number, number];

/** Share of a limb beyond which it is hand or foot, and the weight of its colour for the limb above. */
export const HAND_SPAN_START = 0.8;
const HAND_COLOUR_WEIGHT = 0.35;
/** Stations over which a wrist fades from the hand's colour to the limb's. */
const HAND_FADE_STATIONS = 6;

/**
 * Colour of the bare limb at each station, sRGB: seen skin where there is some, continued to the stations without, and the general tone
 * where none is seen at all.
 */
export function limbTones(tube: LimbTube, guide: RasterU8, skin: PlaneF32, k: number, tone: readonly number[]): Rgb[] {
  const seen = tube.centres.map((c, i) => discMean(guide, skin, c, tube.radii[i] * 0.7, k));
  const fallback: Rgb = [tone[0], tone[1], tone[2]];
  const known = seen.flatMap((rgb, i) => (rgb === null || isGlove(rgb, fallback) ? [] : [{ i, rgb }]));
  const tones = tube.centres.map((_, i): Rgb => {
    if (known.length === 0) return fallback;
    const near = nearestTo(i, known);
    // far from any seen skin the limb's general tone takes over: a hand is redder than an upper arm
    const beyondHand = clamp((Math.abs(near.i - i) - 1) / HAND_FADE_STATIONS, 0, 1);
    const max =
      near.i >= HAND_SPAN_START * (tube.centres.length - 1) && i < near.i
        ? 1 + beyondHand * (HAND_COLOUR_WEIGHT - 1)
        : 1;
    const strange = toneDeviation(near.rgb, fallback);
    const carried = clamp(1.15 - (strange * Math.abs(near.i - i)) / COLOUR_REACH_STATIONS, 0.25 / strange, 1);
    const trust = Math.min(max, carried);
    return blended(near.rgb, fallback, trust);
  });
  return smoothTones(tones);
}

/** Stations over which a seen colour is continued along a limb. */
const COLOUR_REACH_STATIONS = 12;
/**
 * How far a seen colour may deviate from the limb's tone, in the log of the light, before it counts as gloss or shade; and how strongly any
 * excess shortens the distance over which it is continued.
 */
const TONE_DEVIATION_MAX = 0.25;
const DEVIATION_SHORTENING = 5;

const toneDeviation = (rgb: Rgb, tone: Rgb): number =>
  1 + DEVIATION_SHORTENING * Math.max(0, Math.abs(Math.log(lightOf(rgb) / lightOf(tone))) - TONE_DEVIATION_MAX);

const lightOf = ([red, green, blue]: Rgb): number => red + green + blue + 1;

interface SeenTone {
  readonly i: number;
  readonly rgb: Rgb;
}

/** The nearest tone; the first of equally near ones. */
function nearestTo(i: number, known: readonly SeenTone[]): SeenTone {
  let near = known[0];
  for (const tone of known) if (Math.abs(tone.i - i) < Math.abs(near.i - i)) near = tone;
  return near;
}

const blended = (p: Rgb, q: Rgb, share: number): Rgb => [
  p[0] * share + q[0] * (1 - share),
  p[1] * share + q[1] * (1 - share),
  p[2] * share + q[2] * (1 - share),
];

function smoothTones(tones: readonly Rgb[]): Rgb[] {
  const smooth: Rgb[] = [];
  for (let i = 0; i < tones.length; i++) {
    const before = tones[Math.max(0, i - 1)];
    const after = tones[Math.min(tones.length - 1, i + 1)];
    const mixed: Rgb = [0, 0, 0];
    for (let c = 0; c < 3; c++) mixed[c] = (before[c] + 2 * tones[i][c] + after[c]) / 4;
    smooth.push(mixed);
  }
  return smooth;
}

function discMean(guide: RasterU8, skin: PlaneF32, centre: Point, radius: number, k: number): Rgb | null {
  const [cx, cy, r] = [centre.x * k, centre.y * k, radius * k];
  const sums = [0, 0, 0];
  let n = 0;
  for (let y = Math.max(0, Math.floor(cy - r)); y < Math.min(guide.height, cy + r); y++) {
    for (let x = Math.max(0, Math.floor(cx - r)); x < Math.min(guide.width, cx + r); x++) {
      const i = y * guide.width + x;
      if (skin.data[i] < 0.85 || (x + 0.5 - cx) ** 2 + (y + 0.5 - cy) ** 2 > r * r) continue;
      for (let c = 0; c < 3; c++) sums[c] += guide.data[i * guide.channels + c];
      n++;
    }
  }
  return n < 0.6 * Math.PI * r * r || n < 6 ? null : [sums[0] / n, sums[1] / n, sums[2] / n];
}

/** Position of a limb's brightest line across it when the light's side is unknown: a little to the image's left. */
const USUAL_LIGHT_SIDE = -0.12;

/**
 * Brightness across a limb whose brightest line is at `side`. Tuned by eye on five people: .34 drew dark rims in front of light walls. Its
 * mean over the limb is about .97.
 */
export const cylinderShade = (u: number, side = USUAL_LIGHT_SIDE): number =>
  1.05 - 0.25 * Math.pow(Math.abs(u - side), 2.4);

/**
 * Coverage of a limb's pixel. Its ramp is two pixels wide: interpolated, the middle of a ramp that wide is where the outline is; that of a
 * steeper one would jump from pixel to pixel.
 */
export const limbEdge = (u: number, r: number): number => clamp(0.5 * (1 - Math.abs(u)) * r + 0.5, 0, 1);
