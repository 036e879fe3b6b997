import { describe, expect, it } from '@jest/globals';
import { forgetPixels, wipePixels } from './forget-pixels';
import { copyIn, copyOut, reserve, startKernels } from './kernels';
import { boxBlur } from '../filter/filter';
import { allocPlaneUninitialised, createPlane, createRaster } from '../core/raster';
import { resizeRaster } from '../resize/resize';
import { acquireBuffer, releaseBuffers, withScratch } from './scratch';

describe.each([
  ['wipePixels', wipePixels],
  ['forgetPixels', forgetPixels],
])('%s', (_, forget) => {
  it('leaves nothing in memory that is used again', () => {
    startKernels();
    copyIn(new Uint8Array(1000).fill(7));
    const lent = new Uint8Array(acquireBuffer(100_000)).fill(9);
    releaseBuffers(lent);
    forget();
    const left = new Uint8Array(1000);
    startKernels();
    copyOut(reserve(1000), left);
    expect(left.every((v) => v === 0)).toBe(true);
    expect(lent.every((v) => v === 0)).toBe(true);
  });

  it('leaves later work nothing of an earlier shopper to read', () => {
    const shopper: Float32Array[] = [];
    withScratch(() => void shopper.push(createPlane(300, 300, 0.7).data, boxBlur(createPlane(300, 300, 0.4), 3).data));
    forget();
    const found = withScratch(() => [0, 1].map(() => Math.max(...allocPlaneUninitialised(300, 300).data)));
    expect(found).toEqual([0, 0]);
    expect(shopper.map((data) => Math.max(...data))).toEqual([0, 0]);
  });

  it('leaves what kernels need to run', () => {
    const plane = createPlane(40, 30);
    plane.data.fill(3, 100, 700);
    const picture = createRaster(40, 30, 3);
    for (let i = 0; i < picture.data.length; i++) picture.data[i] = (37 * i) % 256;
    const work = () => [boxBlur(plane, 4).data, resizeRaster(picture, 17, 13).data];
    const before = work();
    forget();
    expect(work()).toEqual(before);
  });
});
