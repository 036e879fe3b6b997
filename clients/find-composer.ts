import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canFetchFromDebian, fetchFromDebian } from '../packages/local';
import { testEnvironment } from '../packages/testkit';
import { PHP_PACKAGES } from './find-php';

const CACHE = resolve(__dirname, '../.cache');
/** Composer, what it is made of, and the extensions that it asks for. */
const PACKAGES = [
  ...PHP_PACKAGES,
  ...['php8.2-common', 'php8.2-mbstring', 'php8.2-intl', 'libonig5', 'composer', 'jsonlint', 'php-json-schema'],
  ...['ca-bundle', 'class-map-generator', 'metadata-minifier', 'pcre', 'semver', 'spdx-licenses', 'xdebug-handler'].map(
    (name) => `php-composer-${name}`,
  ),
  ...['console', 'deprecation-contracts', 'filesystem', 'finder', 'process', 'service-contracts', 'string'].map(
    (name) => `php-symfony-${name}`,
  ),
  ...['php-psr-container', 'php-psr-log', 'php-react-promise', 'php-seld-signal-handler'],
];
const EXTENSIONS = ['phar', 'ctype', 'iconv', 'mbstring', 'intl', 'tokenizer'];

/** PHP's package manager: the one on PATH, else Debian's with a PHP of its own, fetched into .cache. */
export async function findComposer(): Promise<string> {
  const found = spawnSync('composer', ['--version', '--no-interaction'], { env: testEnvironment(), stdio: 'ignore' });
  if (found.status === 0) return 'composer';
  const folder = join(CACHE, `composer-${process.arch}`);
  const command = join(folder, 'composer');
  if (existsSync(command)) return command;
  if (!canFetchFromDebian()) throw new Error('No Composer was found: install it, so that `composer` is on PATH.');
  mkdirSync(CACHE, { recursive: true });
  process.stderr.write('fetching Composer from the Debian archive …\n');
  await fetchFromDebian(folder, { packages: async () => PACKAGES, finish: writeStarter });
  return command;
}

/** Starts the unpacked program with its own PHP, extensions and libraries, wherever the folder lies. */
async function writeStarter(root: string): Promise<void> {
  const starter = join(root, 'composer');
  const extensions = EXTENSIONS.map((name) => `-d extension=${name}`).join(' ');
  const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/usr/lib/x86_64-linux-gnu:$here/lib/x86_64-linux-gnu:$here/usr/lib/aarch64-linux-gnu:$here/lib/aarch64-linux-gnu"
exec "$here/usr/bin/php8.2" -n -d extension_dir="$(echo "$here"/usr/lib/php/20*)" -d include_path="$here/usr/share/php" ${extensions} "$here/usr/bin/composer" "$@"
`;
  writeFileSync(starter, script);
  await chmod(starter, 0o755);
}
