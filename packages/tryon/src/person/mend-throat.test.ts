import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { MendInput } from './mend-planes';
import { returnThroat } from './mend-throat';

const W = 120;
const H = 160;

/** Shoulders in row 60, 100 apart, the mouth in row 20: the throat runs from row 40 to row 120, 20 to both sides of column 60. */
function withHair(isHair: (x: number, y: number) => boolean | number): MendInput['planes'] {
  const hair = createPlane(W, H);
  for (let i = 0; i < hair.data.length; i++) hair.data[i] = Number(isHair(i % W, Math.floor(i / W)));
  const planes = { hair, upper: createPlane(W, H), top: createPlane(W, H) } as unknown as MendInput['planes'];
  returnThroat({
    planes,
    joints: { mouth: { x: 60, y: 20 } } as unknown as MendInput['joints'],
    frame: { shoulderMid: { x: 60, y: 60 }, shoulderWidth: 100 } as unknown as MendInput['frame'],
    workScale: 1,
    oval: [],
  });
  return planes;
}

const at = (x: number, y: number): number => y * W + x;

describe('returnThroat', () => {
  it('takes the shadow in the tip of an opened collar for cloth', () => {
    const { hair, upper, top } = withHair((x, y) => y > 40 && y < 80 && Math.abs(x - 60) < 4);
    expect([hair, upper, top].map((p) => p.data[at(60, 70)])).toEqual([0, 1, 1]);
  });

  it('takes a bow that is half believed to be hair all over for cloth', () => {
    const { hair, upper } = withHair((x, y) => (y > 50 && y < 80 && Math.abs(x - 60) < 14 ? 0.4 : 0));
    expect([hair, upper].map((p) => p.data[at(60, 65)])).toEqual([0, Math.fround(0.4)]);
  });

  it('leaves locks that fall before the chest, hair beside the throat and beards', () => {
    const { hair } = withHair((x, y) => (y > 30 && y < 90 && Math.abs(x - 66) < 8) || x === 30 || (x === 60 && y < 38));
    expect([at(66, 70), at(30, 70), at(60, 35)].map((i) => hair.data[i])).toEqual([1, 1, 1]);
  });
});
