import type { Logger } from './create-logger';

export interface ShutdownOptions {
  log: Pick<Logger, 'info' | 'error'>;
  /** Deadline of the whole shutdown; then the process exits with 1 whatever still hangs. */
  deadlineMs?: number;
  exit?: (code: number) => void;
}

export interface Shutdown {
  /** Registers a step; the last one added runs first. */
  add(name: string, step: () => Promise<void> | void): void;
  /** Runs all steps once and exits; further calls wait for the same run. */
  run(reason: string, exitCode?: number): Promise<void>;
  /** True from the first call of run on. */
  readonly closing: boolean;
}

/** Closes everything in reverse order of opening. A failing step is logged, and the others still run. */
export function createShutdown({
  log,
  deadlineMs = 10_000,
  exit = (code) => process.exit(code),
}: ShutdownOptions): Shutdown {
  const steps: { name: string; step: () => Promise<void> | void }[] = [];
  let running: Promise<void> | undefined;
  let current = '';

  async function runSteps(reason: string, exitCode: number): Promise<void> {
    log.info({ reason }, 'stopping');
    let code = exitCode;
    for (const { name, step } of [...steps].reverse()) {
      current = name;
      try {
        await step();
      } catch (err) {
        code = 1;
        log.error({ err, step: name }, 'a shutdown step failed');
      }
    }
    log.info({}, 'stopped');
    exit(code);
  }

  function run(reason: string, exitCode = 0): Promise<void> {
    if (running) return running;
    const timer = setTimeout(() => {
      log.error({ step: current, deadlineMs }, 'shutdown took too long');
      exit(1);
    }, deadlineMs);
    running = runSteps(reason, exitCode).finally(() => clearTimeout(timer));
    return running;
  }

  return {
    add: (name, step) => void steps.push({ name, step }),
    run,
    get closing() {
      return running !== undefined;
    },
  };
}

/** Runs `shutdown`, which exits, on SIGTERM and SIGINT. The same signal again exits with 1 at once. */
export function shutDownOnSignals(
  shutdown: Shutdown,
  exit: (code: number) => void = (code) => process.exit(code),
): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      process.once(signal, () => exit(1));
      void shutdown.run(signal);
    });
  }
}
