import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './command.mjs';
import { ROOT } from './paths.mjs';
import { step } from './say.mjs';

const PNPM = 'pnpm@10.34.9';
const INSTALLED = join(ROOT, 'node_modules', '.drape-installed');

/** Everything between a fresh clone and a program that can start. Quick when nothing changed. */
export async function prepare() {
  const wanted = manifestHash();
  if (!existsSync(INSTALLED) || readFileSync(INSTALLED, 'utf8') !== wanted) {
    await step('Installing packages', () =>
      run('Installing packages', npx(), ['-y', PNPM, '--dir', ROOT, 'install', '--frozen-lockfile'], { cwd: tmpdir() }),
    );
    writeFileSync(INSTALLED, wanted);
  }
  await step('Building', async () => {
    await run('Generating the database client', process.execPath, ['packages/db/scripts/generate.mjs']);
    await run('Building', join(ROOT, 'node_modules', '.bin', 'tsc'), ['-b']);
    await run('Building the widget', process.execPath, ['apps/widget/build.mjs']);
    await run('Building the dashboard', process.execPath, ['apps/dashboard/build.mjs']);
    await run('Building the documentation', process.execPath, ['--import', 'tsx', 'apps/docs/src/build.ts']);
  });
  await step('Preparing models', () => run('Preparing models', process.execPath, ['packages/models/dist/cli.js']));
}

/** Called from outside the project: inside, npx would run the installed pnpm, which dies where it replaces node_modules. */
function npx() {
  return process.platform === 'win32' ? 'npx.cmd' : 'npx';
}

/** Changes whenever an install could give something else: the lockfile, the workspace file, any package.json. */
function manifestHash() {
  const hash = createHash('sha256');
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', 'package.json'];
  for (const folder of ['apps', 'packages']) {
    for (const name of readdirSync(join(ROOT, folder)).sort()) files.push(join(folder, name, 'package.json'));
  }
  for (const file of files) if (existsSync(join(ROOT, file))) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}
