import type { DoctorDeps } from './examine';
import { MENDED_BY_DELETING, MENDED_BY_WORK, type Violation } from './violation';

const AT_ONCE = 500;
const LIMIT = 200;

/**
 * Deletes unneeded objects and gives unfinished try-ons a job or an end, by the same transitions as the workers. Returns what it acted on;
 * a second examination shows whether that helped.
 */
export async function mend(deps: DoctorDeps, violations: readonly Violation[]): Promise<Violation[]> {
  const objects = violations.filter(({ kind, key }) => MENDED_BY_DELETING.includes(kind) && key !== undefined);
  for (let i = 0; i < objects.length; i += AT_ONCE) {
    await deps.store.delete(objects.slice(i, i + AT_ONCE).flatMap(({ key }) => key ?? []));
  }
  const rows = violations.filter(({ kind }) => MENDED_BY_WORK.includes(kind));
  if (rows.length > 0) await requeueWork(deps, new Set(rows.map(({ id }) => id)));
  return [...objects, ...rows];
}

async function requeueWork({ db, queues }: DoctorDeps, ids: ReadonlySet<string>): Promise<void> {
  const { tryOns, audit } = db;
  const turns = [
    () => tryOns.expireOverdue(LIMIT),
    () => tryOns.failExhausted(LIMIT),
    () => tryOns.requeueExpiredLeases(LIMIT),
  ];
  for (const turn of turns) while ((await turn()).length === LIMIT);
  if (queues === null) return;
  const open = (await audit.findTryOns([...ids])).filter(({ status }) => status === 'queued');
  for (const { id, env, generation, requestId, gatewayId, priority } of open) {
    if (await queues[env].isPending(id, generation)) continue;
    if (!(await tryOns.nextGeneration(id, generation))) continue;
    await queues[env].enqueue({ v: 1, tryOnId: id, requestId, gatewayId }, { priority, generation: generation + 1 });
  }
}
