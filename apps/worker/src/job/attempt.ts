import { ServiceError, type FailureCode, type MerchantChart, type Stage } from '@drape/contracts';
import {
  isDatabaseUnavailable,
  type ClaimedTryOn,
  type Database,
  type Look,
  type LookProduct,
  type PicturePlace,
  type RenderedProduct,
  type SeenProduct,
  type StoredResult,
  type TryOnRow,
} from '@drape/db';
import { assessFit, fromMerchantChart, limitsOf, type FitInput } from '@drape/fit';
import type { Logger } from '@drape/runtime';
import { garmentKey, resultKey, type ObjectStore } from '@drape/storage';
import type { Tracing } from '@drape/telemetry';
import { logFault, logRendered } from './attempt-log';
import { verdictOf, StorageFailed } from './attempt-verdict';
import { RenderCanceled } from '../render/child-process';
import type { RenderOutput, RequestedLook } from '../render/child-protocol';
import type { GarmentHandle, GarmentPackages } from '../garment-package/garment-packages';
import { findCachedResult } from './cached-result';
import { keepLease } from './lease';
import { toContractQuality, requirePresentable } from './presentable';
import { mayDescribe, mayFail } from '../product/may-change-product';
import type { RenderPool } from '../render/render-pool';
import { readPhoto, type ReadPhotoDeps } from '../photo/read-photo';
import { readProductPicture, type ReadProductPictureDeps } from '../product/read-product-picture';
import { retry } from '../lib/retry';
import { mergeMeasurements, type KnownMeasurements } from './measurements';
import { renderTest } from './test-mode';
import type { WorkerMetrics } from '../health/worker-metrics';
import type { MadePicture } from './made-picture';

/** How long finishing is retried while the database is away; the render is not repeated for it. */
const FINISH_FOR_MS = 30_000;
const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const;

export interface AttemptDeps extends ReadPhotoDeps, ReadProductPictureDeps {
  readonly tryOns: Database['tryOns'];
  readonly measurements: Pick<Database['measurements'], 'listForTryOn'>;
  readonly products: Pick<Database['products'], 'findForRender' | 'describe' | 'fail'>;
  readonly store: ObjectStore;
  readonly pool: Pick<RenderPool, 'render'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Version of the engine: results of other engines are not reused. null: none are. */
  readonly engine: string | null;
  readonly renderDeadlineMs: number;
  readonly packages: Pick<GarmentPackages, 'handleFor'>;
  readonly metrics: Pick<WorkerMetrics, 'recordStage' | 'recordGarment'>;
  readonly tracing: Pick<Tracing, 'span' | 'record'>;
}

export interface AttemptOutcome {
  /** `crashed`: the row is queued again. `fenced`: another attempt holds the row, or it has ended; the stored result is deleted. */
  readonly kind: 'completed' | 'failed' | 'fenced' | 'crashed';
  /** The stored result that counts. */
  readonly resultKey: string | null;
  /** Why it failed. */
  readonly code: FailureCode | null;
}

/**
 * One attempt at a claimed row: read photo and product → render in a child → store → finish. The row decides: finishing too late changes
 * nothing, and the late attempt deletes its own object.
 *
 * Throws: what is not the pictures' fault (database or store away); the row is queued again where possible.
 */
export async function runAttempt(deps: AttemptDeps, { row, attempt }: ClaimedTryOn): Promise<AttemptOutcome> {
  const { tryOns, log } = deps;
  const lease = keepLease(tryOns, { id: row.id, attempt }, log);
  const finish = <T>(call: () => Promise<T>): Promise<T> =>
    retry(call, { isTransient: isDatabaseUnavailable, forMs: FINISH_FOR_MS });
  let product: RenderedProduct | null = null;
  let findings: RenderOutput['findings'] = null;
  try {
    const since = performance.now();
    product = await findCatalogued(deps, row.productId);
    const { output, isCached } = await render(deps, row, {
      attempt,
      catalogued: product,
      describe: row.look === null && mayDescribe(row, product),
      leaseLost: lease.lost,
    });
    const renderMs = performance.now() - since;
    // findings about the product are valid, whatever becomes of the picture
    findings = output.findings;
    requirePresentable(output, row.minQuality);
    const result = await timed(deps, 'store', () => storeResult(deps.store, row, attempt, output));
    const measurements = mergeMeasurements(await finish(() => deps.measurements.listForTryOn(row)), row);
    const ownChart = product?.sizeChart ?? null;
    const look = await finish(() => lookWithFits(deps, { row, output, measurements }));
    const outcome = {
      ...outcomeOf({ row, output, isCached, result, renderMs, measurements, ownChart }),
      ...(look && { look }),
    };
    const finished = await finish(() => tryOns.complete(row.id, attempt, outcome));
    const won = finished || (await finish(() => rowNamesResult(tryOns, row.id, result)));
    logRendered(log, { row, attempt, output, isCached, renderMs });
    if (won) return { kind: 'completed', resultKey: result.key, code: null };
    await deps.store.delete([result.key]);
    return endedWithoutResult('fenced');
  } catch (error) {
    if (error instanceof RenderCanceled) return endedWithoutResult('fenced');
    const verdict = verdictOf(error, attempt);
    logFault(log, { row, attempt, error, code: verdict.failing?.code ?? null });
    if (verdict.failing === null) {
      const released = await finish(() => tryOns.release(row.id, attempt));
      if (verdict.isCrash) return endedWithoutResult(released ? 'crashed' : 'fenced');
      throw error;
    }
    const { failing } = verdict;
    const { code, detail, fields = {} } = failing;
    const seen = seenProduct(row, product);
    const failure = { code, detail, fields };
    // In a look the product at fault is unknown.
    if (row.look === null && mayFail(row, product, code))
      await recordProductFindings(deps, row, ({ fail }, id) => fail(id, failure, seen));
    const won = await finish(() => tryOns.fail(row.id, attempt, failing));
    return won ? { kind: 'failed', resultKey: null, code } : endedWithoutResult('fenced');
  } finally {
    lease.stop();
    const seen = seenProduct(row, product);
    await recordProductFindings(deps, row, ({ describe }, id) => findings && describe(id, findings, seen));
  }
}

/** The product as the catalogue has it. */
async function findCatalogued({ products }: AttemptDeps, productId: string | null): Promise<RenderedProduct | null> {
  return productId === null ? null : products.findForRender(productId);
}

/** Whether the row names this result after all: a database that went away may have committed without answering. */
async function rowNamesResult(
  tryOns: Pick<Database['tryOns'], 'find'>,
  id: string,
  { key }: StoredResult,
): Promise<boolean> {
  const row = await tryOns.find(id);
  return row?.status === 'completed' && row.result?.key === key;
}

/** The product's state in the catalogue when the render began. */
function seenProduct(row: TryOnRow, product: RenderedProduct | null): SeenProduct {
  return { ...pictureOf(row), category: product?.category ?? null };
}

function pictureOf({ productImageUrl: imageUrl, productImageKey: imageKey }: TryOnRow): PicturePlace {
  return { imageUrl, imageKey };
}

function endedWithoutResult(kind: AttemptOutcome['kind']): AttemptOutcome {
  return { kind, resultKey: null, code: null };
}

/** Findings about the product are a by-product: where they cannot be stored, the try-on ends all the same. */
async function recordProductFindings(
  { products, log }: AttemptDeps,
  { id: tryOnId, owner, productId }: TryOnRow,
  note: (products: AttemptDeps['products'], id: string) => Promise<boolean> | null,
): Promise<void> {
  if (productId === null || owner.env === 'test') return;
  await note(products, productId)?.catch((err: unknown) => {
    log.warn({ err, tryOnId, productId }, 'what was found out about a product could not be kept');
  });
}

interface RenderInstructions {
  readonly attempt: number;
  /** Aborts when another attempt holds the row, or it has ended. */
  readonly leaseLost: AbortSignal;
  /** The product in the catalogue; null: it is not there. */
  readonly catalogued: RenderedProduct | null;
  readonly describe: boolean;
}

async function render(
  deps: AttemptDeps,
  row: TryOnRow,
  { attempt, catalogued, describe, leaseLost }: RenderInstructions,
): Promise<MadePicture> {
  // Aborts when the row has ended without us, most likely canceled by the client: nobody waits for this picture.
  const lost = new AbortController();
  const note = (stage: Stage): void => {
    deps.tryOns.setStage(row.id, attempt, stage).then(
      (isHeld) => {
        if (!isHeld) lost.abort();
      },
      (err: unknown) => deps.log.warn({ err, tryOnId: row.id }, 'a stage could not be noted'),
    );
  };
  note('fetching_product');
  if (row.owner.env === 'test') return { output: await renderTest(row, leaseLost), isCached: false };
  const places = [pictureOf(row), ...(row.look?.others ?? [])];
  const [photo, product, ...others] = await timed(deps, 'fetch', () =>
    Promise.all([photoOf(deps, row), ...places.map((place) => readProductPicture(deps, row.owner.accountId, place))]),
  );
  if (product === undefined) throw new Error('a try-on has no product');
  const cached = await findCachedResult(deps, { row, attempt, photo, product, signal: lost.signal });
  if (cached !== null) return { output: cached, isCached: true };
  const garment = garmentHandle(deps, row, catalogued, product);
  const request = {
    kind: 'render',
    tryOnId: row.id,
    photo,
    garment: product,
    category: row.categoryRequested,
    format: row.outputFormat,
    personScope: `${row.owner.accountId}/${row.owner.env}/${row.sessionId}`,
    describe,
    pack: garment?.pack ?? null,
    look: row.look && requestedLook(row.look, others),
  } as const;
  const signal = AbortSignal.any([lost.signal, leaseLost]);
  const output = await deps.tracing.span(
    'render',
    { 'drape.try_on.id': row.id, 'drape.attempt': attempt },
    async () => {
      const options = { deadlineMs: deps.renderDeadlineMs, onStage: note, signal };
      const made = await deps.pool.render(
        request,
        garment === null ? options : { ...options, readPackage: garment.readPackage },
      );
      recordStages(deps, made.stages);
      deps.metrics.recordGarment(made.garmentFrom);
      return made;
    },
  );
  note('upload');
  void garment?.recordOrigin(output.garmentFrom);
  return { output, isCached: false };
}

function requestedLook({ tuck, others }: Look, pictures: readonly Uint8Array[]): RequestedLook {
  return {
    tuck,
    others: pictures.map((garment, i) => ({ garment, category: others[i]?.categoryRequested ?? null })),
  };
}

/** How to get a catalogue product's garment without analysing it again; null for a picture that came only with the try-on. */
function garmentHandle(
  { packages }: Pick<AttemptDeps, 'packages'>,
  row: TryOnRow,
  catalogued: RenderedProduct | null,
  picture: Uint8Array,
): GarmentHandle | null {
  if (row.productId === null || catalogued === null || row.productImageKey === garmentKey(row.id)) return null;
  const { saidCategory, garmentPackage: noted } = catalogued;
  const product = { id: row.productId, ...pictureOf(row), saidCategory };
  return packages.handleFor({ picture, category: row.categoryRequested, product, noted });
}

/** Reports the child's stages, which followed one another. */
function recordStages({ metrics, tracing }: AttemptDeps, stages: RenderOutput['stages']): void {
  let startMs = Date.now() - stages.reduce((sum, { ms }) => sum + ms, 0);
  for (const { name, ms, cpuMs } of stages) {
    metrics.recordStage(name, ms / 1000);
    tracing.record({ name: `render ${name}`, startMs, ms, attributes: { 'drape.cpu_ms': cpuMs } });
    startMs += ms;
  }
}

async function timed<T>({ metrics, tracing }: AttemptDeps, stage: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const result = await tracing.span(stage, {}, work);
  metrics.recordStage(stage, (performance.now() - since) / 1000);
  return result;
}

async function photoOf(deps: ReadPhotoDeps, row: TryOnRow): Promise<Uint8Array> {
  const photo = await readPhoto(deps, row.photoKey).catch((error: unknown) => {
    if (error instanceof ServiceError) throw error;
    throw new StorageFailed('The photo could not be read.', { cause: error });
  });
  if (!photo) throw new StorageFailed('The photo is no longer stored; send the try-on again.');
  return photo;
}

async function storeResult(
  store: ObjectStore,
  row: TryOnRow,
  attempt: number,
  output: RenderOutput,
): Promise<StoredResult> {
  const { bytes, format, width, height, sha256 } = output;
  const key = resultKey(row.id, attempt, EXTENSIONS[format]);
  const options = { contentType: `image/${format}`, cacheControl: 'private, max-age=86400, immutable' };
  await store.put(key, bytes, options).catch((error: unknown) => {
    throw new StorageFailed('The result could not be stored.', { cause: error });
  });
  return { key, format, width, height, bytes: bytes.byteLength, sha256 };
}

interface Finished extends MadePicture {
  readonly row: TryOnRow;
  readonly result: StoredResult;
  readonly renderMs: number;
  /** The body measurements that the session has. */
  readonly measurements: KnownMeasurements;
  /** The merchant's chart of the product. */
  readonly ownChart: MerchantChart | null;
}

/** Assesses the fit of each further product of a look, by the same measurements; null for a single product. */
async function lookWithFits(
  deps: AttemptDeps,
  { row, output, measurements }: Pick<Finished, 'row' | 'output' | 'measurements'>,
): Promise<Look | null> {
  if (row.look === null) return null;
  const others = await Promise.all(
    row.look.others.map(async (product, i): Promise<LookProduct> => {
      const made = output.others[i];
      if (made === undefined) throw new Error('a product of a look was not rendered');
      const ownChart = (await findCatalogued(deps, product.productId))?.sizeChart ?? null;
      const { category, categorySource, evidence } = made;
      const preference = row.fitPreference;
      const { size } = product;
      const chart = ownChart && fromMerchantChart(ownChart, category);
      const visual = evidence.quality.score / 100;
      const limits = limitsOf(evidence);
      const warnings: FitInput['warnings'] = [];
      const seen = assessFit({ ...measurements, visual, limits, category, warnings, preference, size, chart });
      const { fitScore, fit, advice } = seen;
      return { ...product, seen: { category, categorySource, fitScore, fit, advice } };
    }),
  );
  return { tuck: row.look.tuck, others };
}

function outcomeOf({ row, output, isCached, result, renderMs, measurements, ownChart }: Finished) {
  const { category, categorySource, warnings, evidence, ownScore, stages } = output;
  const fit = assessFit({
    ...measurements,
    visual: ownScore / 100,
    limits: limitsOf(evidence),
    category,
    warnings,
    preference: row.fitPreference,
    size: row.size,
    chart: ownChart && fromMerchantChart(ownChart, category),
  });
  const quality = toContractQuality(evidence.quality);
  const made = { category, categorySource, evidence: { ...evidence }, quality, stages, result, renderMs };
  return { ...made, cached: isCached, ...fit, warnings: [...warnings, ...fit.warnings] };
}
