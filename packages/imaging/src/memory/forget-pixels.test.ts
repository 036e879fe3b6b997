import { describe, expect, it } from '@jest/globals';
import { forgetPixels } from './forget-pixels';
import { copyIn, copyOut, reserve, startKernels } from './kernels';
import { boxBlur } from '../filter/filter';
import { createPlane, createRaster } from '../core/raster';
import { resizeRaster } from '../resize/resize';
import { lend, giveBack } from './scratch';

describe('forgetPixels', () => {
  it('leaves nothing in memory that is used again', () => {
    startKernels();
    copyIn(new Uint8Array(1000).fill(7));
    const lent = new Uint8Array(lend(100_000)).fill(9);
    giveBack(lent);
    forgetPixels();
    const left = new Uint8Array(1000);
    startKernels();
    copyOut(reserve(1000), left);
    expect(left.every((v) => v === 0)).toBe(true);
    expect(lent.every((v) => v === 0)).toBe(true);
  });

  it('leaves what kernels need to run', () => {
    const plane = createPlane(40, 30);
    plane.data.fill(3, 100, 700);
    const picture = createRaster(40, 30, 3);
    for (let i = 0; i < picture.data.length; i++) picture.data[i] = (37 * i) % 256;
    const work = () => [boxBlur(plane, 4).data, resizeRaster(picture, 17, 13).data];
    const before = work();
    forgetPixels();
    expect(work()).toEqual(before);
  });
});
