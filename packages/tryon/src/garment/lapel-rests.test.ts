import { describe, expect, it } from '@jest/globals';
import type { Point, RasterU8 } from '@drape/imaging';
import { drawPolygon } from '../../test/drawn-shapes';
import { widenLapels } from './lapel-rests';
import type { LapelEdge, Lapels } from './lapels';

const SIZE = 200;
const APEX: Point = { x: 100, y: 150 };
const edge = (out: number): LapelEdge => ({ top: { x: 100 + out, y: 20 }, knee: { x: 100 + out, y: 70 } });
const OPENING = [{ x: 70, y: 20 }, { x: 70, y: 70 }, APEX, { x: 130, y: 70 }, { x: 130, y: 20 }];
const TAPE = [
  { x: 108, y: 20 },
  { x: 116, y: 20 },
  { x: 114, y: 115 },
  { x: 106, y: 115 },
];

/** Grey cloth whose opening shows a lining of nearly its colour, a white tape and a black hanger on it. */
function drawn(rests: boolean): RasterU8 {
  const data = new Uint8Array(SIZE * SIZE * 4).fill(255);
  const opening = drawPolygon(SIZE, SIZE, OPENING);
  const tape = drawPolygon(SIZE, SIZE, TAPE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const y = Math.floor(i / SIZE);
    const inside = rests && opening.data[i] > 0.5;
    const level = inside && tape.data[i] > 0.5 ? 240 : inside && y > 60 && y < 68 ? 20 : inside ? 110 : 125;
    data.fill(level, 4 * i, 4 * i + 3);
  }
  return { width: SIZE, height: SIZE, channels: 4, data };
}

function widened(lapels: Lapels, middle = 100, rests = true): Lapels {
  const view = { raster: drawn(rests), toView: (p: Point) => p, step: 2 };
  return widenLapels({ view, middle: { x: middle, y: 30 }, shoulder: 160, top: () => 20 }, lapels);
}

const TAPED: Lapels = { edges: [edge(-30), edge(7)], apex: APEX, strength: 0.8 };

describe('lapels beside a tape', () => {
  it('take the other edge’s mirror image', () => {
    const { edges } = widened(TAPED);
    expect(edges[0]).toBe(TAPED.edges[0]);
    expect(edges[1].knee.x).toBeGreaterThan(128);
    expect(edges[1].knee.x).toBeLessThan(140);
    expect(edges[1].top.x).toBe(edges[1].knee.x);
    const mirrored: Lapels = { ...TAPED, edges: [edge(-7), edge(30)] };
    expect(widened(mirrored).edges[1]).toBe(mirrored.edges[1]);
  });

  it('stay where nothing but cloth lies beside them', () => {
    expect(widened(TAPED, 100, false)).toBe(TAPED);
  });

  it('stay where they meet beside the middle, as double-breasted ones do', () => {
    expect(widened(TAPED, 85)).toBe(TAPED);
  });
});
