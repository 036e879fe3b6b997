import type { PlaneF32 } from '@drape/imaging';
import type { Scene } from '../../model/scene';
import { sampleAt } from '../../geometry/sampling';
import { coversTorso } from '../scene/covers';
import { forEachFieldPixel } from '../scene/for-each-field-pixel';
import { clamp, smoothstep } from '../../geometry/numbers';
import { always, changed, type Rule } from '../../rules/rule';

/** Shares of an arm between which bracelets and watches are worn. */
const WRISTWEAR_SPAN = { from: 0.5, to: 0.97 } as const;
/** Longest gap in seen skin that they make, and least length of skin on both sides of it, in stations. */
const GAP_STATIONS_MAX = 5;
const SKIN_STATIONS_MIN = 2;
/** Share of skin at and above which a station shows skin; below it is a gap. */
const SKIN_SHARE_MIN = 0.7;

/**
 * Where seen skin of an arm is interrupted by what is worn on it: first and last station of each gap. `skin`: share of skin at each
 * station.
 */
export function braceletGaps(skin: readonly number[]): readonly (readonly [number, number])[] {
  const last = skin.length - 1;
  const gaps: (readonly [number, number])[] = [];
  let run = 0;
  for (let s = Math.floor(WRISTWEAR_SPAN.from * last); s <= WRISTWEAR_SPAN.to * last; s++) {
    if (skin[s] >= SKIN_SHARE_MIN) {
      run++;
      continue;
    }
    let end = s;
    while (end < last && skin[end + 1] < SKIN_SHARE_MIN) end++;
    if (run >= SKIN_STATIONS_MIN && end < WRISTWEAR_SPAN.to * last && end - s < GAP_STATIONS_MAX) gaps.push([s, end]);
    run = 0;
    s = end;
  }
  return gaps;
}

/**
 * Number of stations at and above which, and mean share of lower clothes above which, a gap is fabric hanging over the arm, such as a
 * peplum, and not a bracelet.
 */
const FABRIC_GAP_MIN = { stations: 3, share: 0.35 } as const;

/** True where fabric that is removed hangs over the arm between two stations: `fabric` is its share at each station. */
export function isFabricGap(fabric: readonly number[], [first, end]: readonly [number, number]): boolean {
  const own = fabric.slice(first, end + 1);
  return (
    own.length >= FABRIC_GAP_MIN.stations &&
    own.reduce((sum, share) => sum + share, 0) > FABRIC_GAP_MIN.share * own.length
  );
}

/** A bare arm: the part of it in front, 0…1 at work size, and how certainly a pixel is past the new sleeve. */
interface BareArm {
  readonly scene: Scene;
  readonly mask: PlaneF32;
  readonly side: number;
  readonly past: (i: number, t: number, u: number) => number;
}

export const BRACELETS: Rule<BareArm, PlaneF32> = {
  id: 'bracelets',
  stage: 'remove',
  summary: 'Keeps bracelets and watches on bare forearms in front.',
  appliesTo: always,
  apply: ({ scene, mask, side, past }) => changed(mask, ({ data }) => addBracelets(scene, data, side, past)),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 20, better: 6, worse: 1, same: 3, date: '2026-11-29' }],
};

/**
 * Adds what is worn on a bare forearm to the foreground; otherwise the new garment would show there and cut the hand off.
 *
 * Space: work size. Aliasing: writes `mask`.
 */
export function addBracelets(scene: Scene, mask: Float32Array, side: number, past: BareArm['past']): void {
  const { centres, radii } = scene.person.armTubes[side];
  const { skin, lower } = scene.person.planes;
  const shares = centres.map((c, s) => {
    const r = 0.5 * radii[s];
    const around = [c, { x: c.x - r, y: c.y }, { x: c.x + r, y: c.y }, { x: c.x, y: c.y - r }, { x: c.x, y: c.y + r }];
    return around.reduce((sum, p) => sum + sampleAt(skin, p, scene.k), 0) / around.length;
  });
  const fabric = coversTorso(scene.category) ? [] : centres.map((c) => sampleAt(lower, c, scene.k));
  const gaps = braceletGaps(shares).filter((gap) => !isFabricGap(fabric, gap));
  if (gaps.length === 0) return;
  const { t, u, r } = scene.arms[side];
  const step = 1 / (centres.length - 1);
  forEachFieldPixel(scene, scene.arms[side], (i, j) => {
    const gap = gaps.find(([first, end]) => t[j] > (first - 1.7) * step && t[j] < (end + 1) * step);
    if (gap === undefined) return;
    const inside = clamp((1 - Math.abs(u[j])) * r[j] + 0.3, 0, 1);
    const along = smoothstep(t[j], (gap[0] - 1.7) * step, (gap[0] - 1.2) * step);
    mask[i] = Math.max(mask[i], along * inside * past(i, t[j], u[j]));
  });
}
