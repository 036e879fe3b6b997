export interface RepeatOptions {
  /** Or what says how long the next pause is, exactly. */
  readonly everyMs: number | (() => number);
  /** One turn. The next one is planned when it has ended. */
  readonly turn: () => Promise<void>;
  /** A turn that failed; the next one comes all the same. */
  readonly onError: (error: unknown) => void;
}

export interface Repeated {
  start(this: void): void;
  /** Waits for the turn that runs, and begins no other. */
  stop(this: void): Promise<void>;
  readonly isStopped: boolean;
}

/** Pauses differ by so much, as a share: workers that were started together must not look together for ever. */
const JITTER = 0.2;

/** Runs something again and again, one turn at a time, with a pause of about `everyMs` before each. */
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
