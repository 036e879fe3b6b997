import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { testEnvironment } from './test-environment';

const ROOT = resolve(__dirname, '../../..');

export interface ProcessOptions {
  /** What it gets besides the few variables of the machine that `testEnvironment` hands on. */
  env: Record<string, string>;
  args?: readonly string[];
  readyWithinMs?: number;
}

export interface RunningProcess {
  pid: number;
  /** Everything that it printed so far, a line each. */
  lines: readonly string[];
  /** The JSON log lines among them. */
  logs: () => Record<string, unknown>[];
  /** Resolves with the first log line whose `msg` is this, also when it was printed before. */
  logged: (message: string, timeoutMs?: number) => Promise<Record<string, unknown>>;
  kill: (signal: NodeJS.Signals) => void;
  /** Resolves when it has ended. */
  ended: Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
  /** SIGTERM, then SIGKILL after 15 s. Safe to call twice. */
  stop: () => Promise<void>;
}

const STOP_WITHIN_MS = 15_000;
/** It loads hundreds of files: a second on a quiet machine, half a minute on one that does ten other things. */
const READY_WITHIN_MS = 120_000;

/** Starts a built Node program (path from the repository root) and waits for its log line `"msg":"ready"`. */
export async function runProcess(script: string, options: ProcessOptions): Promise<RunningProcess> {
  const running = spawnProcess(script, options);
  const dead = running.ended.then(() => {
    throw new Error(`${script} ended before it was ready:\n${running.lines.slice(-20).join('\n')}`);
  });
  await Promise.race([running.logged('ready', options.readyWithinMs ?? READY_WITHIN_MS), dead]).catch(
    async (error: unknown) => {
      await running.stop();
      throw error;
    },
  );
  dead.catch(() => undefined);
  return running;
}

export const runGateway = (env: Record<string, string>): Promise<RunningProcess> =>
  runProcess('apps/gateway/dist/main.js', { env });

export const runWorker = (env: Record<string, string>): Promise<RunningProcess> =>
  runProcess('apps/worker/dist/main.js', { env });

/** The same without waiting: for a start that must fail. */
export function spawnProcess(script: string, { env, args = [] }: ProcessOptions): RunningProcess {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: testEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<{ status: number | null; signal: NodeJS.Signals | null }>((done, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => done({ status, signal }));
  });
  const logs = (): Record<string, unknown>[] => lines.flatMap(parseLog);
  return {
    pid: child.pid ?? -1,
    lines,
    logs,
    logged: (message, timeoutMs = 10_000) =>
      firstMatch(
        () => logs().find((line) => line['msg'] === message),
        listeners,
        timeoutMs,
        `"${message}" from ${script}`,
      ),
    kill: (signal) => void child.kill(signal),
    ended,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function parseLog(line: string): Record<string, unknown>[] {
  if (!line.startsWith('{')) return [];
  try {
    return [JSON.parse(line) as Record<string, unknown>];
  } catch {
    return [];
  }
}

function firstMatch<T>(
  find: () => T | undefined,
  listeners: Set<() => void>,
  timeoutMs: number,
  what: string,
): Promise<T> {
  return new Promise((done, reject) => {
    const look = (): void => {
      const found = find();
      if (found === undefined) return;
      clearTimeout(timer);
      listeners.delete(look);
      done(found);
    };
    const timer = setTimeout(() => {
      listeners.delete(look);
      reject(new Error(`no ${what} within ${timeoutMs} ms`));
    }, timeoutMs);
    listeners.add(look);
    look();
  });
}
