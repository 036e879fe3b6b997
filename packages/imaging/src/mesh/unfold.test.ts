import { describe, expect, it } from '@jest/globals';
import { maskOf } from '../../test/planes';
import { buildGridMesh } from './mesh';
import { countFlips } from './mesh-measure';
import { unfold } from './unfold';

const MESH = buildGridMesh(
  maskOf(60, 60, () => true),
  10,
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
});
