import { newId } from '@drape/contracts';
import { createDatabase, type NewRequestLog } from '@drape/db';
import { waitFor } from '@drape/testkit';
import { describe, expect, it } from '@jest/globals';
import { createRequestJournal } from './request-journal';

const row = (): NewRequestLog => ({
  id: newId('req'),
  owner: { accountId: 'acc_1', env: 'live' },
  apiKeyId: 'key_1',
  method: 'GET',
  route: '/v1/sessions',
  status: 200,
  errorCode: null,
  tryOnId: null,
  timing: { total: 1, auth: null, queue: null, render: null, store: null },
  createdAt: new Date(0),
  usedQuota: true,
});

/** What a journal wrote and said. */
function createWitness(fail: () => Promise<unknown> = () => Promise.resolve(null)) {
  const batches: string[][] = [];
  const lines: unknown[] = [];
  const say = (fields: object, message: string) => void lines.push([message, fields]);
  return {
    batches,
    lines,
    log: { warn: say, error: say } as never,
    async write(rows: readonly NewRequestLog[]) {
      const fault = await fail();
      if (fault !== null) throw fault;
      batches.push(rows.map(({ id }) => id));
    },
  };
}

/** What the database package throws where Postgres is away. */
async function awayError(): Promise<unknown> {
  const away = createDatabase({ url: 'postgresql://127.0.0.1:1/none' });
  const fault = await away.ping().catch((error: unknown) => error);
  await away.close();
  return fault;
}

describe('the journal of requests', () => {
  it('writes what arrives within its time in one batch', async () => {
    const witness = createWitness();
    const journal = createRequestJournal({ ...witness, flushMs: 20 });
    const rows = [row(), row(), row()];
    for (const one of rows) journal.record(one);
    await waitFor(async () => witness.batches.length > 0);
    expect(witness.batches).toEqual([rows.map(({ id }) => id)]);
    await journal.close();
  });

  it('does not wait where 200 rows are there, and writes the rest when it is closed', async () => {
    const witness = createWitness();
    const journal = createRequestJournal({ ...witness, flushMs: 3_600_000 });
    for (let i = 0; i < 450; i++) journal.record(row());
    await journal.close();
    expect(witness.batches.map((batch) => batch.length)).toEqual([200, 200, 50]);
  });

  it('holds the rows while the database is away, drops what is over its limit, and says how many', async () => {
    const fault = await awayError();
    let away = true;
    let tries = 0;
    const witness = createWitness(async () => {
      tries += 1;
      return away ? fault : null;
    });
    const journal = createRequestJournal({ ...witness, flushMs: 1, heldMax: 5 });
    const rows = Array.from({ length: 8 }, row);
    for (const one of rows) journal.record(one);
    await waitFor(async () => tries > 0);
    away = false;
    await journal.close();
    expect(witness.batches).toEqual([rows.slice(0, 5).map(({ id }) => id)]);
    expect(witness.lines).toEqual([['requests were not put on record: too many were held', { rows: 3 }]]);
  });

  it('gives up a batch that the database rejects, and continues', async () => {
    const refusal = new Error('relation does not exist');
    let first = true;
    const witness = createWitness(async () => {
      const fault = first ? refusal : null;
      first = false;
      return fault;
    });
    const journal = createRequestJournal({ ...witness, flushMs: 1 });
    journal.record(row());
    await waitFor(async () => witness.lines.length > 0);
    const next = row();
    journal.record(next);
    await journal.close();
    expect(witness.batches).toEqual([[next.id]]);
    expect(witness.lines).toEqual([['requests could not be put on record', { err: refusal, rows: 1 }]]);
  });
});
