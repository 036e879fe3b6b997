import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canFetchFromDebian, fetchFromDebian } from '../packages/local';
import { testEnvironment } from '../packages/testkit';

const CACHE = resolve(__dirname, '../.cache');
const OLDEST = '8.1.0';
const SETTINGS = 'etc/drape';
/** The interpreter, the extension curl, and what those link to. */
export const PHP_PACKAGES = [
  ...['php8.2-cli', 'php8.2-curl', 'libargon2-1', 'libicu72', 'liblzma5', 'libpcre2-8-0', 'libsodium23', 'libssl3'],
  ...['libxml2', 'zlib1g', 'libcurl4', 'libbrotli1', 'libcom-err2', 'libffi8', 'libgmp10', 'libgnutls30'],
  ...['libgssapi-krb5-2', 'libhogweed6', 'libidn2-0', 'libk5crypto3', 'libkeyutils1', 'libkrb5-3', 'libkrb5support0'],
  ...['libldap-2.5-0', 'libnettle8', 'libnghttp2-14', 'libp11-kit0', 'libpsl5', 'librtmp1', 'libsasl2-2', 'libssh2-1'],
  ...['libtasn1-6', 'libunistring2', 'libzstd1'],
];

/** A PHP of 8.1 or newer with curl and json: the one on PATH, else Debian's, fetched into .cache. */
export async function findPhp(): Promise<string> {
  if (isGoodEnough('php')) return 'php';
  const folder = join(CACHE, `php-${process.arch}`);
  const command = join(folder, 'php');
  if (existsSync(command)) return command;
  if (!canFetchFromDebian()) {
    throw new Error(
      'No PHP 8.1 or newer with curl and json was found: install php with php-curl, so that it is on PATH.',
    );
  }
  mkdirSync(CACHE, { recursive: true });
  process.stderr.write('fetching PHP from the Debian archive …\n');
  await fetchFromDebian(folder, { packages: async () => PHP_PACKAGES, finish: writeStarter });
  return command;
}

function isGoodEnough(command: string): boolean {
  const program = `exit(version_compare(PHP_VERSION, '${OLDEST}', '>=') && function_exists('curl_init') && function_exists('json_encode') ? 0 : 1);`;
  return spawnSync(command, ['-r', program], { env: testEnvironment(), stdio: 'ignore' }).status === 0;
}

/**
 * Starts the unpacked interpreter with its own libraries, wherever the folder lies. curl is loaded by a file of settings, so that also
 * a PHP that it starts has it.
 */
async function writeStarter(root: string): Promise<void> {
  mkdirSync(join(root, SETTINGS), { recursive: true });
  const settings = 'extension_dir = ${DRAPE_PHP_EXTENSIONS}\nextension = curl\n';
  writeFileSync(join(root, SETTINGS, 'curl.ini'), settings);
  const starter = join(root, 'php');
  const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export PHP_INI_SCAN_DIR="$here/${SETTINGS}" DRAPE_PHP_EXTENSIONS="$(echo "$here"/usr/lib/php/20*)"
export LD_LIBRARY_PATH="$here/usr/lib/x86_64-linux-gnu:$here/lib/x86_64-linux-gnu:$here/usr/lib/aarch64-linux-gnu:$here/lib/aarch64-linux-gnu"
exec "$here/usr/bin/php8.2" "$@"
`;
  writeFileSync(starter, script);
  await chmod(starter, 0o755);
}
