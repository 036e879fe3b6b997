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
  const children = (readProc(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + cpuMsOf(child), ticks * MS_PER_TICK);
}

/** Resident memory in bytes of a process and all that it started. */
export function residentBytesOf(pid) {
  const status = readProc(`/proc/${pid}/status`);
  if (status === null) return 0;
  const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  const children = (readProc(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + residentBytesOf(child), own);
}

function readProc(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
