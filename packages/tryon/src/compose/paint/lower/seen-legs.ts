import { createPlane, type PlaneF32, type RasterU8 } from '@drape/imaging';
import type { Person, PersonPlanes } from '../../../model/person';
import { sampleAt } from '../../../geometry/sampling';

/** Least number of stations, of both legs together, at which legs are seen. */
const SEEN_STATIONS_MIN = 5;

/** Whether legs are seen, bare or in tights, which the parser calls `other`. */
export function showsLegs(
  { skin, other }: Pick<PersonPlanes, 'skin' | 'other'>,
  tubes: Person['legTubes'],
  k: number,
): boolean {
  const seen = tubes.flatMap(({ centres }) =>
    centres.filter((c) => sampleAt(skin, c, k) + sampleAt(other, c, k) > 0.5),
  );
  return seen.length >= SEEN_STATIONS_MIN;
}

export interface SeenLegs {
  /** 0…1 at work size. */
  readonly plane: PlaneF32;
  /** Mean colour of the legs, sRGB. */
  readonly tone: readonly number[];
  /** Whether they are in tights. */
  readonly isClothed: boolean;
}

/** Legs as they are seen below a skirt. */
export function seenLegs(
  { planes, legTubes, workScale: k }: Pick<Person, 'planes' | 'legTubes' | 'workScale'>,
  { data, width, channels }: RasterU8,
): SeenLegs {
  const { skin, other } = planes;
  const plane = createPlane(skin.width, skin.height);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = Math.min(1, skin.data[i] + other.data[i]);
  const sums = [0, 0, 0, 0];
  let tights = 0;
  for (const c of legTubes.flatMap(({ centres }) => centres)) {
    if (sampleAt(plane, c, k) <= 0.85) continue;
    const o = channels * (Math.floor(c.y * k) * width + Math.floor(c.x * k));
    for (let n = 0; n < 3; n++) sums[n] += data[o + n];
    sums[3]++;
    tights += sampleAt(other, c, k);
  }
  const tone = sums.slice(0, 3).map((sum) => sum / Math.max(1, sums[3]));
  return { plane, tone, isClothed: tights > 0.5 * sums[3] };
}
