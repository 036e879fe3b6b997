import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canFetchFromDebian, fetchFromDebian } from '@drape/local';
import { testEnvironment } from './test-environment';

const CACHE = resolve(__dirname, '../../../.cache');

export interface PrometheusCommands {
  readonly prometheus: string;
  readonly promtool: string;
}

/** Prometheus and its tool: Debian's (2.42 in bookworm), fetched into .cache; elsewhere those on PATH. */
export async function findPrometheus(): Promise<PrometheusCommands> {
  const folder = join(CACHE, `prometheus-${process.arch}`);
  const fetched = { prometheus: join(folder, 'usr/bin/prometheus'), promtool: join(folder, 'usr/bin/promtool') };
  if (existsSync(fetched.promtool)) return fetched;
  if (canFetchFromDebian()) {
    mkdirSync(CACHE, { recursive: true });
    process.stderr.write('fetching Prometheus from the Debian archive …\n');
    await fetchFromDebian(folder, { packages: async () => ['prometheus'] });
    return fetched;
  }
  const onPath = { prometheus: 'prometheus', promtool: 'promtool' };
  if (
    Object.values(onPath).every((command) => spawnSync(command, ['--version'], { env: testEnvironment() }).status === 0)
  )
    return onPath;
  throw new Error('No Prometheus was found: install prometheus and promtool, so that they are on PATH.');
}
