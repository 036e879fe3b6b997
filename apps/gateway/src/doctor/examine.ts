import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyEnv } from '@drape/contracts';
import type { AuditedTryOn, Database } from '@drape/db';
import type { TryOnQueue } from '@drape/queue';
import { resultPrefix, RESULTS_PREFIX, type ObjectStore } from '@drape/storage';
import { createEndTally } from './end-tally';
import { judgeObjects, OBJECT_PREFIXES, orphan } from './judge-objects';
import { isKept, judgeRow, type GracePeriod } from './judge-row';
import { createResultCursor } from './result-cursor';
import type { Violation } from './violation';

export interface DoctorDeps {
  readonly db: Pick<Database, 'audit' | 'products' | 'uploads' | 'tryOns'>;
  readonly store: ObjectStore;
  /** null: without Redis, lost jobs are not looked for. */
  readonly queues: Readonly<Record<KeyEnv, Pick<TryOnQueue, 'isPending' | 'enqueue'>>> | null;
}

export interface Examination extends GracePeriod {
  /** Ids that were given out and not erased since. */
  readonly accepted: AsyncIterable<string> | Iterable<string>;
  /** Leaves the bytes of pictures unread. */
  readonly isQuick: boolean;
}

export interface Findings {
  readonly rows: number;
  readonly objects: number;
  readonly pictures: number;
  readonly violations: readonly Violation[];
  /** More suspects were found than are kept in memory. */
  readonly isCut: boolean;
}

const PAGE = 500;
const READS_AT_ONCE = 8;
/** With more suspects than this a list is of no use. */
const SUSPECTS_MAX = 20_000;
/** What is being accepted or cleaned up at this moment looks wrong for a while. */
const SETTLE_SEC_MAX = 15;

/**
 * Examines every row and every object, page by page, and changes nothing. What looks wrong is examined again after a pause, so that a
 * running service is not blamed for work in progress.
 */
export async function examine(deps: DoctorDeps, how: Examination): Promise<Findings> {
  const suspects: Violation[] = [];
  const counts = { rows: 0, objects: 0, pictures: 0 };
  const steps = [examineRows, examineObjects, examineAccepted];
  for (const step of steps) {
    for await (const some of step(deps, how, counts)) {
      suspects.push(...some);
      if (suspects.length > SUSPECTS_MAX) break;
    }
  }
  const pauseSec = suspects.length === 0 || how.isDrained ? 0 : Math.min(how.graceSec, SETTLE_SEC_MAX);
  await sleep(pauseSec * 1000);
  const confirmed: Violation[] = [];
  for (let i = 0; i < suspects.length; i += PAGE) {
    confirmed.push(...(await confirm(deps, suspects.slice(i, i + PAGE), how)));
  }
  const { audit } = deps.db;
  const conflicting = (await audit.listConflictingEnds(PAGE)).map((id): Violation => ({ kind: 'told_twice', id }));
  const keys = (await audit.listDoubleKeys(PAGE)).map((id): Violation => ({ kind: 'key_doubled', id }));
  const over = (await audit.listOvercounted(PAGE)).map((id): Violation => ({ kind: 'usage_over', id }));
  const isCut = suspects.length > SUSPECTS_MAX;
  return { ...counts, violations: [...confirmed, ...conflicting, ...keys, ...over], isCut };
}

type Counts = { rows: number; objects: number; pictures: number };

async function* examineRows(deps: DoctorDeps, how: Examination, counts: Counts): AsyncGenerator<readonly Violation[]> {
  const cursor = createResultCursor(deps.store);
  const tally = createEndTally();
  for (let after = ''; ;) {
    const rows = await deps.db.audit.listTryOns({ after, limit: PAGE });
    const last = rows.at(-1)?.id ?? null;
    const results = await cursor.takeUntil(last);
    counts.rows += rows.length;
    counts.objects += [...results.values()].flat().length;
    rows.forEach(tally.add);
    const known = new Set(rows.map(({ id }) => id));
    yield [...results].flatMap(([id, keys]) => (known.has(id) ? [] : keys.map(orphan)));
    yield await judgeRows(deps, rows, results, how);
    counts.pictures += how.isQuick ? 0 : rows.filter(isKept).length;
    if (last === null) break;
    after = last;
  }
  yield tally.compare(await deps.db.audit.listCounted());
}

async function judgeRows(
  deps: DoctorDeps,
  rows: readonly AuditedTryOn[],
  results: ReadonlyMap<string, readonly string[]>,
  how: Examination,
): Promise<Violation[]> {
  const found = rows.flatMap((row) => judgeRow(row, results.get(row.id) ?? [], how));
  const stored = (row: AuditedTryOn) => row.resultKey !== null && results.get(row.id)?.includes(row.resultKey) === true;
  const pictures = how.isQuick ? [] : rows.filter((row) => isKept(row) && stored(row));
  for (let i = 0; i < pictures.length; i += READS_AT_ONCE) {
    const some = pictures.slice(i, i + READS_AT_ONCE);
    found.push(...(await Promise.all(some.map((row) => judgePicture(deps.store, row)))).flat());
  }
  for (const row of rows.filter((one) => one.status === 'queued' && one.untouchedSec > how.graceSec)) {
    if (deps.queues === null || (await deps.queues[row.env].isPending(row.id, row.generation))) continue;
    found.push({ kind: 'row_stuck', id: row.id });
  }
  return found;
}

async function judgePicture(store: Pick<ObjectStore, 'get'>, row: AuditedTryOn): Promise<Violation[]> {
  const { id, resultKey, resultSha256 } = row;
  const bytes = resultKey === null ? null : await store.get(resultKey);
  const key = resultKey ?? '';
  if (bytes === null) return [{ kind: 'result_missing', id, key }];
  return createHash('sha256').update(bytes).digest('hex') === resultSha256 ? [] : [{ kind: 'result_differs', id, key }];
}

async function* examineObjects(
  deps: DoctorDeps,
  how: Examination,
  counts: Counts,
): AsyncGenerator<readonly Violation[]> {
  for (const prefix of OBJECT_PREFIXES) {
    for await (const keys of deps.store.listPages(prefix)) {
      counts.objects += keys.length;
      yield await judgeObjects(deps, keys, how);
    }
  }
}

async function* examineAccepted({ db }: DoctorDeps, { accepted }: Examination): AsyncGenerator<readonly Violation[]> {
  let some: string[] = [];
  for await (const id of accepted) {
    some.push(id);
    if (some.length < PAGE) continue;
    yield await listLost(db, some);
    some = [];
  }
  yield await listLost(db, some);
}

async function listLost({ audit }: Pick<Database, 'audit'>, ids: readonly string[]): Promise<Violation[]> {
  const known = new Set((await audit.findTryOns(ids)).map(({ id }) => id));
  return ids.filter((id) => !known.has(id)).map((id) => ({ kind: 'accepted_without_row', id }));
}

/** The suspects that still look wrong. */
async function confirm(deps: DoctorDeps, suspects: readonly Violation[], how: Examination): Promise<Violation[]> {
  const rows = new Map((await deps.db.audit.findTryOns(suspects.map(({ id }) => id))).map((row) => [row.id, row]));
  const confirmed: Violation[] = [];
  for (const suspect of suspects) {
    const again = await judgeAgain(deps, suspect, rows.get(suspect.id), how);
    if (again.some(({ kind, key }) => kind === suspect.kind && key === suspect.key)) confirmed.push(suspect);
  }
  return confirmed;
}

async function judgeAgain(
  deps: DoctorDeps,
  suspect: Violation,
  row: AuditedTryOn | undefined,
  how: Examination,
): Promise<readonly Violation[]> {
  const { kind, key } = suspect;
  if (kind === 'accepted_without_row') return row === undefined ? [suspect] : [];
  if (kind === 'usage_short') return [suspect];
  if (kind === 'object_without_row' || kind === 'photo_left' || kind === 'garment_left') {
    if (key === undefined || !(await deps.store.exists(key))) return [];
    return key.startsWith(RESULTS_PREFIX) ? judgeStrayResult(deps, key) : judgeObjects(deps, [key], how);
  }
  if (row === undefined) return [];
  return judgeRows(deps, [row], new Map([[row.id, await deps.store.list(resultPrefix(row.id))]]), how);
}

async function judgeStrayResult({ db }: DoctorDeps, key: string): Promise<readonly Violation[]> {
  const id = key.slice(RESULTS_PREFIX.length).split('/')[0] ?? '';
  return (await db.audit.findTryOns([id])).length === 0 ? [orphan(key)] : [];
}
