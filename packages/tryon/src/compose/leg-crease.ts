import type { PlaneF32, Point } from '@drape/imaging';
import { distance, mix, scale } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import type { PlacedLower } from '../place/types';
import { lowerRegion, type Scene } from './scene';

/** Half width of the crease in shoulder widths, and how dark its middle is. Tuned by eye: without it legs side by side read as a skirt. */
const WIDTH = 0.024;
const DEPTH = 0.38;
/** Share of an inseam below the crotch over which the crease fades in. */
const FADE_IN = 0.15;

/**
 * Darkens `gain` along the inner edge of the front leg where the other trouser leg lies right behind it.
 *
 * Space: `gain` has half the work size. Aliasing: written in place.
 */
export function creaseLegs(scene: Scene, gain: PlaneF32): void {
  const region = lowerRegion(scene.placement);
  if (region === null || region.kind !== 'pants') return;
  const inner = innerEdge(region);
  const shadow = new Float32Array(gain.data.length);
  for (let s = 0; s + 1 < inner.length; s++) {
    const share = Math.min(1, (s + 0.5) / inner.length / FADE_IN);
    if (isCovered(scene, inner[s], inner[s + 1])) addStroke(scene, shadow, gain.width, [inner[s], inner[s + 1]], share);
  }
  for (let i = 0; i < shadow.length; i++) if (shadow[i] > 0) gain.data[i] *= 1 - DEPTH * shadow[i];
}

/** Points of a leg's inner edge in its outline. */
const INNER_POINTS = 13;

/** The front leg's inner edge from the crotch down: a tube is its outer edge downwards and its inner edge upwards. */
export function innerEdge({ tubes, front }: PlacedLower): Point[] {
  const tube = tubes[front];
  return tube.slice(tube.length - INNER_POINTS).reverse();
}

/** True where cloth lies on both sides of a piece of the edge. */
function isCovered({ garment, k, person }: Scene, a: Point, b: Point): boolean {
  const length = Math.max(1e-6, distance(a, b));
  const off = (2.2 * WIDTH * person.body.shoulderWidth) / length;
  const middle = mix(a, b, 0.5);
  return [-off, off].every((d) => {
    const side = { x: middle.x + d * (b.y - a.y), y: middle.y - d * (b.x - a.x) };
    return sampleAt(garment, side, k) > 0.5;
  });
}

function addStroke(
  scene: Scene,
  shadow: Float32Array,
  width: number,
  ends: readonly [Point, Point],
  dark: number,
): void {
  const [a, b] = [scale(ends[0], scene.k / 2), scale(ends[1], scene.k / 2)];
  const sigma = Math.max(0.6, (WIDTH * scene.sw) / 2);
  const height = shadow.length / width;
  const reach = 3 * sigma;
  const length = Math.max(1e-6, distance(a, b));
  for (
    let y = Math.max(0, Math.floor(Math.min(a.y, b.y) - reach));
    y < Math.min(height, Math.max(a.y, b.y) + reach);
    y++
  ) {
    for (
      let x = Math.max(0, Math.floor(Math.min(a.x, b.x) - reach));
      x < Math.min(width, Math.max(a.x, b.x) + reach);
      x++
    ) {
      const [px, py] = [x + 0.5 - a.x, y + 0.5 - a.y];
      const t = Math.min(1, Math.max(0, (px * (b.x - a.x) + py * (b.y - a.y)) / length ** 2));
      const d = Math.hypot(px - t * (b.x - a.x), py - t * (b.y - a.y)) / sigma;
      shadow[y * width + x] = Math.max(shadow[y * width + x], dark * Math.exp(-d * d));
    }
  }
}
