import type { MeasuredStage } from './child-protocol';

export interface StageMeter {
  /** Ends the running stage and begins the next. */
  begin(name: string): void;
  finish(): MeasuredStage[];
}

/** Measures wall and processor time of consecutive stages. */
export function createStageMeter(): StageMeter {
  const stages: MeasuredStage[] = [];
  let running: { name: string; at: number; cpu: NodeJS.CpuUsage } | undefined;

  function end(): void {
    if (!running) return;
    const { user, system } = process.cpuUsage(running.cpu);
    const ms = round(performance.now() - running.at);
    stages.push({ name: running.name, ms, cpuMs: round((user + system) / 1_000) });
    running = undefined;
  }

  return {
    begin(name) {
      end();
      running = { name, at: performance.now(), cpu: process.cpuUsage() };
    },
    finish() {
      end();
      return stages;
    },
  };
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
