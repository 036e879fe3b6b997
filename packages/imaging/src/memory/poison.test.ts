import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allocPlaneUninitialised, allocRasterUninitialised, createPlane, type PlaneF32 } from '../core/raster';
import { wipePixels } from './forget-pixels';
import { PLANE } from './kept';
import { copyIn, copyOut, reserve, startKernels } from './kernels';
import { poisonFreeMemory } from './poison';
import { acquireBuffer, outsideScratch, releaseBuffers, withScratch } from './scratch';

const SIDE = 200;
const filled = (value: number): PlaneF32 => createPlane(SIDE, SIDE, value);
const isPoison = ({ data }: PlaneF32): boolean => data.every(Number.isNaN);

describe('poisonFreeMemory', () => {
  beforeEach(() => poisonFreeMemory());
  afterEach(() => {
    poisonFreeMemory(false);
    wipePixels();
  });

  it('spoils a plane as soon as its step has ended, and nothing that is kept', () => {
    let leaked = filled(0);
    const kept = withScratch(() => {
      leaked = filled(3);
      return filled(5);
    }, PLANE);
    expect(isPoison(leaked)).toBe(true);
    expect(kept.data.every((v) => v === 5)).toBe(true);
  });

  it('lets a function that reads a plane of an ended step be seen', () => {
    const reads: (() => number)[] = [];
    withScratch(() => {
      const plane = filled(3);
      reads.push(() => plane.data[7]);
      expect(reads[0]()).toBe(3);
    });
    expect(reads[0]()).toBeNaN();
  });

  it('spoils what is handed out uninitialised, and clears what has to be zero', () => {
    withScratch(() => {
      expect(isPoison(allocPlaneUninitialised(SIDE, SIDE))).toBe(true);
      expect(allocRasterUninitialised(300, 200, 3).data.every((v) => v === 255)).toBe(true);
      expect(filled(0).data.every((v) => v === 0)).toBe(true);
    });
    expect(new Uint8Array(acquireBuffer(100_000)).every((v) => v === 255)).toBe(true);
  });

  it('spoils what is released', () => {
    const plane = outsideScratch(() => filled(4));
    releaseBuffers(plane.data);
    expect(isPoison(plane)).toBe(true);
  });

  it('spoils what earlier uses of the kernels have left', () => {
    startKernels();
    const at = copyIn(new Uint8Array(1000).fill(7));
    startKernels();
    const left = new Uint8Array(1000);
    expect(reserve(1000)).toBe(at);
    copyOut(at, left);
    expect(left.every((v) => v === 255)).toBe(true);
  });
});
