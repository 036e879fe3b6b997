import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, TryOnRow } from '@drape/db';
import type { Logger } from '@drape/runtime';
import type { ObjectStore } from '@drape/storage';
import type { TryOnEvidence } from '@drape/tryon';
import { RenderCanceled } from '../render/child-process';
import type { RenderOutput } from '../render/child-protocol';
import { sha256 } from '../lib/sha256';

/** How often to check whether the identical try-on that is being rendered has ended. */
const POLL_MS = 60;

export interface CachedResultDeps {
  readonly tryOns: Pick<Database['tryOns'], 'claimRender'>;
  readonly store: Pick<ObjectStore, 'get'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Version of the engine. null: every try-on is rendered. */
  readonly engine: string | null;
  readonly renderDeadlineMs: number;
}

export interface WantedResult {
  readonly row: TryOnRow;
  readonly attempt: number;
  readonly photo: Uint8Array;
  readonly product: Uint8Array;
  /** Aborts when the row is no longer this attempt's. */
  readonly signal: AbortSignal;
}

/**
 * Finds the result of an identical try-on of the account: same photo and product bytes, same options, same engine. Waits where that try-on
 * is being rendered at this moment. null: there is none, and this attempt has to render.
 * Throws: RenderCanceled where the row was lost in the meantime.
 */
export async function findCachedResult(deps: CachedResultDeps, wanted: WantedResult): Promise<RenderOutput | null> {
  // The row of a look lacks the details from which its fits are computed.
  if (deps.engine === null || wanted.row.look !== null) return null;
  const { row, attempt, signal } = wanted;
  const renderKey = renderKeyOf(deps.engine, wanted);
  const until = performance.now() + deps.renderDeadlineMs;
  for (;;) {
    const claim = await deps.tryOns.claimRender(row, attempt, renderKey);
    if (claim.kind === 'lost' || signal.aborted) throw new RenderCanceled();
    if (claim.kind === 'render') return null;
    if (claim.kind === 'reuse') return readCached(deps, row, claim.source);
    if (performance.now() > until) return null;
    await sleep(POLL_MS);
  }
}

/** Everything that the picture depends on. Size, measurements and preference do not change it: the fit is assessed again. */
function renderKeyOf(engine: string, { row, photo, product }: WantedResult): string {
  const parts = [engine, sha256(photo), sha256(product), row.categoryRequested, row.outputFormat];
  return sha256(JSON.stringify(parts));
}

/** null where the object is gone or damaged: then it is rendered again. */
async function readCached(
  { store, log }: CachedResultDeps,
  row: TryOnRow,
  source: TryOnRow,
): Promise<RenderOutput | null> {
  const { result, category, categorySource, evidence } = source;
  if (result === null || category === null || categorySource === null || evidence === null) return null;
  const bytes = await store.get(result.key).catch((err: unknown) => {
    log.warn({ err, tryOnId: row.id }, 'a kept result could not be read');
    return null;
  });
  if (bytes === null || sha256(bytes) !== result.sha256) return null;
  const { format, width, height } = result;
  const known = new Set(row.warnings.map(({ code }) => code));
  // Written by a worker of the same engine.
  const seen = evidence as unknown as TryOnEvidence;
  return {
    ...{ bytes, format, width, height, sha256: result.sha256, category, categorySource, findings: null },
    evidence: seen,
    ownScore: seen.quality.score,
    others: [],
    warnings: source.warnings.filter(({ code }) => !known.has(code)),
    stages: [],
    cached: { garment: true, person: true },
    garmentFrom: 'memory',
  };
}
