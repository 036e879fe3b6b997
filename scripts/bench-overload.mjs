#!/usr/bin/env node
/**
 * pnpm bench:overload [--seconds N] [--times N] [--json FILE]
 *
 * What happens when a shop's busiest day brings ten times what the workers can render: requests come at that rate whether or not
 * answers do, from many accounts. Asked: who is let in has an answer within two seconds (the picture, or `queued`) and gets the
 * picture; everybody else is told so (429 or 503) within 50 ms; memory stays flat; nothing is lost. Exit status 1 where one of these
 * is missed. The render is simulated at its measured time, so that senders and stores have the processors. Its own state folder is
 * .drape/scale.
 */
import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    times: { type: 'string', default: '10' },
    json: { type: 'string' },
  },
});
const SECONDS = Number(values.seconds);
const TIMES = Number(values.times);
process.env.DRAPE_HOME ??= '.drape/scale';

const { quantile } = await import('./lib/bench-try-ons.mjs');
const { post } = await import('./lib/closed-loop.mjs');
const { newAccount } = await import('./lib/demo-account.mjs');
const { residentBytesOf } = await import('./lib/process-cpu.mjs');
const { Problem, say, step } = await import('./lib/say.mjs');
const { createTargets, isAtMost } = await import('./lib/targets.mjs');
const { prepareTryOn, startApps, startCountedStores } = await import('./lib/scale-stack.mjs');

/** A phone's photo, scaled by the page that sends it. */
const SIZE = { width: 512, height: 768 };
const RENDER_MS = 456;
const SLOTS = 2;
const CAPACITY_PER_SECOND = (SLOTS * 1000) / RENDER_MS;
const ACCOUNTS = 20;
const ACCOUNT = { plan: 'business', limitPerHour: 100_000_000 };
const DRAIN_WITHIN_MS = 180_000;
const ACCEPTED_MS_MAX = 2000;
const REFUSED_MS_MAX = 50;
/** Flat: the gateway holds at most so much more at the end. The bodies of a minute, had it kept them, are 400 MB together. */
const GROWTH_MB_MAX = 128;

/** Requests at a steady rate for the time; each one's answer, however late. */
async function sendOpenLoop({ url, keys, body, perSecond }) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const count = Math.round(perSecond * SECONDS);
  const began = performance.now();
  const answers = [];
  for (let i = 0; i < count; i++) {
    const dueMs = began + (i * 1000) / perSecond - performance.now();
    if (dueMs > 0) await sleep(dueMs);
    const key = keys[i % keys.length];
    answers.push(post(agent, { url, key, body, prefer: '' }).then((answer) => ({ ...answer, key })));
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
}

/** How each of the accepted try-ons ended, once all have. */
async function awaitEnds(url, accepted) {
  const until = performance.now() + DRAIN_WITHIN_MS;
  const ends = {};
  for (const { id, key } of accepted) {
    let state = await stateOf(url, id, key);
    while (['queued', 'processing'].includes(state) && performance.now() < until) {
      await sleep(100);
      state = await stateOf(url, id, key);
    }
    ends[state] = (ends[state] ?? 0) + 1;
  }
  return ends;
}

function stateOf(url, id, key) {
  return new Promise((resolve, reject) => {
    get(`${url}/v1/tryon/${id}`, { headers: { authorization: `Bearer ${key}` } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve(JSON.parse(text).data?.status ?? `answered ${answer.statusCode}`));
    }).on('error', reject);
  });
}

const at = (list, q) => (list.length === 0 ? null : Math.round(quantile(list, q)));

async function main() {
  const stores = await startCountedStores();
  let apps;
  try {
    const { body, picture } = await prepareTryOn(stores, SIZE);
    const keys = [];
    for (let i = 0; i < ACCOUNTS; i++)
      keys.push((await newAccount(stores.services.databaseUrl, { name: `Busy ${i + 1}`, ...ACCOUNT })).apiKey);
    apps = await step('Starting a gateway and a worker', () =>
      startApps(stores, { gateways: 1, workers: 1, slots: SLOTS, render: { ms: RENDER_MS, picture } }),
    );
    const url = apps.urls[0];
    await step('Warming up', () => sendOpenLoopFor(url, keys, body));
    const memoryBefore = residentBytesOf(apps.pids.gateways[0]).own;
    const perSecond = CAPACITY_PER_SECOND * TIMES;
    const answers = await step(`${TIMES} times what can be rendered, for ${SECONDS} s`, () =>
      sendOpenLoop({ url, keys, body, perSecond }),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429 || status === 503);
    const others = answers.filter(({ status }) => ![200, 429, 503].includes(status));
    const ends = await step('Waiting for what was let in', () => awaitEnds(url, accepted));
    const memoryAfter = residentBytesOf(apps.pids.gateways[0]).own;
    const ms = (list) => list.map((answer) => answer.ms);
    const results = {
      sent: answers.length,
      perSecond: Math.round(perSecond),
      accepted: { n: accepted.length, p50: at(ms(accepted), 0.5), p95: at(ms(accepted), 0.95) },
      refused: { n: refused.length, p50: at(ms(refused), 0.5), p95: at(ms(refused), 0.95), p99: at(ms(refused), 0.99) },
      others: others.length,
      ends,
      gatewayMemoryMb: [memoryBefore, memoryAfter].map((bytes) => Math.round(bytes / 1024 / 1024)),
    };
    const targets = report(results, accepted.length);
    say(
      `\n${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}.`,
    );
    if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
    return targets.conclude();
  } finally {
    await apps?.stop();
    await stores.stop();
  }
}

/** A few seconds at what can be rendered. */
async function sendOpenLoopFor(url, keys, body) {
  const agent = new Agent({ keepAlive: true });
  for (let i = 0; i < 20; i++) await post(agent, { url, key: keys[i % keys.length], body });
  agent.destroy();
}

function report({ sent, perSecond, accepted, refused, others, ends, gatewayMemoryMb }, count) {
  const targets = createTargets();
  say(`\n  ${sent} requests, ${perSecond} a second`);
  say(
    `  let in ${accepted.n}: answered in p50 ${accepted.p50} ms, p95 ${accepted.p95} ms ${targets.most('who is let in is answered in time', accepted.p95, ACCEPTED_MS_MAX)}`,
  );
  say(
    `  refused ${refused.n}: p50 ${refused.p50} ms, p95 ${refused.p95} ms, p99 ${refused.p99} ms ${targets.most('who is refused is told in time', refused.p99, REFUSED_MS_MAX)}`,
  );
  say(`  anything else ${others} ${targets.most('no other answers', others, 0)}`);
  const allEnded = targets.judge('who is let in gets the picture', ends.completed === count);
  say(`  ends: ${JSON.stringify(ends)} (asked: all ${count} completed: ${allEnded})`);
  const [before, after] = gatewayMemoryMb;
  const flat = targets.judge('memory is flat', isAtMost(after - before, GROWTH_MB_MAX));
  say(`  memory of the gateway: ${before} → ${after} MB (asked: at most ${GROWTH_MB_MAX} MB more: ${flat})`);
  return targets;
}

main().then(
  (status) => process.exit(status),
  (error) => {
    say(error instanceof Problem ? `✗ ${error.message}` : `✗ ${error?.stack ?? error}`);
    process.exit(1);
  },
);
