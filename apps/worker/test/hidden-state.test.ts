import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProductCategory } from '@drape/contracts';
import { testEnvironment } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLES } from './worker-harness';

/**
 * A render reuses memory of earlier ones: pixels that it forgets to write show in a picture only where another one was rendered before.
 */
const ROOT = join(__dirname, '../../..');
const RENDER = join(ROOT, 'scripts/lib/same-bytes/render-side.mjs');
const run = promisify(execFile);

const pair = (name: string, person: string, product: `${ProductCategory}/${string}`) => ({
  name,
  person: join(SAMPLES, 'persons', `${person}.jpg`),
  garments: [{ path: join(SAMPLES, 'garments', `${product}.jpg`), category: product.split('/')[0] }],
});
type Pair = ReturnType<typeof pair>;

interface Line {
  readonly name: string;
  readonly picture: { readonly sha256: string } | null;
  readonly told: unknown;
}

const TEE = pair('tee', 'full-body', 'top/logo-tee');
const SKIRT = pair('skirt', 'full-body', 'skirt/camel-mini');
const BLAZER = pair('blazer', 'upper-body', 'jacket/charcoal-blazer');
const OTHER_TEE = pair('other tee', 'upper-body', 'top/logo-tee');
const PAIRS = [TEE, SKIRT, BLAZER, OTHER_TEE];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drape-hidden-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a fresh process renders and tells of each pair, by its name. */
async function rendered(pairs: readonly Pair[]): Promise<Record<string, string>> {
  const job = join(folder, `${pairs.map(({ name }) => name).join('-')}.json`);
  const artifacts = process.env['DRAPE_MODELS_DIR'] ?? join(ROOT, 'packages/models/artifacts');
  await writeFile(job, JSON.stringify({ build: ROOT, artifacts, pairs, out: null }));
  const { stdout } = await run(process.execPath, [RENDER, job], { env: testEnvironment() });
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(pairs.length);
  return Object.fromEntries(
    lines.map((line) => {
      const { name, picture, told }: Line = JSON.parse(line);
      return [name, `${picture?.sha256} ${JSON.stringify(told)}`];
    }),
  );
}

describe('a picture', () => {
  it('has the same bytes first in a fresh process, after others and in another order', async () => {
    const [inOrder, reversed, skirt, blazer] = await Promise.all([
      rendered(PAIRS),
      rendered([OTHER_TEE, BLAZER, SKIRT, TEE]),
      rendered([SKIRT]),
      rendered([BLAZER]),
    ]);
    expect(Object.keys(inOrder).sort()).toEqual(PAIRS.map(({ name }) => name).sort());
    for (const made of Object.values(inOrder)) expect(made).toMatch(/^[0-9a-f]{64} /);
    // The tee is the first of one process, the other tee that of another.
    expect(reversed).toEqual(inOrder);
    expect({ ...inOrder, ...skirt, ...blazer }).toEqual(inOrder);
  }, 180_000);
});
