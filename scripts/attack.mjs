#!/usr/bin/env node
/**
 * pnpm attack:addresses | attack:servers | attack:pictures | attack:bodies | attack:requests [--seed S] [--count N]
 *
 * The tests of attacks, larger, and with their times held to the targets, which asks for a machine that does nothing else. Prints the
 * figures that stand in docs/reliability.md. Exit status 1 where a target is missed. Builds first; starts its own services as the tests do.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { leave, leaveOnSignals, onLeave } from './lib/leaving.mjs';
import { QUIET, ROOT } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { Problem, say } from './lib/say.mjs';

/** The tests of each kind, and how many things a run sends where that can be chosen. */
const KINDS = {
  addresses: { files: ['packages/media/test/address-attacks.test.ts'] },
  servers: { files: ['packages/media/test/hostile-servers.test.ts'] },
  pictures: { files: ['packages/media/test/hostile-pictures.test.ts'], count: 2000 },
  bodies: { files: ['apps/gateway/test/hostile-bodies.test.ts'] },
  requests: { files: ['apps/gateway/test/fuzz.test.ts'], count: 5000 },
};

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, count: { type: 'string' } },
  });
  const kind = KINDS[positionals[0]];
  if (kind === undefined) throw new Problem(`Name one of ${Object.keys(KINDS).join(', ')}.`);
  const seed = wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
  return { kind, name: positionals[0], seed, count: wholeNumber('count', values.count ?? String(kind.count ?? 1)) };
}

function wholeNumber(name, text) {
  if (/^\d{1,10}$/.test(text)) return text;
  throw new Problem(`--${name} must be a whole number, such as 2000; got ${text}.`);
}

async function main() {
  const { kind, name, seed, count } = readArguments();
  await prepare();
  const folder = mkdtempSync(join(tmpdir(), 'drape-attack-'));
  const report = join(folder, 'figures');
  const began = Date.now();
  const status = await runTests(kind.files, { ATTACK_SEED: seed, ATTACK_COUNT: count, ATTACK_REPORT: report });
  const figures = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n').filter(Boolean) : [];
  rmSync(folder, { recursive: true });
  say(`\nattack:${name}${kind.count === undefined ? '' : ` --seed ${seed} --count ${count}`}`);
  for (const line of figures) {
    const [what, value] = JSON.parse(line);
    say(`  ${what.padEnd(60)} ${value}`);
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, Node ${process.versions.node}`;
  say(`${machine}, load ${loadavg()[0]?.toFixed(1)}; ${Math.round((Date.now() - began) / 1000)} s.`);
  await leave(status);
}

function runTests(files, variables) {
  const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [jest, '-c', 'jest.config.mjs', '--runInBand', ...files], {
    cwd: ROOT,
    env: { ...process.env, ...QUIET, ...variables },
    stdio: 'inherit',
  });
  onLeave(() => child.kill('SIGTERM'));
  return new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
}

leaveOnSignals();
main().catch((error) => {
  say(error instanceof Problem ? `✗ ${error.message}` : `✗ ${error?.stack ?? error}`);
  return leave(1);
});
