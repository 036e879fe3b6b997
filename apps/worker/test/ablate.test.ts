import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testEnvironment } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RuleOnPair } from '../src/bench/ablation/ablation-results';
import { ablationPage } from '../src/bench/ablation/ablation-table';
import { ruleLines } from '../src/bench/ablation/rule-lines';
import { SAMPLES } from './worker-harness';

const run = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drape-ablate-'));
  const pair = { person: 'persons/full-body.jpg', data: [SAMPLES] };
  const pairs = [
    { ...pair, product: 'garments/pants/blue-jeans.jpg', category: 'pants' },
    { ...pair, product: 'garments/top/logo-tee.jpg', category: 'top' },
  ];
  writeFileSync(join(folder, 'pairs.jsonl'), pairs.map((line) => `${JSON.stringify(line)}\n`).join(''));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command line as it is built. */
async function call(cli: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const ended: unknown = await run(process.execPath, [join(__dirname, '../dist/cli', cli), ...args], {
    env: testEnvironment(),
  }).catch((error: unknown) => error);
  const { code = 0, stdout, stderr } = Object(ended);
  return { code, stdout, stderr };
}

const resultsIn = (file: string): RuleOnPair[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('pnpm ablate', () => {
  it('tells what each rule does to each pair, and goes on where it was stopped', async () => {
    const out = join(folder, 'ablation.jsonl');
    const first = await call('ablate.js', folder, '--rules', 'leg-creases,hood');
    expect([first.code, first.stderr]).toEqual([0, '']);
    const results = resultsIn(out);
    expect(results).toHaveLength(4);
    const jeans = results.find(({ pair, rule }) => pair.includes('jeans') && rule === 'leg-creases');
    expect(jeans).toMatchObject({ outcome: 'changed' });
    expect(jeans?.pixels).toBeGreaterThan(0.0001);
    expect(jeans?.pixels).toBeLessThan(0.1);
    const others = results.filter((result) => result.pair !== jeans?.pair || result.rule !== jeans.rule);
    expect(others.map(({ outcome, pixels, gained, quality }) => [outcome, pixels, gained, quality])).toEqual(
      others.map(() => ['same', 0, [], 0]),
    );
    expect(first.stdout).toContain('| `leg-creases` | shade | 2 | 1 (50.0 %) |');

    const before = readFileSync(out, 'utf8');
    const lines = before.split('\n');
    writeFileSync(out, `${lines.slice(0, 3).join('\n')}\n${lines[3]?.slice(0, 40)}`);
    const second = await call('ablate.js', folder, '--rules', 'leg-creases,hood');
    expect(second.stdout).toContain('1 pairs are measured already');
    const [kept, again] = [before, readFileSync(out, 'utf8')].map((text) => text.split('\n').slice(0, 3));
    expect(again).toEqual(kept);
    expect(resultsIn(out)).toHaveLength(4);

    appendFileSync(out, `${JSON.stringify({ ...results[0], engine: 'engine-of-yesterday', rule: 'even-hems' })}\n`);
    const third = await call('ablate.js', folder, '--rules', 'leg-creases');
    expect(third.stdout).toContain('2 pairs are measured already');
    expect(third.stdout).not.toContain('even-hems');
  }, 300_000);

  it('says what is wrong with a call', async () => {
    const said = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await call('ablate.js', ...args);
      expect([args, code]).toEqual([args, 2]);
      return stderr;
    };
    expect(await said()).toContain('pnpm ablate FOLDER');
    expect(await said(folder, '--rules', 'hood,hoods')).toMatch(/--rules takes .*smooth-outline.*, not "hoods"\./);
    expect(await said(folder, '--workers', '0')).toContain('--workers must be a number from 1, not "0".');
    expect(await said(join(folder, 'nowhere'))).toContain('There is no folder');
  }, 120_000);
});

describe('pnpm bench:picture --without', () => {
  it('shows only the pairs that change, beside their pictures with all rules', async () => {
    const [json, out] = [join(folder, 'figures.json'), join(folder, 'pictures')];
    const bench = await call(
      'bench-picture.js',
      ...[folder, '--json', json, '--out', out, '--without', 'leg-creases', '--only-fired'],
    );
    expect([bench.code, bench.stderr]).toEqual([0, '']);
    const { without, onlyFired, pairs } = JSON.parse(readFileSync(json, 'utf8'));
    expect(without).toEqual(['leg-creases']);
    expect(onlyFired).toMatchObject({ compared: 2, n: 1 });
    expect(pairs).toHaveLength(1);
    const [seen, whole] = ['.jpg', '.all-rules.jpg'].map((end) =>
      readFileSync(join(out, pairs[0].image.replace('.jpg', end))),
    );
    expect(seen?.equals(whole ?? Buffer.of())).toBe(false);
  }, 300_000);

  it('names the rules where it is given another, and needs them for --only-fired', async () => {
    const rest = [folder, '--json', join(folder, 'x.json'), '--out', folder];
    const wrong = await call('bench-picture.js', ...rest, '--without', 'creases');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/--without takes .*leg-creases.*, not "creases"\./),
    ]);
    const alone = await call('bench-picture.js', ...rest, '--only-fired');
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--only-fired needs --without.')]);
  }, 60_000);
});

it('ablationPage tells figures of fired pairs, and what of the sources is the rule', () => {
  const result = (pair: string, more: Partial<RuleOnPair>): RuleOnPair => ({
    pair,
    rule: 'hood',
    outcome: 'same',
    pixels: 0,
    gained: [],
    lost: [],
    quality: 0,
    ms: 2,
    ...more,
  });
  const page = ablationPage({
    set: 'strangers N',
    date: '2026-11-29',
    engine: 'engine-1',
    results: [
      result('a', { outcome: 'changed', pixels: 0.02, gained: ['C1', 'T1'], quality: 4, ms: 5 }),
      result('b', { outcome: 'changed', pixels: 0.01, gained: ['C1'], lost: ['F1'], quality: -1, ms: 3 }),
      result('c', { outcome: 'rendered only with it' }),
      result('d', {}),
    ],
  });
  const { lines, isShared } = ruleLines('hood');
  expect(isShared).toBe(false);
  expect(lines).toBeGreaterThan(40);
  expect(page).toContain('Set strangers N, 4 pairs, 2026-11-29, `engine-1`.');
  expect(page).toContain(
    `| \`hood\` | garment | 4 | 3 (75.0 %, +1) | 2.00 % | C1 2, T1 1 | F1 1 | 1.5 | 3 | ${lines} |`,
  );
  expect(page).toContain('- `hood`: Removes hoods that stand above the shoulders. Not measured alone before.');
  expect(ruleLines('category-check').isShared).toBe(true);
});
