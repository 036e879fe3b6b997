import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onLeave } from './leaving.mjs';
import { QUIET, ROOT } from './paths.mjs';

/** Runs jest with the given arguments; the process exits with its status. */
export async function test(args) {
  const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [jest, '-c', 'jest.config.mjs', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...QUIET },
    stdio: 'inherit',
  });
  onLeave(() => child.kill('SIGTERM'));
  const status = await new Promise((resolve) => child.on('close', resolve));
  process.exit(status ?? 1);
}
