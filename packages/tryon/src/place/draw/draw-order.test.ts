import { describe, expect, it } from '@jest/globals';
import type { Mesh } from '@drape/imaging';
import type { UpperLandmarks } from '../../model/garment';
import { upperOrder } from './draw-order';
import { SHEETS } from '../../garment/mesh/sheets';

/** Three triangles: body, sleeve at the image's left, sleeve at its right. */
const mesh = {
  sheets: [SHEETS.body, SHEETS.sleeve0, SHEETS.sleeve1],
  triangles: Uint32Array.from([0, 1, 2, 0, 1, 2, 0, 1, 2]),
  vertices: Float64Array.from([0, 0, 1, 0, 0, 1]),
} as unknown as Mesh;
const origin = { x: 0, y: 0 };
const chain = [origin, origin];
const sleeve = { length: 'long', outer: chain, inner: chain };
const landmarks = { sleeves: [sleeve, sleeve], shoulder: chain, armpit: chain } as unknown as UpperLandmarks;

describe('upperOrder', () => {
  it('draws sleeves over the body', () => {
    expect([...upperOrder(mesh, landmarks)]).toEqual([0, 1, 2]);
  });

  it('draws the sleeve of an arm that the body hides before the body', () => {
    expect([...upperOrder(mesh, landmarks, 1)]).toEqual([2, 0, 1]);
    expect([...upperOrder(mesh, landmarks, 0)]).toEqual([1, 0, 2]);
  });
});
