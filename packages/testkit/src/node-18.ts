import { copyFile, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchPackage } from './fetch-package';

/** The last release of the oldest Node that @drape/client promises. */
const VERSION = '18.20.8';

/** Path of a real Node 18, from the package that holds it for this platform. */
export async function node18(): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = await fetchPackage(name, VERSION, async (installed, target) => {
    await copyFile(join(installed, 'bin/node'), join(target, 'node'));
    await chmod(join(target, 'node'), 0o755);
  });
  return join(folder, 'node');
}
