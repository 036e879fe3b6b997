import { createPlane, type Point, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { drawPolygon } from '../../../test/drawn-shapes';
import { readOf } from '../../../test/read-of';
import { unfoldSleeves, type ReadCutOut } from './unfold-sleeves';

const SIZE = 400;
const at = (x: number, y: number): Point => ({ x, y });
const BLUE = [40, 80, 160] as const;
const RED = [200, 40, 40] as const;

const BODY = [at(160, 60), at(240, 60), at(280, 80), at(280, 360), at(120, 360), at(120, 80)];
const SPREAD = [at(280, 80), at(360, 240), at(330, 255), at(280, 150)];
/** The left sleeve, turned over about the arm hole x = 120 onto the body. */
const FOLDED = [at(120, 80), at(200, 240), at(170, 255), at(120, 150)];

function drawn(answer: 'folded' | 'hidden', sleeve: readonly Point[] | null): ReadCutOut {
  const [body, right] = [BODY, SPREAD].map((polygon) => drawPolygon(SIZE, SIZE, polygon));
  const left = sleeve === null ? null : drawPolygon(SIZE, SIZE, sleeve);
  const rgba: RasterU8 = { width: SIZE, height: SIZE, channels: 4, data: new Uint8Array(4 * SIZE * SIZE) };
  for (let i = 0; i < SIZE * SIZE; i++) {
    const isRed = right.data[i] > 0.5 || (left?.data[i] ?? 0) > 0.5;
    rgba.data.set(isRed ? RED : BLUE, 4 * i);
    rgba.data[4 * i + 3] = Math.round(255 * Math.max(body.data[i], right.data[i], left?.data[i] ?? 0));
  }
  const torso = createPlane(SIZE, SIZE);
  for (let i = 0; i < SIZE * SIZE; i++)
    torso.data[i] = Math.max(0, body.data[i] - right.data[i] - (left?.data[i] ?? 0));
  const read = readOf({
    parts: { torso, sleeveRight: right, ...(left !== null && { sleeveLeft: left }) },
    points: {
      shoulderLeft: at(120, 80),
      armpitLeft: at(120, 150),
      hemLeft: at(120, 360),
      ...(sleeve !== null && { cuffLeftOuter: at(200, 240), cuffLeftInner: at(170, 255) }),
      shoulderRight: at(280, 80),
      armpitRight: at(280, 150),
      hemRight: at(280, 360),
      cuffRightOuter: at(360, 240),
      cuffRightInner: at(330, 255),
    },
    answers: { sleeveLeft: { value: answer, probability: 0.9 } },
  });
  return { rgba, place: { origin: { x: 0, y: 0 }, scale: 1 }, read };
}

/** What lies at a place of the picture, before it was cut out. */
function pixelAt({ rgba, place }: ReadCutOut, { x, y }: Point): number[] {
  const [u, v] = [Math.floor((x - place.origin.x) * place.scale), Math.floor((y - place.origin.y) * place.scale)];
  const i = 4 * (v * rgba.width + u);
  return [...rgba.data.subarray(i, i + 4)];
}

function expectColour(pixel: readonly number[], [r, g, b]: readonly number[]): void {
  expect(pixel[3]).toBe(255);
  expect(Math.hypot(pixel[0] - r, pixel[1] - g, pixel[2] - b)).toBeLessThan(12);
}

describe('sleeves that do not lie spread out', () => {
  it('are turned over about the arm hole, and the body below is painted like the body', () => {
    const laid = unfoldSleeves(drawn('folded', FOLDED));
    if (laid === null) throw new Error('nothing was laid out');
    expectColour(pixelAt(laid, at(80, 190)), RED);
    expectColour(pixelAt(laid, at(160, 190)), BLUE);
    expectColour(pixelAt(laid, at(320, 190)), RED);
    const { cuffLeftOuter } = laid.read.points;
    expect(Math.hypot(cuffLeftOuter.x - 40, cuffLeftOuter.y - 240)).toBeLessThan(3);
    expect(laid.read.answers.sleeveLeft.value).toBe('spread');
  });

  it('are the other one mirrored where nothing of them is seen', () => {
    const laid = unfoldSleeves(drawn('hidden', null));
    if (laid === null) throw new Error('nothing was laid out');
    expectColour(pixelAt(laid, at(80, 190)), RED);
    expect(Math.hypot(laid.read.points.cuffLeftOuter.x - 40, laid.read.points.cuffLeftOuter.y - 240)).toBeLessThan(3);
  });

  it('stay where the reader does not tell enough', () => {
    const seen = drawn('folded', FOLDED);
    const answers = { ...seen.read.answers, sleeveLeft: { value: 'folded', probability: 0.4 } as const };
    expect(unfoldSleeves({ ...seen, read: { ...seen.read, answers } })).toBeNull();
  });

  it('are none of its business where all are spread out', () => {
    const seen = drawn('folded', FOLDED);
    const answers = { ...seen.read.answers, sleeveLeft: { value: 'spread', probability: 1 } as const };
    expect(unfoldSleeves({ ...seen, read: { ...seen.read, answers } })).toBeNull();
  });
});
