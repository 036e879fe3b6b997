import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/** How a test of attacks is run: short with the others, or as `pnpm attack:…`, on a machine that does nothing else. */
export interface AttackRun {
  readonly seed: number;
  readonly count: number;
  /** Whether times are held to their targets: only where the machine is not busy with other tests. */
  readonly isMeasured: boolean;
  /** What the command prints at the end, a line each. */
  readonly report: (figures: Readonly<Record<string, string | number>>) => void;
}

/** `pnpm attack:…` (scripts/attack.mjs) sets the variables; without them the defaults hold. */
export function attackRun(defaults: { readonly seed: number; readonly count: number }): AttackRun {
  const { ATTACK_SEED: seed, ATTACK_COUNT: count, ATTACK_REPORT: file } = process.env;
  return {
    seed: Number(seed ?? defaults.seed),
    count: Number(count ?? defaults.count),
    isMeasured: file !== undefined,
    report(figures) {
      if (file === undefined) return;
      const lines = Object.entries(figures).map(([name, value]) => `${JSON.stringify([name, String(value)])}\n`);
      appendFileSync(file, lines.join(''));
    },
  };
}

/** Lets the kernel forget the most memory that a process has held so far. Linux; elsewhere nothing happens. */
export function forgetPeakMemory(pid: number | 'self' = 'self'): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // A container may forbid it: then the peak is that of the whole life, and never too small.
  }
}

/** The most memory, bytes, that a process has held since {@link forgetPeakMemory}. Elsewhere than on Linux: 0. */
export function peakMemory(pid: number | 'self' = 'self'): number {
  return memoryOf(pid, 'VmHWM');
}

/** What a process holds in memory now, bytes. Elsewhere than on Linux: 0. */
export function memoryNow(pid: number | 'self' = 'self'): number {
  return memoryOf(pid, 'VmRSS');
}

function memoryOf(pid: number | 'self', field: string): number {
  if (process.platform !== 'linux') return 0;
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${field}:`));
  return Number(line?.replaceAll(/\D/g, '') ?? 0) * 1024;
}
