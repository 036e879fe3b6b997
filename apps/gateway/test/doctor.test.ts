import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@drape/contracts';
import { createTryOnQueues, type TryOnQueues } from '@drape/queue';
import { testEnvironment } from '@drape/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { examine, type Examination } from '../src/doctor/examine';
import { mend } from '../src/doctor/mend';
import { VIOLATIONS, type Violation, type ViolationKind } from '../src/doctor/violation';
import { finishTryOn, startServices, type TestServices } from './harness';
import { png } from './pictures';

const JPEG = png(30, 40);
const CLI = join(__dirname, '..', 'dist', 'admin', 'cli.js');
let services: TestServices;
let queues: TryOnQueues;
let accountId: string;

beforeEach(async () => {
  services = await startServices();
  const { REDIS_URL: redisUrl = '', DRAPE_QUEUE_PREFIX: prefix = '' } = services.env;
  queues = createTryOnQueues({ redisUrl, prefix });
  ({ accountId } = await services.createKey());
});

afterEach(async () => {
  await Promise.all([queues.live.close(), queues.test.close()]);
  await services.stop();
});

const HOW: Examination = { graceSec: 0, isDrained: false, isQuick: false, accepted: [] };
const doctor = () => ({ db: services.db, store: services.store, queues });
const put = (key: string, bytes = JPEG) => services.store.put(key, bytes, { contentType: 'image/jpeg' });

async function look(how: Partial<Examination> = {}): Promise<readonly Violation[]> {
  return (await examine(doctor(), { ...HOW, ...how })).violations;
}

/** What a gateway does. */
async function accept(): Promise<string> {
  const id = newId('try');
  const owner = { accountId, env: 'live' } as const;
  const { id: sessionId } = await services.db.sessions.getOrCreate(owner, null);
  await put(`photos/${id}`);
  const ids = { requestId: newId('req'), gatewayId: newId('gtw') };
  const photo = { photoKey: `photos/${id}`, photoSha256: '0'.repeat(64), photoBytes: JPEG.length };
  await services.db.tryOns.insertQueued({
    ...{ id, owner, sessionId, ...ids, ...photo },
    productImageUrl: 'https://shop.example/a.jpg',
  });
  await queues.live.enqueue({ v: 1, tryOnId: id, ...ids });
  return id;
}

/** And what a worker does after it. */
async function end(id: string, picture: Buffer | null = JPEG): Promise<string> {
  await finishTryOn({ services, id, ...(picture !== null && { picture }) });
  await services.store.delete([`photos/${id}`]);
  await services.db.tryOns.finishCleanup(id, { keptResult: picture !== null });
  return id;
}

const completed = async () => end(await accept());
const change = (id: string, what: string) => services.execute(`UPDATE try_ons SET ${what} WHERE id = $1`, [id]);

interface Case {
  readonly kind: ViolationKind;
  /** What happens to a sound service; returns what the violation is about. */
  readonly accident: () => Promise<Omit<Violation, 'kind'>>;
  /** A person has to see to it. */
  readonly stays?: true;
  readonly how?: (violation: Omit<Violation, 'kind'>) => Partial<Examination>;
  readonly also?: readonly ViolationKind[];
}

async function strayObject(key: string): Promise<Omit<Violation, 'kind'>> {
  await completed();
  await put(key);
  return { id: key, key };
}

async function objectOf(id: string, key: string): Promise<Omit<Violation, 'kind'>> {
  await put(key);
  return { id, key };
}

const CASES: readonly Case[] = [
  {
    kind: 'accepted_without_row',
    accident: async () => {
      const id = await completed();
      await services.db.tryOns.erase({ accountId, env: 'live' }, id);
      await services.store.delete(await services.store.list(''));
      return { id };
    },
    how: ({ id }) => ({ accepted: [id] }),
    stays: true,
  },
  {
    kind: 'row_overdue',
    accident: async () => {
      const id = await accept();
      await change(id, "deadline_at = now() - interval '1 h'");
      return { id };
    },
    also: ['photo_left'],
  },
  {
    kind: 'row_not_ended',
    accident: async () => ({ id: await accept() }),
    how: () => ({ isDrained: true }),
    stays: true,
  },
  {
    kind: 'row_stuck',
    accident: async () => {
      const id = await accept();
      await forgetAll();
      return { id };
    },
  },
  {
    kind: 'row_stuck',
    accident: async () => {
      const id = await accept();
      await services.db.tryOns.claim(id, { leaseMs: 1 });
      await forgetAll();
      return { id };
    },
  },
  {
    kind: 'failed_without_reason',
    accident: async () => {
      const id = await end(await accept(), null);
      await services.execute('ALTER TABLE try_ons DROP CONSTRAINT try_ons_error_check');
      await change(id, 'error_code = NULL');
      return { id };
    },
    stays: true,
  },
  {
    kind: 'attempts_over_cap',
    accident: async () => {
      const id = await end(await accept(), null);
      await change(id, 'attempt = 4');
      return { id };
    },
    stays: true,
  },
  {
    kind: 'written_twice',
    accident: async () => {
      const id = await completed();
      await change(id, "error_code = 'render_failed'");
      return { id };
    },
    stays: true,
  },
  {
    kind: 'written_twice',
    accident: async () => {
      const id = await completed();
      await change(id, 'attempt = 2');
      return { id };
    },
    stays: true,
  },
  {
    kind: 'told_twice',
    accident: async () => {
      const id = await completed();
      for (const event of ['tryon.completed', 'tryon.failed']) {
        await services.execute(
          `INSERT INTO webhook_deliveries (id, account_id, env, url, event, resource_id, payload)
           VALUES ($1, $2, 'live', 'https://shop.example/', $3, $4, '{}')`,
          [newId('evt'), accountId, event, id],
        );
      }
      return { id };
    },
    stays: true,
  },
  {
    kind: 'result_missing',
    accident: async () => {
      const id = await completed();
      const key = `results/${id}/1.jpg`;
      await services.store.delete([key]);
      return { id, key };
    },
    stays: true,
  },
  {
    kind: 'result_differs',
    accident: async () => {
      const id = await completed();
      const key = `results/${id}/1.jpg`;
      await put(key, Buffer.concat([JPEG, Buffer.from('x')]));
      return { id, key };
    },
    stays: true,
  },
  {
    kind: 'result_surplus',
    accident: async () => {
      const id = await completed();
      return objectOf(id, `results/${id}/7.jpg`);
    },
  },
  {
    kind: 'result_kept_too_long',
    accident: async () => {
      const id = await completed();
      await change(id, "expires_at = now() - interval '1 h'");
      return { id, key: `results/${id}/1.jpg` };
    },
  },
  {
    kind: 'photo_left',
    accident: async () => {
      const id = await completed();
      return objectOf(id, `photos/${id}`);
    },
  },
  {
    kind: 'garment_left',
    accident: async () => {
      const id = await completed();
      return objectOf(id, `garments/${id}`);
    },
  },
  ...[
    `photos/${newId('try')}`,
    `garments/${newId('try')}`,
    `products/${newId('pic')}`,
    `uploads/${newId('upl')}`,
    // before all rows, and after them
    'results/try_00000000000000000000000000/1.jpg',
    'results/try_7ZZZZZZZZZZZZZZZZZZZZZZZZZ/1.jpg',
    'results/else',
  ].map((key): Case => ({ kind: 'object_without_row', accident: () => strayObject(key) })),
  {
    kind: 'key_doubled',
    accident: async () => {
      await services.execute('ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey');
      for (const id of [await completed(), await completed()]) {
        await services.execute(
          `INSERT INTO idempotency_keys (account_id, method, path, key, fingerprint, resource_id, expires_at)
           VALUES ($1, 'POST', '/v1/tryon', 'k', '', $2, now() + interval '1 day')`,
          [accountId, id],
        );
      }
      return { id: expect.stringContaining(`${accountId} live POST /v1/tryon`) as unknown as string };
    },
    stays: true,
  },
  {
    kind: 'usage_short',
    accident: async () => {
      await completed();
      await services.execute('DELETE FROM usage_hours');
      return { id: expect.stringMatching(new RegExp(`^${accountId} live .*:00:00Z completed$`)) as unknown as string };
    },
    stays: true,
  },
  {
    kind: 'usage_over',
    accident: async () => {
      await completed();
      await services.execute('UPDATE usage_hours SET requests = 3');
      return { id: expect.stringContaining(accountId) as unknown as string };
    },
    stays: true,
  },
];

/** As a Redis does that keeps nothing and was restarted. */
async function forgetAll(): Promise<void> {
  const redis = new Redis(services.env['REDIS_URL'] ?? '');
  const keys = await redis.keys(`${services.env['DRAPE_QUEUE_PREFIX'] ?? ''}:*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}

describe('the doctor', () => {
  it('finds nothing wrong with a healthy service: queued, processing, completed, failed, canceled, erased', async () => {
    const open = await accept();
    const held = await accept();
    await services.db.tryOns.claim(held, { leaseMs: 60_000 });
    const ended = [await completed(), await end(await accept(), null)];
    const canceled = await accept();
    await services.db.tryOns.cancel({ accountId, env: 'live' }, canceled);
    await services.store.delete([`photos/${canceled}`]);
    expect(await look({ accepted: [open, held, ...ended, canceled] })).toEqual([]);
  });

  it.each(CASES)('finds $kind', async ({ kind, accident, how, stays, also = [] }) => {
    const about = await accident();
    const asked = how?.(about) ?? {};
    const found = await look(asked);
    expect(found).toEqual([{ kind, ...about }]);
    await mend(doctor(), found);
    const left = await look(asked);
    if (stays) return expect(left).toEqual(found);
    expect(left.map((one) => one.kind)).toEqual(also);
    await mend(doctor(), left);
    expect(await look(asked)).toEqual([]);
  });

  it('has a case for each kind', () => {
    expect(new Set(CASES.map(({ kind }) => kind))).toEqual(new Set(Object.keys(VIOLATIONS)));
  });

  it('reads a table of several pages and finds the row that is wrong', async () => {
    const ids = [await completed(), await completed()];
    await services.execute(
      `INSERT INTO try_ons SELECT (jsonb_populate_record(t, jsonb_build_object('id', 'try_' || lpad(n::text, 26, '0')))).*
       FROM try_ons t, generate_series(1, 1300) n WHERE t.id = $1`,
      [ids[0]],
    );
    await services.execute(`UPDATE try_ons SET status = 'canceled', result_key = NULL WHERE id LIKE 'try_0000%'`);
    await services.execute(`UPDATE usage_hours SET try_ons = 2000, outcome = 'canceled' WHERE outcome = 'canceled'`);
    await services.execute(
      `INSERT INTO usage_hours (account_id, env, hour, api_key_id, category, outcome, try_ons)
       VALUES ($1, 'live', date_trunc('hour', now(), 'UTC'), '', '', 'canceled', 1300)`,
      [accountId],
    );
    const stray = `results/try_${'700'.padStart(26, '0')}/1.jpg`;
    await put(stray);
    const { rows, objects, pictures, violations } = await examine(doctor(), HOW);
    expect({ rows, objects, pictures }).toEqual({ rows: 1302, objects: 3, pictures: 2 });
    expect(violations).toEqual([{ kind: 'result_surplus', id: stray.split('/')[1], key: stray }]);
  });
});

describe('drape doctor', () => {
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      execFile(process.execPath, [CLI, ...args], { env: testEnvironment(services.env) }, (error, out, err) =>
        done({ code: Number(error?.code ?? 0), out, err }),
      );
    });

  it('says what is wrong, repairs it, and reports it by its exit status', async () => {
    const id = await completed();
    await put(`photos/${id}`);
    const folder = await mkdtemp(join(tmpdir(), 'drape-doctor-'));
    const file = join(folder, 'accepted');
    writeFileSync(file, `${id}\n`);
    const args = ['doctor', '--grace', '0', '--accepted', file];
    const found = await run(...args);
    expect(found).toMatchObject({ code: 1, err: '' });
    expect(found.out).toMatch(new RegExp(`1 violations:\n +1 {2}photo_left: .*\n +photos/${id}\n`));
    const json = await run('--json', ...args);
    expect(JSON.parse(json.out)).toMatchObject({ rows: 1, violations: [{ kind: 'photo_left', id }] });
    expect(await run(...args, '--mend')).toMatchObject({ code: 0, out: expect.stringContaining('All promises hold.') });
    expect(await run(...args, '--drained', '--quick')).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
  }, 60_000);

  it.each([
    [['--grace', 'soon'], 2, /whole number from 0 to 86400/],
    [['--accepted', '/none'], 1, /--accepted: \/none could not be read/],
  ])('%j ends with %d and a sentence', async (args, code, sentence) => {
    const outcome = await run('doctor', ...args);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.err).toMatch(sentence);
    expect(outcome.err).not.toMatch(/\n\s+at /);
  });
});
