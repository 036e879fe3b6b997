import { describe, expect, it } from '@jest/globals';
import { maskOf } from '../../test/planes';
import { createRandom } from '../core/random';
import { buildGridMesh } from './mesh';
import { countFlips } from './mesh-measure';
import { unfold } from './unfold';

const CELL = 10;
const MESH = buildGridMesh(
  maskOf(60, 60, () => true),
  CELL,
);
/** Three sheets that are sewn together along one line, as a body and its sleeves are. */
const SHEETS = buildGridMesh(
  maskOf(60, 60, () => true),
  CELL,
  { sheetOf: (_, row) => (row < 3 ? [0] : [0, 1, 2]) },
);

describe('unfold', () => {
  it('leaves a mesh without folds as it is', () => {
    expect(unfold(MESH, MESH.vertices)).toEqual(MESH.vertices);
  });

  it('takes a fold out and moves only what lies around it', () => {
    const bent = Float64Array.from(MESH.vertices);
    const v = [...MESH.vertices.keys()].find((i) => i % 2 === 0 && bent[i] === 30 && bent[i + 1] === 30) ?? 0;
    bent[v] += 17;
    expect(countFlips(MESH, bent)).toBeGreaterThan(0);
    const flat = unfold(MESH, bent);
    expect(countFlips(MESH, flat)).toBe(0);
    const moved = [...flat.keys()].filter((i) => flat[i] !== bent[i]).map((i) => i >> 1);
    expect(new Set(moved).size).toBeLessThan(12);
  });

  it.each([
    ['one sheet', MESH],
    ['sheets that share corners', SHEETS],
  ])('takes many folds out of %s', (_, mesh) => {
    const random = createRandom(5);
    for (let trial = 0; trial < 20; trial++) {
      const bent = mesh.vertices.map((value) => value + 1.2 * CELL * (2 * random() - 1));
      expect(countFlips(mesh, bent)).toBeGreaterThan(5);
      expect(countFlips(mesh, unfold(mesh, bent))).toBe(0);
    }
  });

  it('takes a sleeve out that is folded onto the body', () => {
    const folded = Float64Array.from(MESH.vertices);
    for (let i = 0; i < folded.length; i += 2) if (folded[i] < 20 && folded[i + 1] > 10) folded[i] = 40 - folded[i];
    expect(countFlips(MESH, folded)).toBeGreaterThan(10);
    expect(countFlips(MESH, unfold(MESH, folded))).toBe(0);
  });

  it.each([55, 48, 38, 30])('opens a strip that is bent around a point %i px inside it', (inside) => {
    const strip = buildGridMesh(
      maskOf(60, 120, () => true),
      CELL,
    );
    const bent = strip.vertices.slice();
    for (let i = 0; i < bent.length; i += 2) {
      const angle = bent[i + 1] / 50;
      const radius = inside - bent[i];
      bent[i] = -radius * Math.cos(angle);
      bent[i + 1] = radius * Math.sin(angle);
    }
    expect(countFlips(strip, bent)).toBeGreaterThan(10);
    expect(countFlips(strip, unfold(strip, bent))).toBe(0);
  });

  it('returns what has the fewest folds where no shape is free of them', () => {
    const turned = MESH.vertices.map((value, i) => (i % 2 === 0 ? -value : value));
    const flat = unfold(MESH, turned);
    expect(countFlips(MESH, flat)).toBeLessThan(countFlips(MESH, turned));
  });
});
