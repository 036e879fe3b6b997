import { expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseModels } from './operator-override';
import { modelFor, readManifest } from './read-manifest';

it('knows an operator’s own network from ours, whose weights fit into exact sums', () => {
  const manifest = readManifest();
  const parser = modelFor(manifest, 'person.parse');
  const folder = mkdtempSync(join(tmpdir(), 'override-'));
  const file = join(folder, 'operator.json');
  writeFileSync(file, JSON.stringify({ schema: 1, models: [parser] }));
  const choose = chooseModels(manifest, folder, file);
  expect(choose('person.parse')?.foreign).toBe(true);
  expect(choose('garment.cutout')?.foreign).toBe(false);
  expect(chooseModels(manifest, folder, undefined)('person.parse')?.foreign).toBe(false);
  rmSync(folder, { recursive: true });
});
