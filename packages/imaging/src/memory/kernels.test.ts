import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { randomPlane } from '../../test/planes';
import { testEnvironment } from '../../../testkit/src/test-environment';
import { copyIn, copyOut, kernels, reserve, startKernels } from './kernels';

/** Not declared in Node's types. */
declare const WebAssembly: { readonly Memory: { readonly prototype: { grow(pages: number): number } } };

describe('kernel-binary.ts and kernel-calls.ts', () => {
  it('belong to the sources in assembly/', () => {
    const script = join(__dirname, '../../scripts/build-kernels.mjs');
    expect(() =>
      execFileSync(process.execPath, [script, '--check'], { env: testEnvironment(), stdio: 'pipe' }),
    ).not.toThrow();
  }, 120_000);
});

describe('memory of the kernels', () => {
  afterEach(startKernels);

  it('does not grow for the planes of a large photo', () => {
    kernels();
    const grow = jest.spyOn(WebAssembly.Memory.prototype, 'grow');
    const [at, left] = [copyIn(Uint8Array.of(7)), new Uint8Array(1)];
    startKernels();
    reserve(20 << 20);
    expect(grow).not.toHaveBeenCalled();
    copyOut(at, left);
    expect(left[0]).toBe(7);
    grow.mockRestore();
  });

  it('gives back what was copied in, also after it has grown', () => {
    kernels();
    startKernels();
    const { data } = randomPlane(30, 20, 1);
    const at = copyIn(data);
    const bytes = Uint8Array.of(1, 2, 3);
    const next = copyIn(bytes);
    reserve(40 << 20);
    const out = new Float32Array(data.length);
    copyOut(at, out);
    expect(out).toEqual(data);
    const small = new Uint8Array(3);
    copyOut(next, small);
    expect(small).toEqual(bytes);
  });

  it('copies the part of an array that it is given', () => {
    startKernels();
    const whole = Float32Array.of(1, 2, 3, 4);
    const at = copyIn(whole.subarray(1, 3));
    const out = new Float32Array(4);
    copyOut(at, out.subarray(2));
    expect(Array.from(out)).toEqual([0, 0, 2, 3]);
  });

  it('places blocks apart and on whole vectors', () => {
    startKernels();
    const [a, b] = [reserve(5), reserve(1)];
    expect(a % 16).toBe(0);
    expect(b % 16).toBe(0);
    expect(b - a).toBeGreaterThanOrEqual(5 + 16);
  });
});
