import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit';
import { findComposer } from './find-composer';

it('clients/php is a package that Composer takes', async () => {
  const composer = await findComposer();
  const home = mkdtempSync(join(tmpdir(), 'drape-composer-'));
  try {
    // Composer asks to leave the version to the tag; ours stands there as well, since it is that of all clients.
    const flags = ['--strict', '--no-check-version', '--no-interaction', '--working-dir', join(__dirname, 'php')];
    const env = testEnvironment({ COMPOSER_HOME: home, COMPOSER_ALLOW_SUPERUSER: '1' });
    const { status, stdout, stderr } = spawnSync(composer, ['validate', ...flags], { env, encoding: 'utf8' });
    expect([status, `${stdout}${stderr}`.trim()]).toEqual([0, './composer.json is valid']);
  } finally {
    rmSync(home, { recursive: true });
  }
}, 300_000);
