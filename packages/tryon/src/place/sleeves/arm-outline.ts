import type { Point } from '@drape/imaging';
import type { PhotoPoint } from '../../model/points';
import { armRadius, probe, type PlacementFrame } from '../body/placement-frame';
import { clamp } from '../../geometry/numbers';
import { smoothSeries } from '../../geometry/series';
import { add } from '../../geometry/vector';

/** How far an arm, or the sleeve on it, reaches to both sides of its bone at one station, photo pixels. */
export interface ArmStation {
  readonly outer: number;
  readonly inner: number;
  /** Whether bare skin was measured: then the sleeve must cover it. */
  readonly bare: boolean;
}

/** Measured half widths along an arm; `at` takes a share of it (shoulder 0, wrist 1). */
export interface ArmOutline {
  readonly at: (share: number) => ArmStation;
}

/** Position of an arm's station, and the direction away from the body there. */
export type ArmProbe = (share: number) => { readonly point: PhotoPoint; readonly outward: Point };

const STATIONS = 24;
const ARM_END = 1.06;
/** Limits of measured half widths, in usual half widths: anything outside is a torso or a mistake. */
const HALF_WIDTH_MIN = 0.7;
const HALF_WIDTH_MAX = 2.1;
const BARE_HALF_WIDTH_MAX = 1.75;

/**
 * Measures an arm's outline by rays across its bone: to the end of the person on both sides, on bare arms to the end of the skin. Where an
 * arm is in front of the torso its inner side copies the outer one; where neither was measured, the neighbouring stations.
 *
 * Space: photo pixels. Cost: two rays at 24 stations.
 */
export function armOutline(frame: PlacementFrame, where: ArmProbe): ArmOutline {
  const raw = Array.from({ length: STATIONS }, (_, i) => measure(frame, where, shareOf(i)));
  const outs = smoothRatios(raw.map((m) => m.outer));
  const inns = smoothRatios(raw.map((m, i) => m.inner ?? (m.outer === null ? null : outs[i])));
  const at = (share: number): ArmStation => {
    const i = clamp((share / ARM_END) * (STATIONS - 1), 0, STATIONS - 1);
    const usual = armRadius(frame, Math.min(1, share));
    return { outer: usual * valueAt(outs, i), inner: usual * valueAt(inns, i), bare: raw[Math.round(i)].bare };
  };
  return { at };
}

const shareOf = (i: number): number => (ARM_END * i) / (STATIONS - 1);

interface Measured {
  /** In usual half widths; null where nothing plausible was measured. */
  readonly outer: number | null;
  readonly inner: number | null;
  readonly bare: boolean;
}

function measure(frame: PlacementFrame, where: ArmProbe, share: number): Measured {
  const { point, outward } = where(share);
  const { person, skin } = frame.body.planes;
  const usual = armRadius(frame, Math.min(1, share));
  const bare = probe(frame, skin, point) > 0.5;
  if (probe(frame, person, point) < 0.5) return { outer: null, inner: null, bare };
  const ray: Ray = { frame, point, outward, usual, bare };
  return { outer: marchOutwards(ray, 1), inner: share < 0.15 ? null : marchOutwards(ray, -1), bare };
}

interface Ray {
  readonly frame: PlacementFrame;
  readonly point: PhotoPoint;
  readonly outward: Point;
  readonly usual: number;
  readonly bare: boolean;
}

/** How far the arm reaches to one side, in usual half widths; null where it continues beyond the plausible limit. */
function marchOutwards({ frame, point, outward, usual, bare }: Ray, sign: number): number | null {
  const { person, skin } = frame.body.planes;
  const step = Math.max(0.5, 0.5 / frame.body.workScale);
  for (let r = step; r <= (bare ? BARE_HALF_WIDTH_MAX : HALF_WIDTH_MAX) * usual; r += step) {
    const p = add(point, outward, sign * r);
    const ends = probe(frame, person, p) < 0.5 || (bare && sign < 0 && probe(frame, skin, p) < 0.3);
    if (ends) return r / usual < HALF_WIDTH_MIN ? HALF_WIDTH_MIN : r / usual;
  }
  return null;
}

interface Known {
  readonly i: number;
  readonly value: number;
}

/** Fills stations without a measurement from their neighbours (1 where there is none at all), removes single outliers, and smooths. */
function smoothRatios(values: readonly (number | null)[]): number[] {
  const known = values.flatMap((value, i) => (value === null ? [] : [{ i, value }]));
  if (known.length === 0) return values.map(() => 1);
  const filled = values.map((value, i) => {
    if (value !== null) return value;
    const next = known.findIndex((k) => k.i > i);
    const before: Known | undefined = known[next === -1 ? known.length - 1 : next - 1];
    const after: Known | undefined = known[next];
    if (before === undefined || after === undefined) return (before ?? after ?? known[0]).value;
    return before.value + ((after.value - before.value) * (i - before.i)) / (after.i - before.i);
  });
  const line = filled.map((v, i) =>
    middleOf(filled[Math.max(0, i - 1)], v, filled[Math.min(filled.length - 1, i + 1)]),
  );
  return smoothSeries(line, 2);
}

const middleOf = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

function valueAt(line: readonly number[], i: number): number {
  const low = Math.min(line.length - 2, Math.floor(i));
  return line[low] + (line[low + 1] - line[low]) * (i - low);
}
