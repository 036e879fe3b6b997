import { type PlaneF32, type Point, boundsOf } from '@drape/imaging';
import type { Side } from '../../model/limbs';
import type { PlacedLower } from '../../model/placement';
import { lowerRegion } from '../scene/scene';
import type { Scene } from '../../model/scene';
import { sampleAt } from '../../geometry/sampling';
import { distance, lerp, scale } from '../../geometry/vector';
import { changed, type Rule } from '../../rules/rule';
import { segmentDistance } from '../../geometry/polyline';

/**
 * The crease between legs side by side, which look like a skirt without it, and the valley of their round sides around it: half widths in
 * shoulder widths, and how much their middle darkens, as a share. By eye.
 */
const CREASE = { width: 0.024, depth: 0.38 } as const;
const VALLEY = { width: 0.1, depth: 0.16 } as const;
/** Share of an inseam below the crotch over which the crease fades in. */
const FADE_IN_SHARE = 0.15;

export const LEG_CREASES: Rule<{ readonly scene: Scene; readonly gain: PlaneF32 }, PlaneF32> = {
  id: 'leg-creases',
  stage: 'shade',
  summary: 'Darkens the line between trouser legs that are side by side.',
  appliesTo: ({ scene }) => lowerRegion(scene.placement)?.kind === 'pants',
  apply: ({ scene, gain }) => changed(gain, (copy) => creaseLegs(scene, copy)),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 38, better: 6, worse: 0, same: 4, date: '2026-11-29' }],
};

/**
 * Darkens `gain` along the inner edge of the front leg where the other trouser leg is right behind it.
 *
 * Space: `gain` has half the work size. Aliasing: writes `gain`.
 */
export function creaseLegs(scene: Scene, gain: PlaneF32): void {
  const region = lowerRegion(scene.placement);
  if (region === null || region.kind !== 'pants') return;
  const inner = innerEdge(region, scene.person.limbOrder.legs[1]);
  for (const { width, depth } of [CREASE, VALLEY]) {
    const shadow = new Float32Array(gain.data.length);
    const sigma = Math.max(0.6, (width * scene.sw) / 2);
    for (let s = 0; s + 1 < inner.length; s++) {
      const share = Math.min(1, (s + 0.5) / inner.length / FADE_IN_SHARE);
      const [a, b] = [inner[s], inner[s + 1]];
      const ends = [scale(a, scene.k / 2), scale(b, scene.k / 2)] as const;
      if (isCovered(scene, a, b)) addStroke(shadow, gain.width, ends, { sigma, dark: share });
    }
    for (let i = 0; i < shadow.length; i++) if (shadow[i] > 0) gain.data[i] *= 1 - depth * shadow[i];
  }
}

/** Points of a leg's inner edge in its outline. */
const INNER_POINTS = 13;

/** The front leg's inner edge from the crotch down: a tube is its outer edge downwards, then its inner edge upwards. */
export function innerEdge({ tubes }: Pick<PlacedLower, 'tubes'>, front: Side): Point[] {
  const tube = tubes[front];
  return tube.slice(tube.length - INNER_POINTS).reverse();
}

/** True where there is fabric on both sides of a piece of the edge. */
function isCovered({ garment, k, person }: Scene, a: Point, b: Point): boolean {
  const length = Math.max(1e-6, distance(a, b));
  const off = (2.2 * CREASE.width * person.body.shoulderWidth) / length;
  const middle = lerp(a, b, 0.5);
  return [-off, off].every((d) => {
    const side = { x: middle.x + d * (b.y - a.y), y: middle.y - d * (b.x - a.x) };
    return sampleAt(garment, side, k) > 0.5;
  });
}

function addStroke(
  shadow: Float32Array,
  width: number,
  ends: readonly [Point, Point],
  { sigma, dark }: { readonly sigma: number; readonly dark: number },
): void {
  const height = shadow.length / width;
  const reach = 3 * sigma;
  const { left, right, top, bottom } = boundsOf(ends);
  for (let y = Math.max(0, Math.floor(top - reach)); y < Math.min(height, bottom + reach); y++) {
    for (let x = Math.max(0, Math.floor(left - reach)); x < Math.min(width, right + reach); x++) {
      const d = segmentDistance({ x: x + 0.5, y: y + 0.5 }, ...ends).d / sigma;
      shadow[y * width + x] = Math.max(shadow[y * width + x], dark * Math.exp(-d * d));
    }
  }
}
