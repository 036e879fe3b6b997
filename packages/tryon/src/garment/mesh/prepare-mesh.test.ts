import { describe, expect, it } from '@jest/globals';
import { drawPants, drawSkirt, drawTee, PANTS, SKIRT } from '../../../test/drawn-garments';
import { paint } from '../../../test/drawn-shapes';
import { readLower, readUpper, TEE_HALF, WHOLE_PLACE } from '../../../test/read-drawn';
import { findLandmarks } from '../landmarks/find-landmarks';
import { type PreparedMesh, prepareMesh } from './prepare-mesh';
import { readSilhouette } from '../landmarks/silhouette';
import { SHEETS } from './sheets';

function prepared(mask: Parameters<typeof paint>[0], category: Parameters<typeof findLandmarks>[1]): PreparedMesh {
  const rgba = paint(mask, [90, 90, 90]);
  const read = category === 'top' ? readUpper(mask, TEE_HALF) : readLower(mask, category === 'pants' ? PANTS : SKIRT);
  return prepareMesh(rgba, findLandmarks(readSilhouette(rgba), category, { read, place: WHOLE_PLACE }));
}

function verticesOf({ mesh }: PreparedMesh, sheet: number): Set<number> {
  const used = new Set<number>();
  mesh.sheets.forEach((s, t) => {
    if (s === sheet) for (let k = 0; k < 3; k++) used.add(mesh.triangles[t * 3 + k]);
  });
  return used;
}

describe('prepareMesh', () => {
  it('parts the legs of trousers below the crotch and joins them above', () => {
    const made = prepared(drawPants(), 'pants');
    const [left, right, body] = [SHEETS.leg0, SHEETS.leg1, SHEETS.body].map((sheet) => verticesOf(made, sheet));
    const shared = [...left].filter((v) => right.has(v));
    expect(left.size).toBeGreaterThan(20);
    expect(shared.every((v) => body.has(v))).toBe(true);
    expect([...left].some((v) => body.has(v))).toBe(true);
  });

  it('cuts the spread sleeves of a tee loose and leaves them hinged at the shoulder', () => {
    const made = prepared(drawTee(), 'top');
    const sleeve = verticesOf(made, SHEETS.sleeve1);
    const beside = verticesOf(made, SHEETS.beside);
    const body = verticesOf(made, SHEETS.body);
    expect(sleeve.size).toBeGreaterThan(10);
    expect([...sleeve].filter((v) => beside.has(v)).every((v) => body.has(v))).toBe(true);
    expect([...sleeve].some((v) => body.has(v))).toBe(true);
  });

  it('leaves a skirt in one piece', () => {
    const made = prepared(drawSkirt(), 'skirt');
    expect(made.sheetLabels).toBeNull();
    expect(new Set(made.mesh.sheets)).toEqual(new Set([0]));
    expect(made.mesh.sheets.length).toBeGreaterThan(500);
    expect(made.mesh.sheets.length).toBeLessThan(1600);
  });
});
