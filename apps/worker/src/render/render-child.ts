import { isFailureCode, ServiceError } from '@drape/contracts';
import { loadModels } from '@drape/models';
import { createLogger } from '@drape/runtime';
import { TryOnRefusal } from '@drape/tryon';
import { readChildConfig } from '../config';
import {
  parseRequest,
  type ChildMessage,
  type ChildUsage,
  type DescribeRequest,
  type RenderOutput,
  type RenderRequest,
  type WorkRequest,
} from './child-protocol';
import { createRenderEngine, type RenderEngine } from './render-engine';

/**
 * The render process. Inference and pixel kernels block its event loop, and it may crash or hang in native code: it holds no lock and no
 * row, so that the worker can kill it at any time. It exits when the worker does.
 */
async function main(): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const engine = await load().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    process.send?.({ kind: 'unready', reason } satisfies ChildMessage, () => process.exit(1));
  });
  if (!engine) return;
  const canceled = new Set<string>();
  process.on('message', (message) => {
    const request = parseRequest(message);
    if (request.kind === 'cancel') canceled.add(request.tryOnId);
    else
      void answer(engine, request, canceled).finally(() => {
        canceled.clear();
        send({ kind: 'usage', usage: readUsage() });
      });
  });
}

async function load(): Promise<RenderEngine> {
  const since = performance.now();
  const { logLevel, models: options } = readChildConfig(process.env);
  const log = createLogger({ name: 'render-child', level: logLevel });
  const models = await loadModels({ ...options, log: (fields, message) => log.info(fields, message) });
  await models.warmUp();
  send({ kind: 'ready', provider: models.provider, loadMs: Math.round(performance.now() - since) });
  return createRenderEngine(models);
}

let reportedUsage = process.cpuUsage();

function readUsage(): ChildUsage {
  const { user, system } = process.cpuUsage(reportedUsage);
  reportedUsage = process.cpuUsage();
  return { pid: process.pid, residentBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 };
}

/** Thrown at the next stage of a canceled render. */
class Canceled extends Error {}

/** `canceled` is filled while the networks run: only then does the event loop run. */
async function answer(engine: RenderEngine, request: WorkRequest, canceled: ReadonlySet<string>): Promise<void> {
  const { tryOnId } = request;
  try {
    if (request.kind === 'describe') {
      const output = await engine.describe(request);
      send({ kind: 'described', tryOnId, output });
      return sendPackage(engine, request, output);
    }
    if (request.kind === 'inspect') {
      send({ kind: 'inspected', tryOnId, photo: await engine.inspect(request) });
      return;
    }
    let last = '';
    const output = await engine.render(request, (stage) => {
      if (canceled.has(tryOnId)) throw new Canceled();
      if (stage !== last) send({ kind: 'stage', tryOnId, stage });
      last = stage;
    });
    send({ kind: 'done', tryOnId, output });
    sendPackage(engine, request, output);
  } catch (error) {
    send(error instanceof Canceled ? { kind: 'canceled', tryOnId } : explain(tryOnId, error));
  }
}

/** Sent after the answer: nobody waits for it. */
function sendPackage(
  engine: RenderEngine,
  request: RenderRequest | DescribeRequest,
  { garmentFrom }: Pick<RenderOutput, 'garmentFrom'>,
): void {
  const { pack: ticket = null } = request;
  const isLacking = garmentFrom === 'analysis' || (garmentFrom === 'memory' && ticket?.isOnRecord === false);
  const bytes = ticket !== null && isLacking ? engine.pack(request) : null;
  if (bytes !== null) send({ kind: 'packed', tryOnId: request.tryOnId, bytes });
}

function explain(tryOnId: string, error: unknown): ChildMessage {
  const isKnown = error instanceof TryOnRefusal || error instanceof ServiceError;
  if (isKnown && isFailureCode(error.code)) {
    const fields = error instanceof TryOnRefusal ? error.fields : {};
    return { kind: 'refused', tryOnId, code: error.code, detail: error.detail, fields };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'faulted', tryOnId, message, stack: stack ?? '' };
}

/** A worker that has gone away is noticed by the 'disconnect' event, not here. */
function send(message: ChildMessage): void {
  process.send?.(message, () => undefined);
}

void main();
