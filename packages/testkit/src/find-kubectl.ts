import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canFetchFromDebian, fetchFromDebian } from '@drape/local';
import { testEnvironment } from './test-environment';

const CACHE = resolve(__dirname, '../../../.cache');

/**
 * A kubectl that renders Kustomize files: Debian's (1.20 in bookworm), fetched into .cache, so that what old ones understand is what is
 * written; elsewhere the one on PATH.
 */
export async function findKubectl(): Promise<string> {
  const folder = join(CACHE, `kubectl-${process.arch}`);
  const command = join(folder, 'usr/bin/kubectl');
  if (existsSync(command)) return command;
  if (canFetchFromDebian()) {
    mkdirSync(CACHE, { recursive: true });
    process.stderr.write('fetching kubectl from the Debian archive …\n');
    await fetchFromDebian(folder, { packages: async () => ['kubernetes-client'] });
    return command;
  }
  if (spawnSync('kubectl', ['version', '--client'], { env: testEnvironment() }).status === 0) return 'kubectl';
  throw new Error('No kubectl was found: install it, so that it is on PATH.');
}
