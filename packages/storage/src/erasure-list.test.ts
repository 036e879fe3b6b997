import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDiskStore } from './disk-store';
import { createErasureList, nameOfErasure, type Erasure } from './erasure-list';

const DAY_MS = 86_400_000;
const RECORD_DAYS = 90;
const erasure: Erasure = {
  kind: 'session',
  accountId: 'acc_1',
  env: 'live',
  id: 'visit-7',
  createdAt: new Date('2026-11-01T12:00:00.123Z'),
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drape-erasures-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the list of erasures', () => {
  it('contains what was recorded, once, and nothing that differs in any respect', async () => {
    const list = createErasureList(createDiskStore(folder));
    await list.add(erasure);
    await list.add(erasure);
    expect([...(await list.names())]).toEqual([nameOfErasure(erasure)]);
    const others: Partial<Erasure>[] = [
      { kind: 'try_on' },
      { accountId: 'acc_2' },
      { env: 'test' },
      { id: 'visit-8' },
      { createdAt: new Date('2026-11-01T12:00:00.124Z') },
    ];
    const names = others.map((other) => nameOfErasure({ ...erasure, ...other }));
    expect(new Set([nameOfErasure(erasure), ...names]).size).toBe(6);
  });

  it('forgets what no restored database could still contain, and nothing before that', async () => {
    let nowMs = Date.parse('2026-06-01T10:00:00Z');
    const list = createErasureList(createDiskStore(folder), () => nowMs);
    await list.add(erasure);
    nowMs += (RECORD_DAYS + 6) * DAY_MS;
    expect([await list.forget(RECORD_DAYS), (await list.names()).size]).toEqual([0, 1]);
    nowMs += 2 * DAY_MS;
    expect([await list.forget(RECORD_DAYS), (await list.names()).size]).toEqual([1, 0]);
  });
});
