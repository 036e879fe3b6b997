import type { Owner } from '@drape/contracts';

/** Limits how many jobs of one owner run at once; the others wait in line. */
export interface PerOwnerLimit {
  /** Throws: the error of `tooLate` where a place does not become free in time; whatever `work` throws. */
  run<T>(owner: Owner, work: () => Promise<T>, tooLate: () => Error): Promise<T>;
}

export interface PerOwnerLimitOptions {
  /** Per owner. */
  readonly atOnce: number;
  readonly waitMs: number;
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

export function createPerOwnerLimit({ atOnce, waitMs }: PerOwnerLimitOptions): PerOwnerLimit {
  const lines = new Map<string, Line>();
  return {
    async run({ accountId, env }, work, tooLate) {
      const name = `${accountId} ${env}`;
      const line = lines.get(name) ?? { running: 0, waiting: new Set() };
      lines.set(name, line);
      // A finished job hands its place to the next in line, so that no newcomer takes it.
      if (line.running < atOnce) line.running += 1;
      else await waitInLine(line, waitMs, tooLate);
      try {
        return await work();
      } finally {
        leave(line);
        if (line.running === 0) lines.delete(name);
      }
    },
  };
}

function waitInLine({ waiting }: Line, waitMs: number, tooLate: () => Error): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(tooLate());
    }, waitMs);
    waiting.add(begin);
  });
}

function leave(line: Line): void {
  const [next] = line.waiting;
  if (next === undefined) {
    line.running -= 1;
    return;
  }
  line.waiting.delete(next);
  next();
}
