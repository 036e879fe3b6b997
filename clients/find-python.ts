import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canFetchFromDebian, fetchFromDebian } from '../packages/local';
import { testEnvironment } from '../packages/testkit';

const CACHE = resolve(__dirname, '../.cache');
const OLDEST = '(3, 9)';
/** The interpreter, its library, and what those link to. */
const PACKAGES = [
  ...['python3.11', 'python3.11-minimal', 'libpython3.11-minimal', 'libpython3.11-stdlib'],
  ...['libexpat1', 'zlib1g', 'libssl3', 'libffi8', 'libbz2-1.0', 'liblzma5', 'libuuid1', 'libcrypt1'],
];

/** A Python of 3.9 or newer: the one on PATH, else Debian's, fetched into .cache. */
export async function findPython(): Promise<string> {
  if (isNewEnough('python3')) return 'python3';
  const folder = join(CACHE, `python-${process.arch}`);
  const command = join(folder, 'python3');
  if (existsSync(command)) return command;
  if (!canFetchFromDebian())
    throw new Error('No Python 3.9 or newer was found: install python3, so that it is on PATH.');
  mkdirSync(CACHE, { recursive: true });
  process.stderr.write('fetching Python from the Debian archive …\n');
  await fetchFromDebian(folder, { packages: async () => PACKAGES, finish: writeStarter });
  return command;
}

function isNewEnough(command: string): boolean {
  const program = `import sys, ssl; sys.exit(sys.version_info < ${OLDEST})`;
  return spawnSync(command, ['-c', program], { env: testEnvironment(), stdio: 'ignore' }).status === 0;
}

/** Starts the unpacked interpreter with its own library, wherever the folder lies. */
async function writeStarter(root: string): Promise<void> {
  const starter = join(root, 'python3');
  const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export PYTHONHOME="$here/usr" LD_LIBRARY_PATH="$here/usr/lib/x86_64-linux-gnu:$here/lib/x86_64-linux-gnu:$here/usr/lib/aarch64-linux-gnu:$here/lib/aarch64-linux-gnu"
exec "$here/usr/bin/python3.11" "$@"
`;
  writeFileSync(starter, script);
  await chmod(starter, 0o755);
}
