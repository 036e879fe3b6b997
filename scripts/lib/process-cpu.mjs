import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/** Processor time in milliseconds of a process and all that it started and that still runs; 0 for one that has gone. */
export function cpuMsOf(pid) {
  const own = readProc(`/proc/${pid}/stat`);
  if (own === null) return 0;
  // The name in brackets may hold anything; the numbers begin behind it.
  const numbers = own.slice(own.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(numbers[11]) + Number(numbers[12]);
  return childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), ticks * MS_PER_TICK);
}

/** The process of an app that `launch` started, of which `pid` is the guard; undefined for one that has gone. */
export function appOf(pid) {
  const [app] = childrenOf(pid);
  return app === undefined ? undefined : Number(app);
}

/** Resident memory in bytes of an app that `launch` started, and of what the app started; without its guard, whose `pid` this is. */
export function residentBytesOf(pid) {
  const app = appOf(pid);
  if (app === undefined) return { own: 0, children: 0 };
  return { own: ownBytesOf(app), children: allBytesOf(app) - ownBytesOf(app) };
}

function allBytesOf(pid) {
  return childrenOf(pid).reduce((sum, child) => sum + allBytesOf(child), ownBytesOf(pid));
}

function ownBytesOf(pid) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) * 1024;
}

function childrenOf(pid) {
  return (readProc(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean);
}

function readProc(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
