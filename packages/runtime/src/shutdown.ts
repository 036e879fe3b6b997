import type { Logger } from './logger';

export interface Shutdown {
  /** Registers a step. Steps run in reverse order of registration: what was opened last closes first. */
  add(name: string, close: () => Promise<void> | void): void;
  /** Runs all steps once; a step that throws is logged and the next one runs. Later calls return the first one's promise. */
  run(reason: string): Promise<void>;
  /** True from the first call of run on. */
  readonly closing: boolean;
}

/**
 * Closes what an app opened, in reverse order, within a hard deadline.
 *
 * When the deadline passes, `exit(1)` is called: a connection to a store that is down can make a polite close hang for ever.
 */
export function createShutdown(options: {
  readonly log: Logger;
  readonly deadlineMs: number;
  readonly exit?: (status: number) => void;
}): Shutdown {
  const { log, deadlineMs, exit = (status: number) => process.exit(status) } = options;
  const steps: { name: string; close: () => Promise<void> | void }[] = [];
  let running: Promise<void> | null = null;

  async function closeAll(reason: string): Promise<void> {
    const timer = setTimeout(() => {
      log.error({ deadlineMs }, 'shutdown took too long, leaving');
      exit(1);
    }, deadlineMs);
    timer.unref();
    log.info({ reason }, 'shutting down');
    for (const { name, close } of [...steps].reverse()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error, step: name }, 'a shutdown step failed');
      }
    }
    clearTimeout(timer);
    log.info({}, 'shut down');
  }

  return {
    add: (name, close) => void steps.push({ name, close }),
    run: (reason) => (running ??= closeAll(reason)),
    get closing() {
      return running !== null;
    },
  };
}

/** Runs `shutdown` on SIGTERM and SIGINT and then exits with 0. A second signal exits with 1 at once. */
export function shutDownOnSignals(
  shutdown: Shutdown,
  exit: (status: number) => void = (status) => process.exit(status),
): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (shutdown.closing) return exit(1);
      void shutdown.run(signal).then(() => exit(0));
    });
  }
}
