import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const GUARD = join(__dirname, 'guard.js');

export interface GuardedOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** A file descriptor takes both outputs; 'pipe' hands them to the caller. */
  output: number | 'pipe';
  stopSignal?: NodeJS.Signals;
  uid?: number;
  gid?: number;
}

export interface Guarded {
  /** The guard's process, not the command's. */
  process: ChildProcess;
  /** Resolves with the exit status when the command has ended. */
  ended: Promise<number>;
  /** Asks the command to stop, kills it after ten seconds, and resolves when it is gone. */
  stop: () => Promise<void>;
}

/**
 * Spawns a command under guard.ts: it dies with this process, even when this process is killed by SIGKILL. It lives in a
 * separate process group, so that Ctrl-C in a terminal reaches it only through us, in our order.
 */
export function spawnGuarded(command: string, args: readonly string[], options: GuardedOptions): Guarded {
  const { env, cwd, output, ...guardOptions } = options;
  const child = spawn(process.execPath, [GUARD, JSON.stringify(guardOptions), command, ...args], {
    env,
    cwd,
    detached: true,
    stdio: ['pipe', output, output],
  });
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (status) => resolve(status ?? 1));
  });
  return {
    process: child,
    ended,
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
}
