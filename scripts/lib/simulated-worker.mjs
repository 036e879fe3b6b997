/**
 * A worker whose render children take the time of a render and no processor: everything else is the worker's own (claims, leases,
 * photos and results in the object store, rows, messages). For benches that ask what the rest of Drape costs and where it ends.
 *
 *   SIMULATED_RENDER_MS=456 SIMULATED_RESULT=picture.jpg node scripts/lib/simulated-worker.mjs
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './paths.mjs';
import { withComment } from './sample-server.mjs';

const require = createRequire(import.meta.url);
const { readConfig } = require(join(ROOT, 'apps/worker/dist/config.js'));
const { startWorker } = require(join(ROOT, 'apps/worker/dist/compose.js'));
const { EVIDENCE } = require(join(ROOT, 'apps/worker/dist/job/test-mode.js'));
const { createLogger, createShutdown, shutDownOnSignals } = require(join(ROOT, 'packages/runtime/dist/index.js'));

const RENDER_MS = Number(process.env.SIMULATED_RENDER_MS);
/** Renders differ: shares of the median, one after the other. Assumed, not measured; their mean is 1.03. */
const SPREAD = [0.82, 0.88, 0.92, 0.95, 0.98, 1.02, 1.05, 1.1, 1.18, 1.35];
const STAGES = ['pose', 'segmentation', 'warp', 'compose'];
const picture = readFileSync(process.env.SIMULATED_RESULT);
const SIZE = { width: 1024, height: 1536 };

let rendered = 0;

/** Keeps the render child's promises (apps/worker/src/render/child-process.ts) within this process. */
function startSimulatedChild() {
  let busyWith = null;
  let leave;
  const exited = new Promise((resolve) => (leave = resolve));
  async function render({ tryOnId, category, format }, { onStage }) {
    busyWith = tryOnId;
    rendered += 1;
    const renderMs = RENDER_MS * SPREAD[rendered % SPREAD.length];
    for (const stage of STAGES) {
      onStage(stage);
      await sleep(renderMs / STAGES.length);
    }
    busyWith = null;
    const bytes = withComment(picture, tryOnId);
    return {
      bytes,
      format,
      ...SIZE,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      category: category ?? 'top',
      categorySource: 'client',
      evidence: EVIDENCE,
      warnings: [],
      stages: STAGES.map((name) => ({ name, ms: renderMs / STAGES.length, cpuMs: renderMs / STAGES.length })),
      findings: null,
      cached: { garment: true, person: false },
    };
  }
  const never = () => Promise.reject(new Error('The bench asks for try-ons alone.'));
  return {
    pid: process.pid,
    get busyWith() {
      return busyWith;
    },
    ready: Promise.resolve({ provider: 'simulated', loadMs: 0 }),
    exited,
    render,
    describe: never,
    inspect: never,
    kill: () => leave({ code: 0, signal: null }),
  };
}

const config = readConfig(process.env);
const log = createLogger({ name: 'worker', level: config.logLevel });
const shutdown = createShutdown({ log, deadlineMs: 60_000 });
shutDownOnSignals(shutdown);
await startWorker(config, log, shutdown, { startChild: startSimulatedChild });
log.info({ concurrency: config.concurrency }, 'ready');
