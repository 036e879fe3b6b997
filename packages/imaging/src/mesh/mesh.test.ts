import { describe, expect, it } from '@jest/globals';
import { maskOf, testRandom } from '../../test/planes';
import { buildGridMesh } from './mesh';
import { countFlips, locate, mapPoint, stretchP95 } from './mesh-measure';
import { createPlane } from '../core/raster';

const FULL = createPlane(20, 30, 1);

describe('buildGridMesh', () => {
  it('shares corners between cells and orients every triangle', () => {
    const mesh = buildGridMesh(FULL, 10);
    expect(mesh.vertices.length / 2).toBe(3 * 4);
    expect(mesh.triangles.length / 3).toBe(2 * 6);
    expect(countFlips(mesh, mesh.vertices)).toBe(0);
  });

  it('takes only cells that the mask touches, also beyond the border', () => {
    const mesh = buildGridMesh(
      maskOf(25, 10, (x) => x > 22),
      10,
    );
    expect(mesh.sheets).toHaveLength(2);
    expect(Math.max(...mesh.vertices)).toBe(30);
    expect(buildGridMesh(createPlane(9, 9), 3).triangles).toHaveLength(0);
    expect(() => buildGridMesh(FULL, 2.5)).toThrow(RangeError);
  });

  it('cuts two legs apart below the weld and keeps them together above', () => {
    // Two columns of cells; the first row is the trunk, below each column is a leg.
    const mesh = buildGridMesh(FULL, 10, { sheetOf: (cx, cy) => (cy === 0 ? [0] : [cx + 1]) });
    // The middle corners of rows 2 and 3 exist twice, that of row 1 is shared.
    expect(mesh.vertices.length / 2).toBe(3 * 4 + 2);
    const twice = buildGridMesh(FULL, 10, { sheetOf: (_, cy) => (cy === 0 ? [0] : [1, 2]) });
    expect(twice.sheets).toHaveLength(4 + 2 * 8);
    expect(twice.vertices.length / 2).toBe(6 + 2 * 6);
  });
});

describe('locate and mapPoint', () => {
  const mesh = buildGridMesh(FULL, 10);

  it('are inverse to each other inside', () => {
    const random = testRandom(3);
    for (let n = 0; n < 50; n++) {
      const p = { x: random() * 20, y: random() * 30 };
      const at = locate(mesh, p);
      expect(at.distance).toBe(0);
      expect(at.bary[0] + at.bary[1] + at.bary[2]).toBeCloseTo(1, 12);
      const q = mapPoint(mesh, mesh.vertices, at);
      expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeLessThan(1e-9);
    }
  });

  it('give the nearest point outside', () => {
    const at = locate(mesh, { x: 24, y: 33 });
    expect(at.distance).toBeCloseTo(5, 9);
    expect(mapPoint(mesh, mesh.vertices, at)).toEqual({ x: 20, y: 30 });
  });

  it('respect the sheet', () => {
    const legs = buildGridMesh(FULL, 10, { sheetOf: (_, cy) => (cy === 0 ? [0] : [1, 2]) });
    for (const sheet of [1, 2]) expect(legs.sheets[locate(legs, { x: 5, y: 25 }, sheet).triangle]).toBe(sheet);
    expect(() => locate(buildGridMesh(createPlane(4, 4), 2), { x: 0, y: 0 })).toThrow(RangeError);
  });
});

describe('mesh measures', () => {
  const mesh = buildGridMesh(FULL, 10);

  it('see a mirror as flipped and a similarity as unstretched', () => {
    expect(
      countFlips(
        mesh,
        mesh.vertices.map((v, i) => (i % 2 === 0 ? -v : v)),
      ),
    ).toBe(12);
    const turned = mesh.vertices.slice();
    for (let i = 0; i < turned.length; i += 2) {
      turned[i] = 3 * mesh.vertices[i] - 4 * mesh.vertices[i + 1] + 9;
      turned[i + 1] = 4 * mesh.vertices[i] + 3 * mesh.vertices[i + 1];
    }
    expect(stretchP95(mesh, turned)).toBeCloseTo(1, 9);
  });

  it('measure an uneven scale against its rest', () => {
    const wide = mesh.vertices.map((v, i) => (i % 2 === 0 ? 4 * v : v));
    expect(stretchP95(mesh, wide)).toBeCloseTo(2, 9);
    expect(stretchP95(mesh, wide, wide)).toBeCloseTo(1, 9);
    expect(countFlips(mesh, wide.fill(0))).toBe(12);
  });
});
