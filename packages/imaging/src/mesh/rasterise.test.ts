import { describe, expect, it } from '@jest/globals';
import { maxDifference, rasterOf } from '../../test/planes';
import { buildGridMesh } from './mesh';
import { createPlane } from '../core/raster';
import { rasterizeMesh } from './rasterise';
import { resizeRaster } from '../resize/resize';

const PICTURE = rasterOf(42, 28, 4, (x, y) => [x * 6, y * 9, (x * y) % 256, 255]);
const MESH = buildGridMesh(createPlane(42, 28, 1), 14);

describe('rasterizeMesh', () => {
  it('copies the picture bit by bit under the identity, with its map', () => {
    const { raster, map } = rasterizeMesh(PICTURE, MESH, MESH.vertices, 42, 28);
    expect(raster.data).toEqual(PICTURE.data);
    expect([map[0], map[1]]).toEqual([0.5, 0.5]);
    expect([map[2 * (5 * 42 + 7)], map[2 * (5 * 42 + 7) + 1]]).toEqual([7.5, 5.5]);
  });

  it('shifts by whole pixels exactly and leaves the rest empty', () => {
    const shifted = MESH.vertices.map((v, i) => v + (i % 2 === 0 ? 10 : 4));
    const { raster, map } = rasterizeMesh(PICTURE, MESH, shifted, 60, 40);
    expect(Array.from(raster.data.subarray((4 * 60 + 10) * 4, (4 * 60 + 12) * 4))).toEqual(
      Array.from(PICTURE.data.subarray(0, 8)),
    );
    expect(raster.data.subarray(0, 40).every((v) => v === 0)).toBe(true);
    expect(map[0]).toBeNaN();
    const moved = rasterizeMesh(PICTURE, MESH, shifted, 42, 28, { origin: { x: 10, y: 4 }, withMap: false });
    expect(moved.raster.data).toEqual(PICTURE.data);
    expect(moved.map).toHaveLength(0);
  });

  it('stays within one level of exact bilinear interpolation', () => {
    const shifted = MESH.vertices.map((v, i) => v + (i % 2 === 0 ? 0.3 : 0.6));
    const { raster } = rasterizeMesh(PICTURE, MESH, shifted, 42, 28);
    for (let y = 1; y < 28; y++) {
      for (let x = 1; x < 42; x++) {
        const at = (px: number, py: number, c: number): number => PICTURE.data[(py * 42 + px) * 4 + c];
        for (let c = 0; c < 2; c++) {
          const top = 0.3 * at(x - 1, y - 1, c) + 0.7 * at(x, y - 1, c);
          const bottom = 0.3 * at(x - 1, y, c) + 0.7 * at(x, y, c);
          expect(Math.abs(raster.data[(y * 42 + x) * 4 + c] - (0.6 * top + 0.4 * bottom))).toBeLessThan(1.5);
        }
      }
    }
  });

  it('leaves no seam and draws no pixel twice between triangles, whatever the turn', () => {
    const flat = rasterOf(42, 28, 4, () => [90, 120, 200, 128]);
    for (const angle of [0.1, 0.5, 1.3, 2.9]) {
      const turned = MESH.vertices.slice();
      for (let i = 0; i < turned.length; i += 2) {
        turned[i] = 60 + Math.cos(angle) * MESH.vertices[i] - Math.sin(angle) * MESH.vertices[i + 1];
        turned[i + 1] = 60 + Math.sin(angle) * MESH.vertices[i] + Math.cos(angle) * MESH.vertices[i + 1];
      }
      const { raster, map } = rasterizeMesh(flat, MESH, turned, 120, 120);
      let wrong = 0;
      for (let i = 0; i < 120 * 120; i++) {
        const u = map[2 * i];
        const v = map[2 * i + 1];
        // Half-transparent inside everywhere: a pixel drawn twice would be more opaque, a missed one empty.
        if (u > 1 && u < 41 && v > 1 && v < 27 && raster.data[i * 4 + 3] !== 128) wrong++;
        const x = (i % 120) + 0.5 - 60;
        const y = Math.floor(i / 120) + 0.5 - 60;
        const su = Math.cos(angle) * x + Math.sin(angle) * y;
        const sv = -Math.sin(angle) * x + Math.cos(angle) * y;
        const seen = su > 1 && su < 41 && sv > 1 && sv < 27;
        if (seen && !(Math.abs(u - su) < 1e-3 && Math.abs(v - sv) < 1e-3)) wrong++;
      }
      expect(wrong).toBe(0);
    }
  });

  it('averages before it shrinks: a fine checkerboard becomes grey', () => {
    const checks = rasterOf(56, 56, 4, (x, y) =>
      (Math.floor(x) + Math.floor(y)) % 2 === 0 ? [255, 255, 255, 255] : [0, 0, 0, 255],
    );
    const mesh = buildGridMesh(createPlane(56, 56, 1), 14);
    const { raster } = rasterizeMesh(
      checks,
      mesh,
      mesh.vertices.map((v) => v / 4),
      14,
      14,
    );
    for (let i = 0; i < 14 * 14; i++) expect(Math.abs(raster.data[i * 4] - 128)).toBeLessThan(2);
    const smooth = rasterizeMesh(
      PICTURE,
      MESH,
      MESH.vertices.map((v) => v / 2),
      21,
      14,
    ).raster;
    expect(maxDifference(smooth.data, resizeRaster(PICTURE, 21, 14).data)).toBeLessThanOrEqual(1);
  });

  it('keeps the colour of a soft edge', () => {
    const soft = rasterOf(28, 28, 4, (x) => (x < 14 ? [200, 100, 50, 255] : [0, 255, 0, 0]));
    const mesh = buildGridMesh(createPlane(28, 28, 1), 14);
    const { raster } = rasterizeMesh(
      soft,
      mesh,
      mesh.vertices.map((v, i) => (i % 2 === 0 ? v + 0.5 : v)),
      28,
      28,
    );
    const edge = raster.data.subarray((10 * 28 + 14) * 4, (10 * 28 + 15) * 4);
    expect(edge[3]).toBe(128);
    expect(Math.abs(edge[0] - 200)).toBeLessThan(3);
    expect(Math.abs(edge[1] - 100)).toBeLessThan(3);
  });

  it('draws sheets in the order asked for, each only its own pixels', () => {
    const legs = rasterOf(28, 14, 4, (x) => (x < 14 ? [255, 0, 0, 255] : [0, 0, 255, 255]));
    const mesh = buildGridMesh(createPlane(28, 14, 1), 14, { sheetOf: (cx) => [cx + 1] });
    // Both legs are moved to the same position.
    const deformed = mesh.vertices.slice();
    for (let t = 0; t < mesh.sheets.length; t++) {
      if (mesh.sheets[t] !== 2) continue;
      for (let k = 0; k < 3; k++)
        deformed[mesh.triangles[t * 3 + k] * 2] = mesh.vertices[mesh.triangles[t * 3 + k] * 2] - 14;
    }
    const front = (sheetOrder: number[]): number[] =>
      Array.from(rasterizeMesh(legs, mesh, deformed, 14, 14, { sheetOrder }).raster.data.subarray(4 * 7, 4 * 7 + 3));
    expect(front([1, 2])).toEqual([0, 0, 255]);
    expect(front([2, 1])).toEqual([255, 0, 0]);
    expect(front([1])).toEqual([255, 0, 0]);
    const both = buildGridMesh(createPlane(28, 14, 1), 14, { sheetOf: () => [1, 2] });
    const cover = Uint8Array.from({ length: 28 * 14 }, (_, i) => [255, 102, 0][Math.floor((i % 28) / 10)]);
    const options = { sheetCovers: [undefined, cover], sheetOrder: [1] };
    const only = rasterizeMesh(legs, both, both.vertices, 28, 14, options).raster;
    expect([0, 12, 27].map((x) => only.data[4 * x + 3])).toEqual([255, 102, 0]);
    expect([...only.data.subarray(48, 51)]).toEqual([...legs.data.subarray(48, 51)]);
    const small = rasterizeMesh(
      legs,
      both,
      both.vertices.map((v) => v / 2),
      14,
      7,
      options,
    ).raster;
    expect([0, 6, 13].map((x) => small.data[4 * x + 3])).toEqual([255, 102, 0]);
  });

  it('accepts an empty or collapsed mesh and refuses a source without alpha', () => {
    const empty = buildGridMesh(createPlane(4, 4), 2);
    expect(rasterizeMesh(PICTURE, empty, empty.vertices, 3, 3).raster.data.every((v) => v === 0)).toBe(true);
    expect(
      rasterizeMesh(PICTURE, MESH, new Float64Array(MESH.vertices.length), 3, 3).raster.data.every((v) => v === 0),
    ).toBe(true);
    expect(() =>
      rasterizeMesh(
        rasterOf(2, 2, 3, () => [0, 0, 0]),
        MESH,
        MESH.vertices,
        3,
        3,
      ),
    ).toThrow(RangeError);
  });
});
