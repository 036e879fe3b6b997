import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pickPort } from '../../packages/local';
import {
  createTestBucket,
  createTestDatabase,
  runProcess,
  testPrefix,
  testRedisUrl,
  type RunningProcess,
  type TestBucket,
  type TestDatabase,
} from '../../packages/testkit';
import { containers, environmentOf, render, type KubeObject, type Loose } from './test/render';

const PORT_VARIABLES = ['DRAPE_PORT', 'DRAPE_METRICS_PORT', 'DRAPE_WORKER_HEALTH_PORT'];

let objects: KubeObject[];
let database: TestDatabase;
let bucket: TestBucket;
const running: RunningProcess[] = [];

beforeAll(async () => {
  [objects, database, bucket] = await Promise.all([
    render('overlays/external-stores'),
    createTestDatabase(),
    createTestBucket(),
  ]);
}, 300_000);

afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()));
  await Promise.all([bucket?.drop(), database?.drop()]);
});

interface Started {
  readonly container: Loose;
  /** GET of a path at a port of the container, by the port's name. */
  readonly get: (port: string, path: string) => Promise<Response>;
}

/** The process that a container runs, with the container's environment; only stores and the numbers of ports are others. */
async function start(app: 'gateway' | 'worker'): Promise<Started> {
  const container = containers(objects).find(({ spec }) => spec.name === app)?.spec;
  const env = environmentOf(container, objects);
  const ports = new Map<string, number>();
  const free: Record<string, string> = {};
  for (const { name, containerPort } of container.ports) {
    const variables = PORT_VARIABLES.filter((variable) => env[variable] === String(containerPort));
    expect([name, variables.length]).toEqual([name, 1]);
    const port = await pickPort();
    ports.set(name, port);
    free[variables[0] ?? ''] = String(port);
  }
  const stores = {
    ...bucket.env,
    DATABASE_URL: database.url,
    REDIS_URL: testRedisUrl(),
    DRAPE_QUEUE_PREFIX: testPrefix(),
  };
  const given = { ...env, ...stores, ...free };
  running.push(await runProcess(`apps/${app}/dist/main.js`, { env: given, readyWithinMs: 60_000 }));
  return { container, get: (port, path) => fetch(`http://127.0.0.1:${ports.get(port)}${path}`) };
}

describe.each(['gateway', 'worker'] as const)('the %s, started as its container is', (app) => {
  it('answers every probe and shows its metrics, at the ports that the manifests name', async () => {
    const { container, get } = await start(app);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      const { port, path } = container[probe].httpGet;
      expect([probe, (await get(port, path)).status]).toEqual([probe, 200]);
    }
    const metrics = await get('metrics', '/metrics');
    expect([metrics.status, (await metrics.text()).includes('drape_build_info')]).toEqual([200, true]);
  }, 90_000);
});

it('metrics are scraped where they are shown', async () => {
  const [monitor] = await render('monitors');
  expect(monitor?.['spec'].podMetricsEndpoints).toEqual([{ port: 'metrics', path: '/metrics', interval: '5s' }]);
}, 60_000);
