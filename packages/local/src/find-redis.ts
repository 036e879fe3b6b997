import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canFetchFromDebian, fetchFromDebian, type Apt } from './fetch-from-debian';
import { LocalServiceError } from './local-service-error';

const execute = promisify(execFile);

export interface RedisProgram {
  command: string;
  /** Extra variables that it needs. */
  env: Record<string, string>;
}

/**
 * Finds a Redis server: on PATH (redis-server, valkey-server), else a copy in `cache`, else fetches that copy from the
 * distribution's own archive, which needs no root and installs nothing.
 */
export async function findRedis(cache: string, log: (message: string) => void): Promise<RedisProgram> {
  for (const command of ['redis-server', 'valkey-server']) {
    if (spawnSync(command, ['--version']).status === 0) return { command, env: {} };
  }
  const folder = join(cache, `redis-${process.arch}`);
  if (!existsSync(folder)) {
    if (!canFetchFromDebian()) throw new LocalServiceError(installAdvice());
    log('fetching Redis from the Debian archive');
    await fetchRedis(folder);
  }
  return program(folder);
}

function installAdvice(): string {
  const how =
    process.platform === 'darwin' ? '`brew install redis`' : 'with your package manager (package redis or valkey)';
  return `No Redis server was found: install one ${how}, or set REDIS_URL to one that runs.`;
}

/** In Debian redis-server is one of several names of the binary redis-check-rdb, which looks at the name it is called by. */
function program(folder: string): RedisProgram {
  const libraries = readdirSync(join(folder, 'usr/lib'))
    .map((name) => join(folder, 'usr/lib', name))
    .concat(join(folder, 'lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`));
  return { command: join(folder, 'usr/bin/redis-server'), env: { LD_LIBRARY_PATH: libraries.join(':') } };
}

async function fetchRedis(folder: string): Promise<void> {
  try {
    await fetchFromDebian(folder, {
      packages: async (apt) => ['redis-tools', ...(await missingLibraries(apt))],
      async finish(root) {
        mkdirSync(join(root, 'usr/lib'), { recursive: true });
        const server = join(root, 'usr/bin/redis-server');
        if (!existsSync(server)) symlinkSync('redis-check-rdb', server);
        const { command, env } = program(root);
        await execute(command, ['--version'], { env: { ...process.env, ...env } });
      },
    });
  } catch (error) {
    const line = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : '';
    throw new LocalServiceError(
      `Redis could not be fetched from the Debian archive (${line}): see to the network, or install redis-server, or set REDIS_URL.`,
    );
  }
}

/** The shared libraries below redis-tools that this system lacks, whatever they are called in its release. */
async function missingLibraries(apt: Apt): Promise<string[]> {
  const without = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
    (kind) => `--no-${kind}`,
  );
  const tree = await apt('apt-cache', 'depends', '--recurse', ...without, 'redis-tools');
  const libraries = new Set(tree.split('\n').filter((line) => line.startsWith('lib')));
  const { stdout } = await execute('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n']);
  for (const line of stdout.split('\n')) {
    const [name = '', status] = line.split(' ');
    if (status === 'installed') libraries.delete(name);
  }
  return [...libraries].filter((name) => !/^lib(c6|elogind)/.test(name));
}
