import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME, makeHome } from './paths.mjs';
import { Problem } from './say.mjs';

/** One `npm start` a state folder. Returns the unlocking; a lock whose owner is gone is taken over. */
export function lockHome() {
  makeHome();
  const file = join(HOME, 'up.lock');
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    if (!tryLink(mine, file)) {
      const owner = Number(readFileSync(file, 'utf8'));
      if (isDrape(owner)) throw alreadyRuns(owner);
      rmSync(file, { force: true });
      if (!tryLink(mine, file)) throw alreadyRuns(readFileSync(file, 'utf8'));
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** A link appears whole or not at all, and never over another. */
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function alreadyRuns(owner) {
  return new Problem(
    `Drape already runs from ${HOME} (process ${owner}): stop it first, or give this one its own folder with DRAPE_HOME.`,
  );
}

/** The number may belong to another program by now: where /proc tells, the command line must be ours. */
function isDrape(pid) {
  if (!Number.isInteger(pid) || pid < 1 || pid === process.pid) return false;
  const commandLine = `/proc/${pid}/cmdline`;
  if (existsSync('/proc/self/cmdline')) {
    return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('run.mjs');
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
