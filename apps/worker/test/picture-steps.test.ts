import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodePhoto } from '@drape/media';
import { testEnvironment } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLES } from './worker-harness';

/** What docs/picture/how-it-works.md shows of each stage, drawn anew. */
const run = promisify(execFile);
const CLI = join(__dirname, '../dist/cli/picture-steps.js');
const SHOWN = join(__dirname, '../../../docs/images/steps');
const STEPS = ['erased', 'light', 'mesh', 'person', 'photo', 'product', 'result'].map((name) => `step-${name}.jpg`);
const PHOTO = ['--photo', join(SAMPLES, 'persons/full-body.jpg')];
const TEE = ['--garment', join(SAMPLES, 'garments/top/logo-tee.jpg')];
/** A page with seven of them is not to be heavy. */
const BYTES_MAX = 60_000;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drape-steps-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const draw = (...args: string[]) => run(process.execPath, [CLI, ...args], { env: testEnvironment() });

async function fault(...args: string[]): Promise<[code: number, said: string]> {
  const failed: unknown = await draw(...args).then(
    () => ({ code: 0, stderr: '' }),
    (error: unknown) => error,
  );
  const { code, stderr } = Object(failed);
  return [code, stderr];
}

describe('pnpm picture:steps', () => {
  it('redraws each stage as docs/picture/how-it-works.md shows it', async () => {
    await draw(...PHOTO, ...TEE, '--category', 'top', '--out', folder);
    expect(readdirSync(folder).sort()).toEqual(STEPS);
    expect(readdirSync(SHOWN).sort()).toEqual(STEPS);
    const seen = new Set<string>();
    for (const step of STEPS) {
      expect([step, statSync(join(SHOWN, step)).size <= BYTES_MAX]).toEqual([step, true]);
      const [made, shown] = await Promise.all(
        [folder, SHOWN].map(async (from) => (await decodePhoto(readFileSync(join(from, step)))).raster),
      );
      // Another processor may round otherwise: what counts is that they show the same.
      expect([step, differenceOf(made?.data, shown?.data) < 2]).toEqual([step, true]);
      seen.add(Buffer.from(made?.data ?? []).toString('base64'));
    }
    expect(seen.size).toBe(STEPS.length);
  }, 180_000);

  it('says what is wrong with a call', async () => {
    expect(await fault(...PHOTO, ...TEE, '--out', folder)).toEqual([
      2,
      expect.stringContaining('--category must be one of dress, top, pants, jacket, skirt, not "".'),
    ]);
    const many = ['--category', 'top', '--out', folder, '--height', 'tall'];
    expect(await fault(...PHOTO, ...TEE, ...many)).toEqual([2, expect.stringContaining('not "tall"')]);
    expect(await fault('--out', folder)).toEqual([2, expect.stringContaining('pnpm picture:steps --photo PHOTO')]);
  }, 60_000);
});

/** Mean of the absolute differences, levels of 255. */
function differenceOf(one: Uint8Array = new Uint8Array(), other: Uint8Array = new Uint8Array()): number {
  if (one.length === 0 || one.length !== other.length) return Infinity;
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}
