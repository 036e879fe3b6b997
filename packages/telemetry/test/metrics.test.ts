import { waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execute } from '../../../apps/worker/test/worker-harness';
import { startRunningService, tryOnBody, type RunningService, type Series } from './running-service';

/** The promise that keeps a Prometheus small, for each process. */
const SERIES_MAX = 2_000;
const SWEEP_MS = 110_000;

let service: RunningService;
let messages = 0;
let before: { readonly gateway: Series; readonly worker: Series };

const scrapeBoth = async () => ({ gateway: await service.scrape('gateway'), worker: await service.scrape('worker') });

/** Until the worker has counted so many more than before the run. */
const counted = (name: string, labels: Readonly<Record<string, string>>, more = 1): Promise<unknown> =>
  waitFor(async () => (await service.scrape('worker')).sum(name, labels) - before.worker.sum(name, labels) >= more, {
    what: `${name} ${JSON.stringify(labels)} to rise`,
    timeoutMs: SWEEP_MS,
  });

beforeAll(async () => {
  // The first message is taken, the others are refused; a refused one has a second attempt in ten minutes.
  service = await startRunningService(
    { DRAPE_WEBHOOK_DELAYS: '0,600' },
    {
      '/hook': (request, response) => {
        request.resume();
        response.writeHead(messages++ === 0 ? 204 : 500).end();
      },
    },
  );
  before = await scrapeBoth();
}, 120_000);

afterAll(() => service?.stop(), 60_000);

describe('a completed try-on', () => {
  it('moves what counts it, in the process that did it, and nothing twice', async () => {
    const { harness, send, finish } = service;
    const { shop } = harness;
    const hook = await send('POST', '/v1/webhooks', { url: shop.url('/hook'), events: ['*'] });
    expect(hook.status).toBe(200);
    const reply = await finish(tryOnBody(harness));
    expect([reply.status, reply.body.data?.status]).toEqual([200, 'completed']);
    await counted('webhook_deliveries_total', { outcome: 'delivered' });
    // The child tells what it used once the product's package is made, after the answer.
    await counted('worker_child_cpu_seconds_total', {}, 0.1);
    const { gateway, worker } = await scrapeBoth();

    const route = { route: '/v1/tryon', method: 'POST', status: '200' };
    expect(gateway.sum('http_request_duration_seconds_count', route)).toBe(1);
    const seconds = gateway.sum('http_request_duration_seconds_sum', route);
    expect(seconds).toBeGreaterThan(0.05);
    expect(gateway.sum('http_request_duration_seconds_bucket', { ...route, le: '2' })).toBe(seconds <= 2 ? 1 : 0);
    expect(gateway.sum('ratelimit_total', { plan: 'business', outcome: 'allowed' })).toBe(3);
    expect(gateway.sum('tryon_terminal_total')).toBe(0);

    expect(worker.sum('tryon_terminal_total', { status: 'completed', reason: 'none' })).toBe(1);
    const outcome = { plan: 'business', outcome: 'completed' };
    expect(worker.sum('tryon_end_to_end_seconds_count', outcome)).toBe(1);
    expect(worker.sum('tryon_end_to_end_seconds_sum', outcome)).toBeGreaterThan(0.05);
    expect(worker.sum('tryon_queue_wait_seconds_count')).toBe(1);
    for (const stage of ['fetch', 'decode', 'pose', 'parse', 'garment', 'compose', 'encode', 'store']) {
      expect([stage, worker.sum('tryon_stage_seconds_count', { stage })]).toEqual([stage, 1]);
    }
    expect(worker.sum('product_fetch_total', { code: 'ok' })).toBe(1);
    expect(worker.sum('worker_child_resident_memory_bytes')).toBeGreaterThan(50 * 1024 * 1024);
    expect(worker.sum('worker_capacity')).toBe(1);
    expect(worker.sum('worker_ready')).toBe(1);
  }, 180_000);
});

describe('what goes wrong', () => {
  it('is counted by its reason', async () => {
    const { harness, send, finish, url } = service;
    const { shop } = harness;
    const missing = await finish(tryOnBody(harness, { productImageUrl: shop.url('/none.jpg') }));
    expect(missing.body.error?.code).toBe('product_image_not_found');
    const noPicture = { userPhoto: Buffer.from('no picture at all').toString('base64') };
    expect((await send('POST', '/v1/tryon', tryOnBody(harness, noPicture))).status).toBe(400);
    expect((await fetch(`${url}/v1/usage`)).status).toBe(401);
    expect((await send('GET', '/nowhere')).status).toBe(404);
    await counted('webhook_deliveries_total', { outcome: 'retried' });
    const { gateway, worker } = await scrapeBoth();
    const reason = 'product_image_not_found';
    expect(worker.sum('tryon_terminal_total', { status: 'failed', reason })).toBe(1);
    expect(worker.sum('product_fetch_total', { code: reason })).toBe(1);
    expect(worker.sum('image_refused_total')).toBe(0);
    expect(gateway.sum('image_refused_total', { reason: 'photo_not_an_image' })).toBe(1);
    expect(gateway.sum('ratelimit_total', { plan: 'none', outcome: 'allowed' })).toBe(1);
    expect(gateway.sum('http_request_duration_seconds_count', { route: 'unmatched', status: '404' })).toBe(1);
    expect(gateway.sum('http_request_duration_seconds_count', { route: '/v1/usage', status: '401' })).toBe(1);
  }, 180_000);

  it('shows children that die, attempts that were fenced off and rows that the sweep took up', async () => {
    const { harness, worker } = service;
    const [child] = (await worker.health()).children;
    process.kill(child?.pid ?? 0, 'SIGKILL');
    await counted('worker_child_restarts_total', { signal: 'SIGKILL' });

    const fenced = await harness.submit();
    await worker.childRendering(fenced);
    await harness.takeOver(fenced);
    await counted('tryon_fenced_total', {});

    const lost = await harness.submit({ enqueue: false });
    await execute(harness.databaseUrl, `UPDATE try_ons SET updated_at = now() - interval '1 h' WHERE id = $1`, [lost]);
    const age = async () => (await service.scrape('gateway')).sum('tryon_queue_oldest_seconds') > 0;
    await waitFor(age, { what: 'the row to be seen waiting' });
    await counted('tryon_sweep_requeued_total', {});
    await harness.waitStatus(lost, 'completed', SWEEP_MS);
  }, 400_000);
});

describe('the deployment', () => {
  it('shows its queue, stuck leases and due deliveries in every gateway', async () => {
    const { harness } = service;
    const stuck = await harness.submit({ enqueue: false, deadlineMs: 600_000 });
    await harness.db.tryOns.claim(stuck, { leaseMs: 1 });
    const seen = async (name: string) => (await service.scrape('gateway')).sum(name) > 0;
    await waitFor(() => seen('tryon_leases_expired'), { what: 'the stuck lease', timeoutMs: 20_000 });
    const gateway = await service.scrape('gateway');
    for (const state of ['waiting', 'prioritized', 'delayed', 'active', 'failed']) {
      expect(gateway.text).toContain(`tryon_queue_jobs{state="${state}"}`);
    }
    expect(gateway.has('webhook_deliveries_due')).toBe(true);
    for (const dependency of ['postgres', 'redis', 'object_store']) {
      const { gateway: one, worker: other } = await scrapeBoth();
      expect([dependency, one.sum('dependency_up', { dependency })]).toEqual([dependency, 1]);
      expect([dependency, other.sum('dependency_up', { dependency })]).toEqual([dependency, 1]);
    }
  }, 60_000);
});

describe('both processes', () => {
  it('stay small after a mixed run, and name no account, key, session nor try-on', async () => {
    const { harness, key, send } = service;
    for (let i = 0; i < 30; i++) await send('GET', `/v1/tryon/try_${i}`);
    for (const path of ['/v1/products', '/v1/sessions', '/v1/webhooks', '/v1/keys', '/v1/usage'])
      await send('GET', path);
    for (const series of Object.values(await scrapeBoth())) {
      expect(series.count).toBeLessThan(SERIES_MAX / 2);
      for (const secret of [harness.accountId, key]) expect(series.text.includes(secret)).toBe(false);
      expect(series.text).not.toMatch(/\b(try|ses|req|key)_[0-9A-Z]{10}/);
      for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'drape_build_info']) {
        expect([name, series.has(name)]).toEqual([name, true]);
      }
    }
  }, 60_000);

  it('serve nothing of it where shops can reach them', async () => {
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  });
});
