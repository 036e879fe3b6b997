import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGateway } from '@drape/testkit';
import { expect, it } from '@jest/globals';
import { startServices } from './harness';
import { goodBody } from './pictures';

const HOURS_2 = 2 * 3_600_000;
const LIMIT = 8;
/** What a machine whose clock is wrong shows to every program. */
const shift = (ms: number) => `
  const now = Date.now;
  Date.now = () => now() + ${ms};
  globalThis.Date = class extends Date { constructor(...args) { if (args.length === 0) super(now() + ${ms}); else super(...args); } };`;

it('F14: one gateway two hours early, one two hours late: the limit is exact, and deadlines are the database’s', async () => {
  const services = await startServices();
  const { key } = await services.createKey({ limitPerHour: LIMIT });
  const folder = mkdtempSync(join(tmpdir(), 'drape-clock-'));
  const gateways = await Promise.all(
    [-HOURS_2, HOURS_2].map((ms) => {
      const file = join(folder, `shift${ms}.cjs`);
      writeFileSync(file, shift(ms));
      return runGateway({
        ...services.env,
        DRAPE_PORT: '0',
        DRAPE_HOST: '127.0.0.1',
        NODE_OPTIONS: `--require ${file}`,
      });
    }),
  );
  const urls = await Promise.all(
    gateways.map(async (one) => `http://127.0.0.1:${String((await one.logged('ready'))['port'])}`),
  );
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=0' };
  const statuses: number[] = [];
  const ids: string[] = [];
  for (let i = 0; i < LIMIT + 4; i++) {
    const body = JSON.stringify(goodBody());
    const response = await fetch(`${urls[i % 2]}/v1/tryon`, { method: 'POST', headers, body });
    statuses.push(response.status);
    const { data } = (await response.json()) as { data?: { id: string } };
    if (data) ids.push(data.id);
  }
  expect(statuses).toEqual([...Array<number>(LIMIT).fill(200), ...Array<number>(4).fill(429)]);
  const rows = await Promise.all(ids.map((id) => services.db.tryOns.find(id)));
  for (const row of rows) {
    expect(Math.abs((row?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(row && row.deadlineAt.getTime() - row.createdAt.getTime()).toBe(120_000);
  }
  const [first = ''] = ids;
  // a lease of the right clock holds for a wrong one
  expect(await services.db.tryOns.claim(first, { leaseMs: 30_000 })).not.toBeNull();
  expect(await services.db.tryOns.claim(first, { leaseMs: 30_000 })).toBeNull();
  await Promise.all(gateways.map((one) => one.stop()));
  rmSync(folder, { recursive: true });
  await services.stop();
}, 120_000);
