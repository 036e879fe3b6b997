import { describe, expect, it } from '@jest/globals';
import { createPlane } from '../core/raster';
import { buildGridMesh } from './mesh';
import { countFlips } from './mesh-measure';
import { flipFreeShare } from './flip-free-share';

const MESH = buildGridMesh(createPlane(60, 60, 1), 20);

/** The mesh with one vertex moved. */
function moved(vertex: number, dx: number, dy: number): Float64Array {
  const shape = MESH.vertices.slice();
  shape[2 * vertex] += dx;
  shape[2 * vertex + 1] += dy;
  return shape;
}

const between = (from: Float64Array, to: Float64Array, share: number): Float64Array =>
  from.map((value, i) => value + share * (to[i] - value));

describe('flipFreeShare', () => {
  it('goes the whole way where nothing folds', () => {
    expect(flipFreeShare(MESH, MESH.vertices, MESH.vertices)).toBe(1);
    expect(flipFreeShare(MESH, MESH.vertices, moved(0, 3, 2))).toBe(1);
  });

  it('stops before the first triangle folds, with a tenth of its area left', () => {
    for (let vertex = 0; vertex < MESH.vertices.length / 2; vertex++) {
      const far = moved(vertex, 70, 45);
      const way = flipFreeShare(MESH, MESH.vertices, far);
      if (countFlips(MESH, far) === 0) continue;
      expect(way).toBeLessThan(1);
      expect(countFlips(MESH, between(MESH.vertices, far, way))).toBe(0);
      expect(flipFreeShare(MESH, MESH.vertices, far, MESH.vertices, 0)).toBeGreaterThan(way);
    }
  });

  it('leaves the limit freely, and goes no step beyond it', () => {
    const far = moved(0, 70, 45);
    const limit = between(MESH.vertices, far, flipFreeShare(MESH, MESH.vertices, far));
    expect(flipFreeShare(MESH, limit, MESH.vertices, MESH.vertices)).toBe(1);
    expect(flipFreeShare(MESH, limit, far, MESH.vertices)).toBeLessThan(1e-9);
  });

  it('takes no notice of triangles that are turned over at the start', () => {
    const folded = moved(0, 70, 45);
    expect(countFlips(MESH, folded)).toBeGreaterThan(0);
    expect(flipFreeShare(MESH, folded, folded)).toBe(1);
  });
});
