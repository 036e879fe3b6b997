import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit/src/test-environment';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drape-same-'));
  for (const [side, grey] of [
    ['before', 100],
    ['after', 102],
  ] as const) {
    mkdirSync(join(folder, side));
    writeFileSync(join(folder, side, '0.raw'), new Uint8Array([0, 0, 0, 100, grey, 100]));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program says that uses the tool's modules. */
function said(program: string): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: __dirname,
    env: testEnvironment(),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

function differenceOf(before: object, after: object): unknown {
  const folders = ['before', 'after'].map((side) => join(folder, side));
  return said(`
    import { differenceOf } from './lib/same-bytes/compare-sides.mjs';
    console.log(JSON.stringify(differenceOf(${[before, after, folders].map((v) => JSON.stringify(v)).join()}, 0)));`);
}

const side = (sha256: string | null, told: object) => ({
  picture: sha256 === null ? null : { width: 2, height: 1, sha256 },
  told,
});

describe('the difference of two pictures', () => {
  it('is none where the bytes are the same, and what is told', () => {
    expect(differenceOf(side('a', { score: 1 }), side('a', { score: 1 }))).toBeNull();
    expect(differenceOf(side(null, { refused: 'x' }), side(null, { refused: 'x' }))).toBeNull();
  });

  it('counts pixels and tells decibels', () => {
    // One channel of six differs by 2: 10·log10(255² · 6 / 4) dB.
    expect(differenceOf(side('a', {}), side('b', {}))).toBe('1 pixels (50.00 %), 49.9 dB, at most 2 of 255');
  });

  it('names what is told otherwise, and refusals', () => {
    expect(differenceOf(side('a', { quality: { score: 7 } }), side('a', { quality: { score: 8 } }))).toBe(
      'same picture, tells quality.score 7 → 8',
    );
    expect(differenceOf(side('a', {}), side(null, { refused: 'no_person', detail: 'Nobody.' }))).toBe(
      'rendered → refused: no_person (Nobody.)',
    );
  });
});

describe('the pairs that are compared', () => {
  it('are all drawn products and two looks on each sample person', () => {
    const names = said(`
      import { samplePairs } from './lib/same-bytes/sample-pairs.mjs';
      console.log(JSON.stringify(samplePairs().map(({ name }) => name)));`);
    expect(names).toHaveLength(3 * (11 + 2));
    expect(names).toContain('full-body+denim-jacket+striped-long-sleeve+camel-mini');
  });

  it('need people and products in a folder of the reader’s own', () => {
    const { status, stdout } = spawnSync(process.execPath, ['same-bytes.mjs', '--folder', folder], {
      cwd: __dirname,
      env: testEnvironment(),
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([2, `✗ ${join(folder, 'persons')} holds no jpg, png or webp picture.\n`]);
  });
});
