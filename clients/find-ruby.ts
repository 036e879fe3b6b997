import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canFetchFromDebian, fetchFromDebian } from '../packages/local';
import { testEnvironment } from '../packages/testkit';

const CACHE = resolve(__dirname, '../.cache');
const OLDEST = '3.1';
/** The interpreter, its library, and what those link to. */
const PACKAGES = [...['ruby3.1', 'libruby3.1', 'libssl3', 'libgmp10', 'libcrypt1', 'zlib1g', 'libyaml-0-2', 'libffi8']];

/** A Ruby of 3.1 or newer: the one on PATH, else Debian's, fetched into .cache. */
export async function findRuby(): Promise<string> {
  if (isNewEnough('ruby')) return 'ruby';
  const folder = join(CACHE, `ruby-${process.arch}`);
  const command = join(folder, 'ruby');
  if (existsSync(command)) return command;
  if (!canFetchFromDebian()) throw new Error('No Ruby 3.1 or newer was found: install ruby, so that it is on PATH.');
  mkdirSync(CACHE, { recursive: true });
  process.stderr.write('fetching Ruby from the Debian archive …\n');
  await fetchFromDebian(folder, { packages: async () => PACKAGES, finish: writeStarter });
  return command;
}

function isNewEnough(command: string): boolean {
  const program = `require 'openssl'; exit Gem::Version.new(RUBY_VERSION) >= Gem::Version.new('${OLDEST}')`;
  return spawnSync(command, ['-e', program], { env: testEnvironment(), stdio: 'ignore' }).status === 0;
}

/** Starts the unpacked interpreter with its own library, wherever the folder lies; a RUBYLIB of the caller's comes first. */
async function writeStarter(root: string): Promise<void> {
  const starter = join(root, 'ruby');
  const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export RUBYLIB="\${RUBYLIB:+$RUBYLIB:}$here/usr/lib/ruby/3.1.0:$here/usr/lib/x86_64-linux-gnu/ruby/3.1.0:$here/usr/lib/aarch64-linux-gnu/ruby/3.1.0"
export LD_LIBRARY_PATH="$here/usr/lib/x86_64-linux-gnu:$here/lib/x86_64-linux-gnu:$here/usr/lib/aarch64-linux-gnu:$here/lib/aarch64-linux-gnu"
exec "$here/usr/bin/ruby3.1" "$@"
`;
  writeFileSync(starter, script);
  await chmod(starter, 0o755);
}
