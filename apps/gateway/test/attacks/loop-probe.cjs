/**
 * Loaded into a gateway before its own code (NODE_OPTIONS=--require …): on SIGUSR2 it prints how late the event loop was since the
 * last time, as a line of JSON. Milliseconds beyond the sampler's own period.
 */
const { monitorEventLoopDelay } = require('node:perf_hooks');

const PERIOD_MS = 5;
const delay = monitorEventLoopDelay({ resolution: PERIOD_MS });
delay.enable();

const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - PERIOD_MS);

process.on('SIGUSR2', () => {
  const { heapUsed, rss } = process.memoryUsage();
  const line = {
    msg: 'loop',
    samples: delay.count,
    p50: late(delay.percentile(50)),
    p99: late(delay.percentile(99)),
    max: late(delay.max),
    rss,
    heapUsed,
  };
  delay.reset();
  process.stdout.write(`${JSON.stringify(line)}\n`);
});
