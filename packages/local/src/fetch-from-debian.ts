import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const APT_TIMEOUT_MS = 180_000;

/** Runs apt-get or apt-cache. */
export type Apt = (command: string, ...args: string[]) => Promise<string>;

export interface DebianFetch {
  /** The packages to unpack. */
  readonly packages: (apt: Apt) => Promise<readonly string[]>;
  /** What is still to be done in the folder of the unpacked files; a throw leaves nothing behind. */
  readonly finish?: (root: string) => Promise<void>;
}

export function canFetchFromDebian(): boolean {
  return ['apt-get', 'dpkg-deb'].every((command) => spawnSync(command, ['--version']).status === 0);
}

/**
 * Unpacks packages of the distribution's own archive into `folder`, which must not exist: needs no root, installs nothing and takes no
 * lock of the system's. Safe against other processes that do the same.
 */
export async function fetchFromDebian(folder: string, { packages, finish }: DebianFetch): Promise<void> {
  const work = `${folder}.${process.pid}`;
  const root = join(work, 'root');
  for (const path of ['state/lists/partial', 'cache/archives/partial', 'deb', 'root']) {
    mkdirSync(join(work, path), { recursive: true });
  }
  try {
    const apt = privateApt(work);
    await apt('apt-get', '-q', 'update');
    await apt('apt-get', '-q', 'download', ...(await packages(apt)));
    for (const file of readdirSync(join(work, 'deb'))) {
      await execute('dpkg-deb', ['-x', join(work, 'deb', file), root]);
    }
    await finish?.(root);
    if (!existsSync(folder)) renameSync(root, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** apt with separate state and cache folders. */
function privateApt(work: string): Apt {
  const settings = [
    `Dir::State=${join(work, 'state')}`,
    `Dir::State::lists=${join(work, 'state/lists')}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${join(work, 'cache')}`,
    'Debug::NoLocking=true',
    'APT::Sandbox::User=root',
    'Acquire::Retries=3',
  ].flatMap((setting) => ['-o', setting]);
  return async (command, ...args) => {
    const options = {
      cwd: join(work, 'deb'),
      timeout: APT_TIMEOUT_MS,
      maxBuffer: 16e6,
      env: { ...process.env, LC_ALL: 'C' },
    };
    return (await execute(command, [...settings, ...args], options)).stdout;
  };
}
