/**
 * Loaded into a gateway before its own code (NODE_OPTIONS=--require …): on SIGUSR2 it prints how late the event loop was since the
 * last time, as a line of JSON. Milliseconds beyond the sampler's own period; `quietP99` without the time that its thread waited
 * for a processor, as on a machine that does nothing else (Linux; elsewhere by the clock).
 */
const { readFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const PERIOD_MS = 5;
const delay = monitorEventLoopDelay({ resolution: PERIOD_MS });
delay.enable();

let quiet = [];
let at = performance.now();
let waited = waitedMs();
setInterval(() => {
  const now = performance.now();
  const waitedNow = waitedMs();
  quiet.push(Math.max(0, now - at - PERIOD_MS - (waitedNow - waited)));
  at = now;
  waited = waitedNow;
}, PERIOD_MS).unref();

/** For how long the main thread was ready to run and did not have a processor, since it began. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - PERIOD_MS);

process.on('SIGUSR2', () => {
  const { heapUsed, rss } = process.memoryUsage();
  const line = {
    msg: 'loop',
    samples: delay.count,
    p50: late(delay.percentile(50)),
    p99: late(delay.percentile(99)),
    max: late(delay.max),
    quietP99: quantile(quiet, 0.99),
    rss,
    heapUsed,
  };
  delay.reset();
  quiet = [];
  process.stdout.write(`${JSON.stringify(line)}\n`);
});
