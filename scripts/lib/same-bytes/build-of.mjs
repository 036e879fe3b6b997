import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../command.mjs';
import { onLeave } from '../leaving.mjs';
import { ROOT } from '../paths.mjs';
import { Problem } from '../say.mjs';

/** What a render needs; their references are built with them. */
const BUILT = ['packages/tryon', 'packages/media', 'packages/models'];
const MANIFEST = 'packages/models/manifest.json';

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The commit that a name stands for. Throws: Problem where there is none. */
export function commitOf(ref) {
  try {
    return git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).trim();
  } catch {
    throw new Problem(`There is no commit ${ref}: give a branch, a tag or a commit with --against.`);
  }
}

/** Builds this checkout as it lies. */
export async function buildHere() {
  await build(ROOT);
  return { folder: ROOT, artifacts: await artifactsOf(ROOT) };
}

/**
 * Checks a commit out beside this tree and builds it. The caller calls `remove`, which also runs when this process leaves early.
 */
export async function buildOf(commit) {
  const home = mkdtempSync(join(tmpdir(), 'drape-build-'));
  const folder = join(home, 'tree');
  const remove = () => {
    rmSync(home, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  const forget = onLeave(remove);
  git('worktree', 'add', '--detach', folder, commit);
  const pnpm = join(ROOT, 'node_modules', '.bin', 'pnpm');
  await run('Installing packages', pnpm, ['--dir', folder, 'install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: folder,
  });
  await build(folder);
  return {
    folder,
    artifacts: await artifactsOf(folder),
    remove() {
      forget();
      remove();
    },
  };
}

async function build(folder) {
  await run('Building', join(folder, 'node_modules', '.bin', 'tsc'), ['-b', ...BUILT], { cwd: folder });
}

/** The networks' folder; those of this tree serve a checkout that lists the same. */
async function artifactsOf(folder) {
  const owner = sameModels(folder) ? ROOT : folder;
  await run('Preparing models', process.execPath, ['packages/models/dist/cli.js'], { cwd: owner });
  return process.env.DRAPE_MODELS_DIR ?? join(owner, 'packages/models/artifacts');
}

function sameModels(folder) {
  const manifest = join(folder, MANIFEST);
  return existsSync(manifest) && readFileSync(manifest).equals(readFileSync(join(ROOT, MANIFEST)));
}
