import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { Problem } from '../say.mjs';

/** What was there before the newest change of the schema: the release that runs while a new one comes. */
export function previousRelease() {
  const [newest] = git('log', '-1', '--format=%H', '--', 'prisma/migrations').split('\n');
  return git('rev-parse', '--short', `${newest}^`);
}

/** Builds the project as it was at `ref` in `folder`, with its own packages. Returns where its apps lie. */
export function buildRelease(ref, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = run('git', ['-C', ROOT, 'archive', '--format=tar', ref], { maxBuffer: 2 ** 30 });
  run('tar', ['-x', '-C', folder], { input: archive });
  run(process.execPath, ['scripts/run.mjs', 'prepare'], { cwd: folder });
  return { program: (name) => join(folder, 'apps', name, 'dist/main.js') };
}

function git(...args) {
  return run('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).trim();
}

function run(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return stdout;
  throw new Problem(`${command} ${args.slice(0, 4).join(' ')} failed: ${error?.message ?? stderr.slice(-500)}`);
}
