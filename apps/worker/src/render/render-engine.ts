import type { PhotoFindings, Stage, Tuck } from '@drape/contracts';
import { createRaster, releaseBuffers, type RasterU8 } from '@drape/imaging';
import { decodeGarment, decodePhoto, encodeResult, type DecodedImage, type DecodedPhoto } from '@drape/media';
import {
  analyseGarment,
  inspectPhoto,
  renderLook,
  renderTryOn,
  type Garment,
  type LookProduct,
  type Person,
  type TryOnHooks,
  type TryOnPorts,
  type TryOnStage,
} from '@drape/tryon';
import type { ProductFindings } from '@drape/db';
import type {
  DescribeOutput,
  DescribeRequest,
  GarmentOrigin,
  InspectRequest,
  RenderedOther,
  RenderOutput,
  RequestedProduct,
  RenderRequest,
} from './child-protocol';
import { describeProduct } from '../product/describe-product';
import { DamagedPackage } from '../garment-package/container';
import { encodeGarment, garmentFromPackage } from '../garment-package/garment-package';
import { createLruCache, type LruCache } from '../lib/lru-cache';
import { sha256 as sha256Of } from '../lib/sha256';
import { createPixelCleanup, type PixelCleanup } from './pixel-cleanup';
import { createStageMeter } from './stage-meter';

/** With both caches a child stays below 800 MB. An analysed garment takes about 4 MB. */
const GARMENT_CACHE_BYTES = 48 * 1024 * 1024;
/** An analysed person takes about 10 MB and is personal data: kept briefly, in memory only, for the session's next garment. */
const PERSON_CACHE_BYTES = 32 * 1024 * 1024;
const PERSON_AGE_MS = 10 * 60_000;
/** One photo that takes seconds to decode, for the session's next garment; as personal as the analysed person. */
const PHOTO_CACHE_BYTES = 16 * 1024 * 1024;

/** The API's names for the pipeline's stages. */
const API_STAGES: Readonly<Record<TryOnStage, Stage>> = {
  pose: 'pose',
  face: 'pose',
  parse: 'segmentation',
  measure: 'segmentation',
  garment: 'segmentation',
  place: 'warp',
  remove: 'compose',
  shade: 'compose',
  compose: 'compose',
};

export interface RenderEngine {
  /** Throws: ServiceError and TryOnRefusal where the pictures do not allow a try-on. */
  render(request: RenderRequest, onStage: (stage: Stage) => void): Promise<RenderOutput>;
  /** Throws: the same, for a product picture alone. */
  describe(request: DescribeRequest): Promise<DescribeOutput>;
  /** The package of a garment in memory; null: it is not in memory. */
  pack(request: Pick<RenderRequest, 'garment' | 'category'>): Uint8Array | null;
  /** What would make a try-on with the photo fail. Caches nothing. Throws: ServiceError where the photo cannot be decoded. */
  inspect(request: InspectRequest): Promise<PhotoFindings>;
}

/**
 * From the bytes of two files to those of one: decode, render, encode. Caches analysed garments and persons; persons for ten
 * minutes. Reused memory holds none of a job's pixels once it has ended.
 */
export function createRenderEngine(ports: TryOnPorts): RenderEngine {
  const memory = createEngineMemory();
  const { garments, withPixelCleanup } = memory;
  return {
    render: (request, onStage) => withPixelCleanup(() => render(ports, memory, request, onStage)),
    describe: (request) => withPixelCleanup(() => describe(ports, memory, request)),
    pack(request) {
      const known = garments.get(garmentKey(request));
      return known === undefined ? null : encodeGarment(known);
    },
    inspect: (request) => withPixelCleanup(() => inspect(ports, request)),
  };
}

/** What an engine remembers between requests. */
interface EngineMemory {
  readonly garments: LruCache<Garment>;
  readonly persons: LruCache<Person>;
  readonly photos: LruCache<DecodedPhoto>;
  readonly withPixelCleanup: PixelCleanup['withPixelCleanup'];
}

function createEngineMemory(): EngineMemory {
  const now = () => performance.now();
  const { withPixelCleanup, dropPixels } = createPixelCleanup(PERSON_AGE_MS);
  return {
    garments: createLruCache<Garment>({ bytesMax: GARMENT_CACHE_BYTES, now }),
    persons: createLruCache<Person>({
      bytesMax: PERSON_CACHE_BYTES,
      ageMsMax: PERSON_AGE_MS,
      now,
      onForgotten: ({ guide, planes }) => dropPixels(guide.data, ...Object.values(planes).map(({ data }) => data)),
    }),
    photos: createLruCache<DecodedPhoto>({
      bytesMax: PHOTO_CACHE_BYTES,
      ageMsMax: PERSON_AGE_MS,
      now,
      onForgotten: ({ raster }) => dropPixels(raster.data),
    }),
    withPixelCleanup,
  };
}

async function render(
  ports: TryOnPorts,
  { garments, persons, photos }: EngineMemory,
  request: RenderRequest,
  onStage: (stage: Stage) => void,
): Promise<RenderOutput> {
  const meter = createStageMeter();
  const garment = lookUpGarment(garments, request);
  const person = lookUp(persons, [request.personScope, sha256Of(request.photo)]);
  meter.begin('decode');
  onStage('reading_photo');
  const photo = await decodeOnce(photos, request);
  const product = garment.isCached && !request.describe ? null : await decodeGarment(request.garment);
  const others = (request.look?.others ?? []).map((other) => ({ ...other, entry: lookUpGarment(garments, other) }));
  let seen: Garment | null = null;
  const hooks: TryOnHooks = {
    onStage(stage) {
      meter.begin(stage);
      onStage(API_STAGES[stage]);
    },
    cache: {
      async garment(compute, place = 0) {
        const other = others[place - 1];
        return other?.entry.through(compute) ?? (seen = await garment.through(compute));
      },
      person: person.through,
    },
  };
  const first = { image: product?.raster ?? placeholderPicture(), ...statedCategory(request) };
  const rendered =
    request.look === null
      ? await renderOne(photo.raster, first, ports, hooks)
      : await renderAll(photo.raster, [first, ...(await decodeOthers(others))], request.look.tuck, ports, hooks);
  meter.begin('encode');
  const { bytes, format, width, height, sha256 } = await encodeResult(rendered.image, { format: request.format });
  releaseBuffers(rendered.image.data, rendered.editMask.data, ...rendered.spent);
  if (request.describe) meter.begin('describe');
  const findings = request.describe && product !== null ? describeSeen(seen, product, request.garment) : null;
  return {
    bytes,
    format,
    width,
    height,
    sha256,
    ...rendered.first,
    ownScore: rendered.ownScore,
    others: rendered.others,
    warnings: uniqueByCode([...photo.warnings, ...rendered.warnings]),
    findings,
    stages: meter.finish(),
    cached: { garment: garment.isCached, person: person.isCached },
    garmentFrom: garment.from,
  };
}

async function describe(
  ports: TryOnPorts,
  { garments }: EngineMemory,
  request: DescribeRequest,
): Promise<DescribeOutput> {
  const { garment: bytes, category } = request;
  const product = await decodeGarment(bytes);
  const known = lookUpGarment(garments, request);
  const garment = await known.through(() => analyseGarment(product.raster, category ?? undefined, ports));
  return { findings: describeProduct(garment, product, bytes), garmentFrom: known.from };
}

async function inspect(ports: TryOnPorts, { photo: bytes }: InspectRequest): Promise<PhotoFindings> {
  const { raster, original, warnings } = await decodePhoto(bytes);
  const { width, height } = original;
  const found = await inspectPhoto(raster, ports);
  const all = uniqueByCode([...warnings, ...found.warnings]);
  return { status: 'checked', problems: found.problems, warnings: all, photo: { width, height } };
}

/** A rendered picture with one product or several. */
interface Rendered {
  readonly image: RasterU8;
  readonly editMask: RasterU8;
  /** Buffers that can be reused. */
  readonly spent: readonly Uint8Array[];
  readonly first: RenderedOther;
  readonly ownScore: number;
  readonly others: readonly RenderedOther[];
  readonly warnings: RenderOutput['warnings'];
}

async function renderOne(
  photo: RasterU8,
  { image, category }: LookProduct,
  ports: TryOnPorts,
  hooks: TryOnHooks,
): Promise<Rendered> {
  const options = category === undefined ? {} : { category };
  const made = await renderTryOn(photo, image, options, ports, hooks);
  return {
    image: made.image,
    editMask: made.editMask,
    spent: [made.placement.rgba.data],
    first: { category: made.category, categorySource: made.categorySource, evidence: made.evidence },
    ownScore: made.evidence.quality.score,
    others: [],
    warnings: made.warnings,
  };
}

/** The first product's quality is that of the whole picture. */
async function renderAll(
  photo: RasterU8,
  products: readonly LookProduct[],
  tuck: Tuck,
  ports: TryOnPorts,
  hooks: TryOnHooks,
): Promise<Rendered> {
  const { image, editMask, pieces, quality, invented, warnings } = await renderLook(
    photo,
    products,
    { tuck },
    ports,
    hooks,
  );
  const [first, ...others] = pieces.map(({ category, categorySource, evidence }) => ({
    category,
    categorySource,
    evidence,
  }));
  if (first === undefined) throw new Error('a look was rendered without a product');
  return {
    image,
    editMask,
    spent: [],
    first: { ...first, evidence: { ...first.evidence, quality, invented } },
    ownScore: first.evidence.quality.score,
    others,
    warnings: [...warnings, ...pieces.flatMap((piece) => piece.warnings)],
  };
}

/** Decodes the pictures of products whose garment is not in memory. */
async function decodeOthers(
  others: readonly (RequestedProduct & { readonly entry: { readonly isCached: boolean } })[],
): Promise<LookProduct[]> {
  const decoded: LookProduct[] = [];
  for (const { garment, entry, ...other } of others) {
    const image = entry.isCached ? placeholderPicture() : (await decodeGarment(garment)).raster;
    decoded.push({ image, ...statedCategory(other) });
  }
  return decoded;
}

function statedCategory({ category }: Pick<RequestedProduct, 'category'>): Pick<LookProduct, 'category'> {
  return category === null ? {} : { category };
}

function describeSeen(garment: Garment | null, product: DecodedImage, bytes: Uint8Array): ProductFindings | null {
  return garment && describeProduct(garment, product, bytes);
}

/** Caches photos that take long to decode. */
async function decodeOnce(
  photos: LruCache<DecodedPhoto>,
  { personScope, photo: bytes }: RenderRequest,
): Promise<DecodedPhoto> {
  const key = `${personScope}\n${sha256Of(bytes)}`;
  const known = photos.get(key);
  if (known !== undefined) return known;
  const photo = await decodePhoto(bytes);
  const { format } = photo.original;
  if (format === 'heic' || format === 'avif') photos.set(key, photo);
  return photo;
}

interface CacheEntry<T> {
  readonly isCached: boolean;
  readonly through: (compute: () => Promise<T>) => Promise<T>;
}

function garmentKey({ garment, category }: Pick<RenderRequest, 'garment' | 'category'>): string {
  return [category ?? '', sha256Of(garment)].join('\n');
}

/** The garment from memory, or from its package; a damaged package counts as missing. */
function lookUpGarment(
  cache: LruCache<Garment>,
  request: Pick<RenderRequest, 'garment' | 'category' | 'package'>,
): CacheEntry<Garment> & { readonly from: GarmentOrigin } {
  const key = garmentKey(request);
  const known = lookUp(cache, [key]);
  if (known.isCached) return { ...known, from: 'memory' };
  const unpacked = request.package ? unpackGarment(request.package) : null;
  if (unpacked === null) return { ...known, from: 'analysis' };
  cache.set(key, unpacked);
  return { ...lookUp(cache, [key]), from: 'package' };
}

function unpackGarment(bytes: Uint8Array): Garment | null {
  try {
    return garmentFromPackage(bytes);
  } catch (error) {
    if (error instanceof DamagedPackage) return null;
    throw error;
  }
}

/** Looks a value up once; `through` returns it, or computes and caches it. */
function lookUp<T>(cache: LruCache<T>, parts: readonly string[]): CacheEntry<T> {
  const key = parts.join('\n');
  const kept = cache.get(key);
  return {
    isCached: kept !== undefined,
    async through(compute) {
      if (kept !== undefined) return kept;
      const value = await compute();
      cache.set(key, value);
      return value;
    },
  };
}

/** Stands in for the picture of a known garment: the pipeline takes it from the cache and never reads this. */
function placeholderPicture(): RasterU8 {
  return createRaster(1, 1, 3);
}

function uniqueByCode<T extends { readonly code: string }>(warnings: readonly T[]): T[] {
  return [...new Map(warnings.map((warning) => [warning.code, warning])).values()];
}
