import { isFailureCode, PRODUCT_CATEGORIES, ServiceError } from '@drape/contracts';
import type { FailureCode, PhotoCheckPayload, PhotoFindings } from '@drape/contracts';
import type { Notifier } from '@drape/queue';
import type { Logger } from '@drape/runtime';
import { checkedPhotoKey, checkFindingsKey, type ObjectStore } from '@drape/storage';
import { RenderRefused } from '../render/child-process';
import { readPhoto, type ReadPhotoDeps } from './read-photo';
import type { RenderPool } from '../render/render-pool';

export interface PhotoCheckDeps extends ReadPhotoDeps {
  readonly store: Pick<ObjectStore, 'get' | 'put' | 'exists' | 'delete'>;
  readonly pool: Pick<RenderPool, 'inspect'>;
  readonly notifier: Pick<Notifier, 'wake'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly renderDeadlineMs: number;
}

/** The check failed for a reason in the log that is not the photo's fault. */
const UNCHECKED_FINDINGS: PhotoFindings = { status: 'unchecked', problems: [], warnings: [], photo: null };

/**
 * Checks a photo for a waiting gateway: photo → findings → wake. The gateway deletes both objects as soon as it has the findings or gives
 * up; findings that come later are deleted here. A missing photo means that nobody waits any more.
 *
 * Throws: where the findings cannot be stored.
 */
export async function checkPhoto(deps: PhotoCheckDeps, payload: PhotoCheckPayload): Promise<void> {
  const { store, notifier, log } = deps;
  const { checkId, requestId, gatewayId } = payload;
  const [photoKey, findingsKey] = [checkedPhotoKey(checkId), checkFindingsKey(checkId)];
  const since = performance.now();
  const findings = await inspect(deps, checkId);
  if (findings === null) return;
  await store.put(findingsKey, Buffer.from(JSON.stringify(findings)), { contentType: 'application/json' });
  await notifier.wake(gatewayId, checkId);
  const codes = findings.problems.map(({ code }) => code);
  log.info({ checkId, requestId, codes, ms: Math.round(performance.now() - since) }, 'photo checked');
  if (!(await store.exists(photoKey))) await store.delete([findingsKey]);
}

/** null where the photo is gone. */
async function inspect(deps: PhotoCheckDeps, checkId: string): Promise<PhotoFindings | null> {
  try {
    const photo = await readPhoto(deps, checkedPhotoKey(checkId));
    if (photo === null) return null;
    const request = { kind: 'inspect', tryOnId: checkId, photo } as const;
    return await deps.pool.inspect(request, { deadlineMs: deps.renderDeadlineMs, onStage: () => undefined });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== null) return refused(refusal.code, refusal.detail);
    deps.log.error({ err: error, checkId }, 'a photo could not be looked at');
    return UNCHECKED_FINDINGS;
  }
}

function refusalOf(error: unknown): { readonly code: FailureCode; readonly detail: string } | null {
  if (error instanceof RenderRefused) return error;
  if (error instanceof ServiceError && isFailureCode(error.code)) return { code: error.code, detail: error.detail };
  return null;
}

/** An unreadable picture is unusable for every category. */
function refused(code: FailureCode, message: string): PhotoFindings {
  const problem = { code, message, needed: [], productCategories: [...PRODUCT_CATEGORIES] };
  return { status: 'checked', problems: [problem], warnings: [], photo: null };
}
