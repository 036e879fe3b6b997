#!/usr/bin/env node
/**
 * pnpm chaos [--seed S] [--seconds N] [--senders N] [--live N] [--gap MS] [--drain SECONDS] [--json FILE]
 *
 * Two gateways, two workers and the three stores, all real processes, under mixed load (test outcomes and live renders, repeats of
 * an Idempotency-Key, batches, uploads, streams of events, cancels, sessions that are erased, webhooks), while faults are injected at random by the seed: workers and
 * gateways are killed, Redis is killed and frozen, Postgres is stopped, the object store misbehaves, workers are paused for longer
 * than their lease. Redis keeps its data on disk where the seed is even, and nothing where it is odd. Then all of it is checked: by
 * `drape doctor`, by a witness inside the database, by what clients were told, by what the receiver of webhooks heard. Exit status 1
 * where a promise was broken, or where more than --drain seconds passed before all had ended. Everything lies in a folder of its own,
 * which is removed at the end.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const OPTIONS = { seed: '1', seconds: '60', senders: '12', live: '1', gap: '2500', drain: '30' };
/** A try-on's deadline is 120 s: by then each has ended, or never will. */
const DRAIN_MS = 180_000;
const UNDER_WAY_MS_MAX = 15_000;
/** Alone, in a batch, with an upload. */
const WAYS = 3;
/** How often photos that a killed gateway left are looked for is not waited for: the doctor removes them. */
const LEFT_FOR_THE_ROUND = 'object_without_row';

function readArguments() {
  const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ options: { ...options, json: { type: 'string' } } });
  const numbers = Object.entries(OPTIONS).map(([name, standard]) => {
    const text = values[name] ?? standard;
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, such as ${standard}; got ${text}.`);
    return [name, Number(text)];
  });
  return { ...Object.fromEntries(numbers), json: values.json };
}

const home = mkdtempSync(join(tmpdir(), 'drape-chaos-'));
chmodSync(home, 0o711); // Postgres may run as nobody
process.env.DRAPE_HOME = home;
const { leave, leaveOnSignals, onLeave } = await import('./lib/leaving.mjs');
const { ROOT, makeHome } = await import('./lib/paths.mjs');
const { Problem, say, step } = await import('./lib/say.mjs');
const { createRandom } = await import('./lib/chaos/random.mjs');
const { startStack } = await import('./lib/chaos/stack.mjs');
const { createBook } = await import('./lib/chaos/book.mjs');
const { createFaults, injectFaults } = await import('./lib/chaos/faults.mjs');
const { runLoad } = await import('./lib/chaos/load.mjs');
const { startReceiver } = await import('./lib/chaos/receiver.mjs');
const { compare, drain, installWitness, query } = await import('./lib/chaos/witness.mjs');
const { newAccount } = await import('./lib/demo-account.mjs');
const { isAtMost } = await import('./lib/targets.mjs');

const ACCOUNT = { name: 'Chaos', plan: 'enterprise', limitPerHour: 10_000_000, inFlightMax: 10_000 };
const PHOTO = join(ROOT, 'packages/local/samples/persons/upper-body.jpg');

async function startApps(stack, receiver) {
  const more = {
    DRAPE_FETCH_ALLOW: `${stack.samples.host},${receiver.host}`,
    DRAPE_GATEWAYS: '2',
    DRAPE_WEBHOOK_DELAYS: '0,1,2,3,5,5,10,10,20,20',
  };
  const names = ['gateway', 'gateway', 'worker', 'worker'];
  const apps = [];
  for (const name of names) {
    const app = await stack.app(name, more);
    apps.push(app);
    onLeave(() => app.stop());
  }
  await Promise.all(apps.map((app) => app.ready()));
  return { gateways: apps.slice(0, 2), workers: apps.slice(2) };
}

/** What `drape doctor` says of the stores, which are whole again. */
function askDoctor(stack, ...args) {
  const cli = join(ROOT, 'apps/gateway/dist/admin/cli.js');
  const all = [cli, '--json', 'doctor', '--drained', ...args];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, all, { env: stack.cliEnvironment(), maxBuffer: 2 ** 28 }, (error, out, err) => {
      if (out === '') reject(new Error(`the doctor said nothing: ${err || error?.message}`));
      else resolve(JSON.parse(out));
    });
  });
}

/** Workers tidy up within half a minute; until then what is left is their work. */
async function examine(stack, file) {
  for (let tries = 0; ; tries++) {
    const found = await askDoctor(stack, '--grace', '0', '--accepted', file);
    const wrong = found.violations.filter(({ kind }) => kind !== LEFT_FOR_THE_ROUND);
    if (wrong.length === 0 || tries === 12) return found;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
}

/** A try-on is accepted by each way of asking for one; on a busy machine the first fault would come before. */
async function underWay(book) {
  const giveUpAt = performance.now() + UNDER_WAY_MS_MAX;
  while (book.made.size < WAYS && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function listenTo(receiver, url, key) {
  const response = await fetch(`${url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['*'] }),
  });
  if (!response.ok) throw new Problem(`The receiver was not taken: ${await response.text()}`);
}

async function main() {
  const options = readArguments();
  const { seed, seconds, senders, live, gap, drain: drainSecMax } = options;
  const random = createRandom(seed);
  makeHome();
  onLeave(() => rmSync(home, { recursive: true, force: true }));
  const durable = seed % 2 === 0;
  const stack = await step('Starting the stores', () => startStack({ durable }));
  onLeave(() => stack.stop());
  const url = stack.database.url();
  await installWitness(url);
  const receiver = await startReceiver(createRandom(seed + 1));
  onLeave(() => receiver.stop());
  const apps = await step('Starting two gateways and two workers', () => startApps(stack, receiver));
  const keys = await newAccount(url, ACCOUNT);
  const urls = apps.gateways.map((gateway) => gateway.url);
  for (const key of Object.values(keys)) await listenTo(receiver, urls[0], key);

  const book = createBook();
  const injected = [];
  const untilMs = performance.now() + seconds * 1000;
  await step(`Chaos of seed ${seed}, ${seconds} s, Redis ${durable ? 'with' : 'without'} persistence`, async (note) => {
    const onFault = ({ id, what }) => {
      injected.push({ id, what });
      note(`${book.accepted.size} accepted, ${injected.length} faults`);
    };
    const load = {
      urls,
      keys,
      senders,
      liveSenders: live,
      garmentUrl: stack.samples.garmentUrl,
      photo: readFileSync(PHOTO),
    };
    await Promise.all([
      runLoad({ ...load, random: createRandom(seed + 2), untilMs, book }),
      underWay(book).then(() =>
        injectFaults(createFaults({ stack, ...apps, random }), { random, untilMs, gapMs: gap, onFault }),
      ),
    ]);
  });
  const drainedMs = await step('Draining', () => drain(url, { withinMs: DRAIN_MS }));
  const file = join(home, 'accepted');
  writeFileSync(file, book.kept().join('\n'));
  const found = await step('Checking every row and every object', () => examine(stack, file));
  const wrong = found.violations
    .filter(({ kind }) => kind !== LEFT_FOR_THE_ROUND)
    .map((violation) => ({ ...violation, story: book.storyOf(violation.id) }));
  const left = found.violations.length - wrong.length;
  const mended = left === 0 ? found : await askDoctor(stack, '--grace', '0', '--mend');
  const contradictions = await compare(url, { book, receiver });
  const statuses = await query(url, 'SELECT status::text, count(*)::int AS n FROM try_ons GROUP BY 1 ORDER BY 1');
  const result = {
    ...{ seed, seconds, durable, accepted: book.accepted.size, faults: injected.length },
    byFault: countBy(injected.map(({ id, what }) => `${id} ${what}`)),
    ended: Object.fromEntries(statuses.map(({ status, n }) => [status, n])),
    ...{ made: Object.fromEntries(book.made), followed: book.ends.size },
    ...{ erased: book.erasedIds.size, messages: receiver.messages() },
    answers: Object.fromEntries(book.statuses),
    drainedSec: drainedMs === null ? null : Math.round(drainedMs / 100) / 10,
    ...{ left, violations: wrong, leftAfterMending: mended.violations.length - wrong.length, contradictions },
  };
  report(result);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  const broken = [
    isAtMost(result.drainedSec, drainSecMax) ? null : `not drained within ${drainSecMax} s`,
    wrong.length === 0 ? null : `violations: ${wrong.length}`,
    contradictions.length === 0 ? null : `contradictions: ${contradictions.length}`,
    result.leftAfterMending <= 0 ? null : `left after mending: ${result.leftAfterMending}`,
  ].filter((text) => text !== null);
  say(broken.length === 0 ? '\nAll promises hold.' : `\n✗ A promise was broken: ${broken.join('; ')}.`);
  return broken.length === 0 ? 0 : 1;
}

const countBy = (names) => names.reduce((counts, name) => ({ ...counts, [name]: (counts[name] ?? 0) + 1 }), {});

function report(result) {
  const { accepted, made, followed, faults, byFault, ended, erased, messages, answers } = result;
  const { drainedSec, left, violations, contradictions } = result;
  const line = (what, value) => say(`  ${what.padEnd(44)} ${value}`);
  const list = (counts) =>
    Object.entries(counts)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ');
  say('');
  line('accepted', `${accepted}: ${list(made)}`);
  line('followed by events to their end', followed);
  line('faults', faults);
  for (const [name, n] of Object.entries(byFault)) line(`  ${name}`, n);
  line('answers', list(answers));
  line('ended', list(ended));
  line('try-ons erased, messages received', `${erased}, ${messages}`);
  line('drained after, s', drainedSec ?? 'never');
  line('objects left for the next round', left);
  line('violations', violations.length);
  for (const { kind, id, key, story } of violations.slice(0, 20)) say(`    ${kind} ${key ?? id}: ${story}`);
  line('contradictions', contradictions.length);
  for (const text of contradictions.slice(0, 20)) say(`    ${text}`);
  say(
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}.`,
  );
}

leaveOnSignals();
main().then(leave, (error) => {
  say(error instanceof Problem ? `✗ ${error.message}` : `✗ ${error?.stack ?? error}`);
  return leave(1);
});
