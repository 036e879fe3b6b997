import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { killGroup } from './kill-group.mjs';
import { onLeave } from './leaving.mjs';
import { LOGS, QUIET, ROOT, makeHome } from './paths.mjs';
import { Problem } from './say.mjs';

const LOG = join(LOGS, 'setup.log');

/** What tools print when something outside Drape is wrong, and what to do about it. First match wins. */
const CAUSES = [
  [/ENOSPC|no space left/i, 'the disk is full; free some space and run the command again'],
  [
    /EACCES|EPERM|permission denied/i,
    'a file could not be written; check who owns this folder, then run the command again',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_PNPM_META_FETCH_FAIL|ERR_SOCKET_TIMEOUT|network/i,
    'the package registry could not be reached; check the network and `npm config get registry`, then run the command again',
  ],
  [/EINTEGRITY|TARBALL_INTEGRITY|checksum|sha256/i, 'a download was damaged; run the command again to fetch it anew'],
  [
    /ERR_PNPM_OUTDATED_LOCKFILE/,
    'pnpm-lock.yaml does not fit the package.json files; run `npx pnpm@10.34.9 install` once',
  ],
];

/** Runs a command silently; its output goes to logs/setup.log. Throws a Problem that says what to do. */
export async function run(title, command, args, { env = {}, cwd = ROOT } = {}) {
  makeHome();
  const log = createWriteStream(LOG, { flags: 'a' });
  log.write(`\n== ${title}: ${command} ${args.join(' ')}\n`);
  let tail = '';
  const keep = (chunk) => {
    log.write(chunk);
    tail = (tail + chunk).slice(-20_000);
  };
  const status = await new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...QUIET, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const forget = onLeave(() => child.pid && killGroup(child.pid, 'SIGTERM'));
    child.on('close', forget);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', resolve);
  }).catch((error) => {
    throw new Problem(
      error.code === 'ENOENT'
        ? `${command} is missing: install it (it comes with Node and npm), then run the command again.`
        : `${title} could not start: ${error.message}`,
    );
  });
  log.end();
  if (status !== 0) throw explain(title, tail);
}

/** One sentence: a cause that the user can mend where there is one, else the tool's own last words. */
function explain(title, output) {
  const where = `(all of it is in ${LOG})`;
  const cause = CAUSES.find(([pattern]) => pattern.test(output));
  if (cause) return new Problem(`${title} failed: ${cause[1]} ${where}`);
  const lines = output.split('\n').map((line) => line.trim());
  const last = lines.findLast((line) => line !== '' && !/^npm (warn|notice)|A complete log of this run/i.test(line));
  return new Problem(`${title} failed: ${last ?? 'it said nothing'} ${where}`);
}
