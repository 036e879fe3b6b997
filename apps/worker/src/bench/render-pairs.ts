import { readFile } from 'node:fs/promises';
import { ServiceError, type ProductCategory } from '@drape/contracts';
import { createRaster, type RasterU8 } from '@drape/imaging';
import {
  isRefusalJustified,
  leftoverParsed,
  measurePicture,
  naturalSilhouette,
  type PictureMetrics,
  type SeamSharpness,
} from '@drape/measures';
import { decodeGarment, decodePhoto } from '@drape/media';
import type { Models } from '@drape/models';
import {
  analyseGarment,
  analysePerson,
  measuredPicture,
  renderTryOn,
  TryOnRefusal,
  type AnyRule,
  type Garment,
  type MeasuredPicture,
  type Person,
  type PoseDetection,
  type TryOnRender,
  type TryOnStage,
} from '@drape/tryon';
import type { GarmentFile, PictureFile } from './picture-folder';

export interface PairNames {
  readonly person: string;
  readonly garment: string;
  readonly category: ProductCategory;
}

/** A pair without a picture, and why. */
export interface RefusedPair extends PairNames {
  readonly code: string;
  readonly detail: string;
  /** The pose shows that the garment's region is outside the photo. */
  readonly justified: boolean;
}

export interface RenderedPair extends PairNames {
  readonly metrics: PictureMetrics & { readonly leftoverParsed: number | null };
  readonly render: TryOnRender;
  readonly shoulderWidth: number;
}

export type PairOutcome = { readonly rendered: RenderedPair } | { readonly refused: RefusedPair };

/** Analysed once, at the first call; later calls get the same value or the same error. */
export interface PersonSlot {
  readonly file: PictureFile;
  readonly photo: () => Promise<RasterU8>;
  readonly analysed: () => Promise<Person>;
  readonly pose: () => Promise<PoseDetection>;
  readonly silhouette: () => Promise<SeamSharpness | null>;
}

export interface GarmentSlot {
  readonly file: GarmentFile;
  readonly analysed: () => Promise<Garment>;
}

/** The stages in which a person is analysed. */
const PERSON_STAGES: readonly TryOnStage[] = ['pose', 'face', 'parse', 'measure'];

/** Whether a person, or a garment, looks otherwise to the analysis without a rule. */
export const readsPerson = ({ stage }: AnyRule): boolean => PERSON_STAGES.includes(stage);
export const readsGarment = ({ stage }: AnyRule): boolean => stage === 'garment';

export function personSlot(file: PictureFile, models: Models, without: readonly AnyRule[] = []): PersonSlot {
  const photo = once(async () => (await decodePhoto(await readFile(file.path))).raster);
  const analysed = once(async () => analysePerson(await photo(), models, () => {}, without));
  return {
    file,
    photo,
    analysed,
    silhouette: once(async () => naturalSilhouette(await photo(), await analysed())),
    pose: once(async () => models.detectPose(await photo())),
  };
}

/** The garment's picture itself is not kept: its analysis is all that later pairs need. */
export function garmentSlot(file: GarmentFile, models: Models, without: readonly AnyRule[] = []): GarmentSlot {
  return { file, analysed: once(async () => analyseGarment(await readGarment(file), file.category, models, without)) };
}

export async function readGarment(file: GarmentFile): Promise<RasterU8> {
  return (await decodeGarment(await readFile(file.path))).raster;
}

function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => (kept ??= compute());
}

/** Stands in for a product picture that is already analysed: the pipeline takes it from the cache and never reads this. */
const PLACEHOLDER_PICTURE = createRaster(1, 1, 3);

/** Renders and measures one pair. What is wrong with a picture or a render becomes a refusal with a code; nothing is thrown. */
export async function tryPair(
  person: PersonSlot,
  garment: GarmentSlot,
  models: Models,
  without: readonly AnyRule[] = [],
): Promise<PairOutcome> {
  const names = { person: person.file.name, garment: garment.file.name, category: garment.file.category };
  try {
    const photo = await person.photo();
    const render = await renderTryOn(photo, PLACEHOLDER_PICTURE, { category: names.category, without }, models, {
      trace: true,
      cache: { person: person.analysed, garment: garment.analysed },
    });
    const picture = measuredPicture(photo, render);
    const metrics = {
      ...measurePicture(picture, await person.silhouette()),
      leftoverParsed: await reparse(picture, models),
    };
    return { rendered: { ...names, metrics, render, shoulderWidth: picture.person.body.shoulderWidth } };
  } catch (error) {
    return { refused: { ...names, ...(await explain(error, person, names.category)) } };
  }
}

/** Shows the result to the parser again, in the same crop. Null where there is no parser. */
async function reparse(picture: MeasuredPicture, models: Models): Promise<number | null> {
  const { pose, poseScore, planes } = picture.person;
  const parse = await models.parsePerson(picture.image, { score: poseScore, landmarks: pose, mask: planes.person });
  return leftoverParsed(picture, parse);
}

async function explain(
  error: unknown,
  person: PersonSlot,
  category: ProductCategory,
): Promise<Pick<RefusedPair, 'code' | 'detail' | 'justified'>> {
  if (error instanceof TryOnRefusal) {
    const { code, detail } = error;
    const justified = isRefusalJustified(code, category, await person.pose(), await person.photo());
    return { code, detail, justified };
  }
  if (error instanceof ServiceError) return { code: error.code, detail: error.detail, justified: false };
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: 'internal_error', detail, justified: false };
}
