import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit';

describe('docs/metrics.md', () => {
  it('has every metric of the registries of gateway and worker, as they describe it, and no other', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/write-metrics.mjs', '--check'], {
      cwd: join(__dirname, '..'),
      env: testEnvironment(),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
