import type { PlaneF32 } from '@drape/imaging';
import { clamp } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import type { LimbTube, PersonPlanes } from '../types';
import { eachPixel } from './front';
import type { LimbField } from './limb-field';

/** Shares of an arm between which old lower clothes may hang over it, and the longest run that is filled in. */
const BETWEEN = [0.3, 0.88] as const;
const LONGEST = 0.34;
/** Stations beyond the run that must show skin, and how far past it, as a share of the arm, the arm is painted. */
const BESIDE = 3;
const PAST = 0.03;

/**
 * Where old trousers or a skirt hang over a bare forearm, as a peplum does: the run of the arm that they hid between two places where its
 * skin is seen, as shares of the arm; null where there is none. A hand in a pocket is none: past it nothing is seen.
 */
export function coveredRun(
  { centres }: LimbTube,
  { skin }: Pick<PersonPlanes, 'skin'>,
  old: PlaneF32,
  k: number,
): readonly [number, number] | null {
  const last = centres.length - 1;
  const [from, to] = BETWEEN.map((t) => Math.round(t * last));
  const isHidden = (s: number): boolean => sampleAt(old, centres[s], k) > 0.5;
  const isSkin = (s: number): boolean => s >= 0 && s <= last && sampleAt(skin, centres[s], k) > 0.5;
  const beside = [...Array(BESIDE).keys()];
  let first = from;
  while (first <= to && !isHidden(first)) first++;
  let end = to;
  while (end >= first && !isHidden(end)) end--;
  if (first > end || end - first > LONGEST * last) return null;
  if (!beside.some((n) => isSkin(first - 1 - n)) || !beside.some((n) => isSkin(end + 1 + n))) return null;
  return [(first - 1) / last - PAST, (end + 1) / last + PAST];
}

/** The part of a limb between two shares of its length; the rest of the field is empty. */
export function partOf(field: LimbField, [from, to]: readonly [number, number]): LimbField {
  const u = field.u.slice();
  for (let j = 0; j < u.length; j++) if (field.t[j] < from || field.t[j] > to) u[j] = 9;
  return { ...field, u };
}

/** Lays the part of an arm that lower clothes hid before the new garment, 0…1 at work size: one pixel inside its edge. */
export function layForward(garment: PlaneF32, field: LimbField, hidden: PlaneF32, front: PlaneF32): void {
  eachPixel({ garment }, field, forward.bind(null, { field, hidden: hidden.data, front: front.data }));
}

interface ForwardJob {
  readonly field: LimbField;
  readonly hidden: Float32Array;
  readonly front: Float32Array;
}

function forward({ field, hidden, front }: ForwardJob, i: number, j: number): void {
  const edge = clamp((1 - Math.abs(field.u[j])) * field.r[j] - 0.7, 0, 1);
  front[i] = Math.max(front[i], edge * hidden[i]);
}
