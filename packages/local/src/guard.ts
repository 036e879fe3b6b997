/**
 * Runs a command that must not outlive its parent, however the parent dies.
 *
 *   node guard.js '{"stopSignal":"SIGINT","uid":65534,"gid":65534}' COMMAND [ARG …]
 *
 * Standard input is the life line: when it ends (the parent closed it, or was killed, even by SIGKILL) the command gets
 * `stopSignal`, and SIGKILL ten seconds later. SIGTERM and SIGINT to the guard do the same. The exit status is the command's.
 */
import { spawn } from 'node:child_process';

const KILL_AFTER_MS = 10_000;

interface GuardOptions {
  stopSignal?: NodeJS.Signals;
  uid?: number;
  gid?: number;
}

function guard([optionsText = '{}', command = '', ...args]: string[]): void {
  const { stopSignal = 'SIGTERM', ...owner } = JSON.parse(optionsText) as GuardOptions;
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...owner });
  const stop = (): void => {
    child.kill(stopSignal);
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  process.stdin.once('close', stop).on('error', stop).resume();
  process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop);
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(127);
  });
  child.on('close', (status, signal) => process.exit(status ?? (signal === 'SIGKILL' ? 137 : 1)));
}

guard(process.argv.slice(2));
