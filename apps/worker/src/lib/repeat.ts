export interface RepeatOptions {
  /** Pause before each turn; a function gives the exact next pause. */
  readonly everyMs: number | (() => number);
  /** One turn. The next one is scheduled when it has ended. */
  readonly turn: () => Promise<void>;
  /** Receives the error of a failed turn; the next one comes all the same. */
  readonly onError: (error: unknown) => void;
}

export interface Repeated {
  start(this: void): void;
  /** Waits for the running turn, and starts no other. */
  stop(this: void): Promise<void>;
  readonly isStopped: boolean;
}

/** Relative jitter of the pauses: workers that start together must not stay in step. */
const JITTER = 0.2;

/** Runs something repeatedly, one turn at a time, with a pause of about `everyMs` before each. */
export function repeat({ everyMs, turn, onError }: RepeatOptions): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  function plan(): void {
    if (isStopped) return;
    const pauseMs = typeof everyMs === 'number' ? everyMs * (1 - JITTER + 2 * JITTER * Math.random()) : everyMs();
    timer = setTimeout(() => {
      running = turn().catch(onError).finally(plan);
    }, pauseMs);
  }

  return {
    start: plan,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
    get isStopped() {
      return isStopped;
    },
  };
}
