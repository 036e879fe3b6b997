import type { Mesh } from '@drape/imaging';
import type { PhotoPoint } from '../../model/points';

/**
 * Share, 0…1, of a placed garment that is outside the photo, by the area of its mesh; parts shared by sleeves and body count twice.
 *
 * Space: `placed` holds the mesh's vertices in photo pixels, x and y alternating.
 */
export function outsideShare(
  { triangles }: Pick<Mesh, 'triangles'>,
  placed: Float64Array,
  photo: { readonly width: number; readonly height: number },
): number {
  let [all, inside] = [0, 0];
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((i): PhotoPoint => {
      const v = 2 * triangles[t + i];
      return { x: placed[v], y: placed[v + 1] };
    });
    all += areaOf(corners);
    inside += areaOf(clippedTo(corners, photo));
  }
  return all > 0 ? Math.max(0, 1 - inside / all) : 0;
}

/** The part of a polygon inside the photo. Source: Sutherland and Hodgman, one side after the other. */
function clippedTo(
  polygon: readonly PhotoPoint[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly PhotoPoint[] {
  const sides: readonly ((p: PhotoPoint) => number)[] = [
    (p) => p.x,
    (p) => width - p.x,
    (p) => p.y,
    (p) => height - p.y,
  ];
  return sides.reduce(clippedAt, polygon);
}

/** The part of a polygon where `depth` is not negative. */
function clippedAt(polygon: readonly PhotoPoint[], depth: (p: PhotoPoint) => number): readonly PhotoPoint[] {
  const kept: PhotoPoint[] = [];
  for (let i = 0; i < polygon.length; i++) {
    const [p, q] = [polygon[i], polygon[(i + 1) % polygon.length]];
    const [a, b] = [depth(p), depth(q)];
    if (a >= 0) kept.push(p);
    if (a >= 0 !== b >= 0) kept.push({ x: p.x + (a / (a - b)) * (q.x - p.x), y: p.y + (a / (a - b)) * (q.y - p.y) });
  }
  return kept;
}

function areaOf(polygon: readonly PhotoPoint[]): number {
  let twice = 0;
  for (let i = 0; i < polygon.length; i++) {
    const [p, q] = [polygon[i], polygon[(i + 1) % polygon.length]];
    twice += p.x * q.y - q.x * p.y;
  }
  return Math.abs(twice) / 2;
}
