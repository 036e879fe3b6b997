import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startRunningService, tryOnBody, type RunningService } from '../../packages/telemetry/test/running-service';
import { waitFor } from '../../packages/testkit';
import { metricsIn, ownMetrics } from './test/metric-names';
import { startPrometheus, type RunningPrometheus } from './test/start-prometheus';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync(join(__dirname, 'grafana-dashboard.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
};
const shown = dashboard.panels.filter(({ type }) => type !== 'row');
const queries = shown.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
/** As Grafana does it; here scrapes are half a second apart. */
const filledIn = (expr: string): string => expr.replaceAll('$__rate_interval', '1m');

/** What has a value after a single try-on of the real service. */
const MUST_SHOW = [
  'Requests',
  'Answered with 5xx',
  'Try-on p95',
  'Oldest in the queue',
  'Workers ready',
  'Requests by route',
  'Requests by status',
  'Latency of all requests',
  'Rate limit',
  'Ends by status',
  'From creation to end',
  'Wait for a worker',
  'Mean time of each stage',
  'Product pictures fetched',
  'Garments by source',
  'Jobs in the queue',
  'Render children',
  'Busy share by worker',
  'Deliveries due',
  'Memory',
  'Event loop lag p99',
  'Processors',
  'Stores that answer',
  'What runs',
];

/** A second each; on a machine that does ten other things, ten. */
const SEEN_WITHIN_MS = 40_000;

let service: RunningService | undefined;
let prometheus: RunningPrometheus | undefined;

beforeAll(async () => {
  service = await startRunningService();
  const { gateway, worker } = service;
  const ports = [(await gateway.logged('ready'))['metricsPort'], (await worker.process.logged('ready'))['healthPort']];
  prometheus = await startPrometheus({ targets: ports.map((port) => `127.0.0.1:${String(port)}`) });
}, 300_000);

afterAll(async () => {
  await prometheus?.stop();
  await service?.stop();
}, 60_000);

it('a real Prometheus that scrapes a real gateway and worker answers every query, and shows the traffic', async () => {
  if (service === undefined || prometheus === undefined) throw new Error('nothing runs');
  const { harness, send } = service;
  const { ask } = prometheus;
  const valueOf = async (expr: string): Promise<number> => Number((await ask(expr))[0]?.value);
  // The ends are the worker's and the answers the gateway's, whose scrapes need not come at the same time.
  const seen = async (ends: number, answers: number): Promise<boolean> =>
    (await valueOf('sum(tryon_terminal_total{status="completed"})')) === ends &&
    (await valueOf('sum(http_request_duration_seconds_count)')) >= answers;
  // A rate needs the series twice, before a change and after it.
  await send('GET', '/v1/tryon/try_none');
  await send('POST', '/v1/tryon', tryOnBody(harness));
  await waitFor(() => seen(1, 2), { timeoutMs: SEEN_WITHIN_MS });
  await send('GET', '/v1/tryon/try_none');
  await send(
    'POST',
    '/v1/tryon',
    tryOnBody(harness, { productImageUrl: harness.shop.url('/jeans.jpg'), productCategory: 'pants' }),
  );
  await waitFor(() => seen(2, 4), { timeoutMs: SEEN_WITHIN_MS });

  const answers = await Promise.all(
    queries.map(async ({ title, expr }) => ({ title, expr, found: await ask(filledIn(expr)) })),
  );
  const silent = MUST_SHOW.filter(
    (title) =>
      !answers.some(
        (answer) => answer.title === title && answer.found.some(({ value }) => Number.isFinite(Number(value))),
      ),
  );
  expect(silent).toEqual([]);
  expect(MUST_SHOW.filter((title) => !shown.some((panel) => panel.title === title))).toEqual([]);
  const of = (title: string): number => Number(answers.find((answer) => answer.title === title)?.found[0]?.value);
  expect(of('Requests')).toBeGreaterThan(0);
  expect([of('Answered with 5xx'), of('Workers ready'), of('Stores that do not answer')]).toEqual([0, 1, 0]);
  expect(await ask('ALERTS{alertname=~"Drape.+"}')).toEqual([]);
}, 120_000);

it('asks only for metrics that there are', () => {
  const known = new Set(ownMetrics());
  const asked = new Set(queries.flatMap(({ expr }) => metricsIn(filledIn(expr))));
  expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  const families = [...known].filter((name) =>
    /^(tryon|http|worker|webhook|product|image|ratelimit|dependency|drape)_/.test(name),
  );
  const bare = (name: string): string => name.replace(/_(bucket|count|sum)$/, '');
  const shownFamilies = new Set([...asked].map(bare));
  expect([...new Set(families.map(bare))].filter((name) => !shownFamilies.has(name))).toEqual([]);
});

it('has panels that do not overlap, of one source that the reader chooses', () => {
  expect(dashboard.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }]);
  expect(new Set(shown.map(({ datasource }) => datasource?.uid))).toEqual(new Set(['${datasource}']));
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
});
