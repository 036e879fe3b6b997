import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { testEnvironment, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execute } from '../../../apps/worker/test/worker-harness';
import { startRunningService, tryOnBody, type RunningService } from './running-service';
import { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from './trace-receiver';

const OF_CLIENT = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };

const ROOT = join(__dirname, '../../..');

let receiver: TraceReceiver;
let service: RunningService;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  service = await startRunningService({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
}, 120_000);

afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
}, 60_000);

/** The spans of a trace as soon as one of them has this name. */
async function traceWith(traceId: string, name: string): Promise<readonly ReceivedSpan[]> {
  const ofTrace = () => receiver.spans.filter((span) => span.traceId === traceId);
  const isThere = async () => ofTrace().some((span) => span.name === name);
  await waitFor(isThere, {
    what: `the span ${name}; there are ${ofTrace()
      .map((s) => s.name)
      .join(', ')}`,
    timeoutMs: 60_000,
  });
  return ofTrace();
}

/** From the span up to the one that the client named. */
function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent === undefined ? [span.name, span.parentSpanId ?? 'root'] : [span.name, ...pathOf(parent, spans)];
}

describe('one try-on', () => {
  it('is one trace, from the client over the queue into the stages of the render, the store and the database', async () => {
    const traceparent = `00-${OF_CLIENT.trace}-${OF_CLIENT.span}-01`;
    const reply = await service.finish(tryOnBody(service.harness), { traceparent });
    expect(reply.body.data?.status).toBe('completed');
    const requestId = reply.headers.get('request-id');
    await traceWith(OF_CLIENT.trace, 'process tryon');
    const spans = await traceWith(OF_CLIENT.trace, 'POST /v1/tryon');
    const find = (name: string, of: string) => spans.find((span) => span.name === name && span.service === of);

    const request = find('POST /v1/tryon', 'drape-gateway');
    expect(request?.parentSpanId).toBe(OF_CLIENT.span);
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/tryon',
      'http.response.status_code': 200,
      'drape.try_on.id': reply.body.data?.id,
      'drape.request.id': requestId,
    });
    const above = ['process tryon', 'add tryon.tryon', 'POST /v1/tryon', OF_CLIENT.span];
    for (const [name, path] of [
      ['render pose', ['render pose', 'render', ...above]],
      ['render compose', ['render compose', 'render', ...above]],
      ['s3 get', ['s3 get', 'fetch', ...above]],
      ['s3 put', ['s3 put', 'store', ...above]],
    ] as const) {
      const span = find(name, 'drape-worker');
      expect(span && pathOf(span, spans)).toEqual(path);
    }
    for (const process of ['drape-gateway', 'drape-worker']) {
      const query = spans.find(
        (span) => span.service === process && String(span.attributes['db.query.text']).includes('try_ons'),
      );
      expect(query && pathOf(query, spans).at(-1)).toBe(OF_CLIENT.span);
      expect(query?.name).toBe('prisma:client:db_query');
    }
    const render = find('render', 'drape-worker');
    const stages = spans.filter((span) => span.parentSpanId === render?.spanId);
    expect(stages.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual((render?.ms ?? 0) + 50);
    // It stands in the row too; else the division fails.
    const sql = 'SELECT 1 / count(*) FROM try_ons WHERE id = $1 AND request_id = $2 AND traceparent = $3';
    const own = `00-${OF_CLIENT.trace}-${request?.spanId}-01`;
    await execute(service.harness.databaseUrl, sql, [reply.body.data?.id, requestId, own]);
  }, 180_000);

  it('stays that trace where its job was lost and the sweep made another', async () => {
    const { harness } = service;
    const id = await harness.submit({ enqueue: false });
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const sql = `UPDATE try_ons SET traceparent = $2, updated_at = now() - interval '1 h' WHERE id = $1`;
    await execute(harness.databaseUrl, sql, [id, `00-${trace}-00f067aa0ba902b7-01`]);
    await harness.waitStatus(id, 'completed', 110_000);
    const spans = await traceWith(trace, 'process tryon');
    const job = spans.find(({ name }) => name === 'process tryon');
    expect(job && pathOf(job, spans).at(-1)).toBe('00f067aa0ba902b7');
  }, 180_000);

  it('begins a trace of its own where the client names none, and rounds begin none', async () => {
    const before = receiver.spans.length;
    const { status } = await service.send('GET', '/v1/usage');
    expect(status).toBe(200);
    const request = await waitFor(
      async () => receiver.spans.slice(before).find(({ name }) => name === 'GET /v1/usage'),
      { what: 'the span of the request', timeoutMs: 20_000 },
    );
    expect(request.parentSpanId ?? '').toBe('');
    const roots = receiver.spans.filter(({ parentSpanId = '' }) => parentSpanId === '');
    expect(roots.filter(({ name }) => !/^(GET|POST|process) /.test(name)).map(({ name }) => name)).toEqual([]);
  }, 60_000);
});

describe('off, as it is by default', () => {
  it('loads nothing of OpenTelemetry but the interface that prom-client asks for', () => {
    const listed = (disabled: boolean): string[] => {
      const config = { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: 'otlp', OTEL_TRACES_SAMPLER_ARG: 1 };
      const script = `
        require('./apps/gateway/dist/compose.js');
        require('./apps/worker/dist/compose.js');
        const { startTracing } = require('./packages/telemetry');
        startTracing({ config: ${JSON.stringify(config)}, serviceName: 't', log: console }).then(() => {
          // not before it is written: a pipe takes 64 kB at a time, and an exit drops the rest
          process.stdout.write(JSON.stringify(Object.keys(require.cache)), () => process.exit());
        });`;
      const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
        cwd: ROOT,
        env: testEnvironment(),
        encoding: 'utf8',
        maxBuffer: 16 * 1024 * 1024,
      });
      expect(stderr).toBe('');
      const modules: string[] = JSON.parse(stdout);
      return modules.filter((path) => /@opentelemetry\/(?!api\/)|bullmq-otel\/|@prisma\/instrumentation\//.test(path));
    };
    expect(listed(true)).toEqual([]);
    expect(listed(false).length).toBeGreaterThan(20);
  }, 60_000);
});
