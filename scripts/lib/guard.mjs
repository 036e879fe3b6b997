/**
 * Runs a command and dies with its parent: when standard input closes (the parent is gone, even by SIGKILL), the command
 * gets SIGTERM and, ten seconds later, its whole process group SIGKILL. Signals are handed on; the exit status is the command's.
 *
 *   node guard.mjs COMMAND [ARG …]
 */
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

process.stdin.on('end', orphaned).on('error', orphaned).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.on('close', (status, signal) => process.exit(status ?? (signal === 'SIGKILL' ? 137 : 1)));

function orphaned() {
  child.kill('SIGTERM');
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), 10_000).unref();
}
