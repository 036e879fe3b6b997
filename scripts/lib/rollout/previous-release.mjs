import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { Problem } from '../say.mjs';

/**
 * The release that runs while this one comes: with the schema before the newest changes, and known to build. Whoever makes a release
 * puts the one before here.
 */
export const PREVIOUS_RELEASE = 'f5c293a3be73499e5c52e574787a62c2a0e5f771';

/** Builds the project as it was at `ref` in `folder`, with its own packages. Returns where its apps lie. */
export function buildRelease(ref, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = run('git', ['-C', ROOT, 'archive', '--format=tar', ref], { maxBuffer: 2 ** 30 });
  run('tar', ['-x', '-C', folder], { input: archive });
  run(process.execPath, ['scripts/run.mjs', 'prepare'], { cwd: folder });
  return { program: (name) => join(folder, 'apps', name, 'dist/main.js') };
}

function run(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return stdout;
  throw new Problem(
    `${command} ${args.slice(0, 4).join(' ')} failed: ${error?.message ?? [stdout, stderr].join('').slice(-1000)}`,
  );
}
