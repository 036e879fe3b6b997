import type { ProductCategory } from '@drape/contracts';
import {
  dropAlpha,
  type Kept,
  PLANE,
  type PlaneF32,
  type QuarterTurns,
  type RasterU8,
  turnPlane,
  turnRaster,
  withScratch,
} from '@drape/imaging';
import { follow, type AnyRule } from '../rules/rule';
import type { GarmentRead, TryOnPorts } from '../ports';
import { CATEGORY_CHECK } from './category/check-category';
import { CUT_OUT, cutByAlpha, type CutOut, cutOutGarment, ownAlpha } from './cut-out/cut-out';
import { DEEPEN_NECKLINE } from './neckline/deepen-neckline';
import { EVEN_HEMS } from './cut-out/edge/even-hems';
import { findLandmarks, insideOver, type LandmarkHints } from './landmarks/find-landmarks';
import { HOOD } from './cut-out/edge/hood';
import { nameCategory } from './category/name-category';
import { cutAboveNeckline } from './neckline/neck-cut';
import { PLAIN_BACKGROUND } from './cut-out/plain-background';
import { PREPARED_MESH, prepareMesh } from './mesh/prepare-mesh';
import { NO_GARMENT } from './cut-out/require-garment';
import { readSilhouette, SILHOUETTE, type Silhouette } from './landmarks/silhouette';
import { seenIn } from './read/read-region';
import { SMOOTH_OUTLINE } from './cut-out/edge/smooth-outline';
import type { Garment, GarmentLandmarks } from '../model/garment';
import { TURN_UPRIGHT } from './cut-out/turn-upright';
import { WAIST_OPENING } from './landmarks/waist-opening';
import { findWearer } from './worn/wearer';
import { takeOffWearer, type WornGarment } from './worn/worn';

/** The networks that look at a product picture. Without a face mesh no face counts as evidence for a wearer. */
export type GarmentPorts = Pick<
  TryOnPorts,
  'cutOut' | 'readGarment' | 'classifyGarment' | 'detectPose' | 'parsePerson'
> &
  Partial<Pick<TryOnPorts, 'meshFace' | 'rateGarment'>>;

/**
 * Makes a product picture ready to be worn: cut out, or taken off the model who wears it, landmarked, its collar's inside removed, meshed.
 * `without` are rules that are left out, for measurements.
 *
 * Throws: TryOnRefusal(garment_not_detected) where no garment, more than one, or too little of a worn one is shown; (category_mismatch)
 * where something other than the named category is surely shown; (category_ambiguous) where nobody named it and it may be several.
 */
export async function analyseGarment(
  image: RasterU8,
  category: ProductCategory | undefined,
  ports: GarmentPorts,
  without: readonly AnyRule[] = [],
): Promise<Garment> {
  const rgb = dropAlpha(image);
  const alpha = image.channels === 4 ? ownAlpha(image) : null;
  const plain = alpha === null ? withScratch(() => follow(PLAIN_BACKGROUND, rgb, without), PLANE) : null;
  const salient = alpha ?? plain ?? (await ports.cutOut(rgb));
  const wearer = await findWearer(rgb, salient, category, ports, without);
  await follow(NO_GARMENT, { rgb, salient, known: wearer?.parse ?? null, ports }, without);
  if (wearer !== null) {
    const product = plain === null ? salient : await ports.cutOut(rgb);
    const read = await readProduct({ rgb, alpha, salient: product }, category, ports);
    return withScratch(
      () => wornGarment(takeOffWearer(rgb, product, wearer, { asked: category, read }), category, without),
      ANALYSED_CUT_OUT,
    );
  }
  return flatGarment({ rgb, alpha, salient }, category, ports, without);
}

/** A product picture without its alpha channel, that channel, and what stands out in it. */
interface SeenProduct {
  readonly rgb: RasterU8;
  readonly alpha: PlaneF32 | null;
  readonly salient: PlaneF32;
}

/** A garment that nobody wears. */
async function flatGarment(
  picture: SeenProduct,
  category: ProductCategory | undefined,
  ports: GarmentPorts,
  without: readonly AnyRule[],
): Promise<Garment> {
  const { product, read: seen } = await readUpright(picture, category, ports, without);
  const { rgb, alpha, salient } = product;
  const cut = withScratch(() => (alpha === null ? cutOutGarment(rgb, salient, seen) : cutByAlpha(rgb, alpha)), CUT_OUT);
  const silhouette = withScratch(() => readSilhouette(cut.rgba), SILHOUETTE);
  const guess = category === undefined ? await nameCategory(cut.rgba, ports) : { category, confidence: 1 };
  const named = category === undefined ? null : { rgba: cut.rgba, asked: category, ports };
  const categoryDoubt = named === null ? null : await follow(CATEGORY_CHECK, named, without);
  const read = category === undefined ? await readProduct(product, guess.category, ports) : seen;
  const made = withScratch(() => analyseCutOut(silhouette, cut, guess.category, { read, without }), ANALYSED_CUT_OUT);
  return {
    category: guess.category,
    categorySource: category === undefined ? 'detected' : 'client',
    categoryConfidence: guess.confidence,
    categoryDoubt,
    place: cut.place,
    ...made,
    quality: Math.min(cut.quality, 0.25 + 0.75 * made.landmarks.confidence),
    notes: [...cut.notes, ...notesOf(made.landmarks)],
  };
}

/** What is known of a cut-out, and the rules that are left out. */
interface CutOutContext {
  readonly read: GarmentRead;
  readonly without: readonly AnyRule[];
}

type AnalysedCutOut = Pick<Garment, 'rgba' | 'landmarks' | 'mesh' | 'sheetLabels'>;

/** What of it, and of a whole garment, is kept. */
const ANALYSED_CUT_OUT: Kept<AnalysedCutOut> = {
  rgba: PLANE,
  ...PREPARED_MESH,
};

/** What a cut-out of a category shows. */
function analyseCutOut(
  silhouette: Silhouette,
  { rgba: whole, place }: CutOut,
  category: ProductCategory,
  { read, without }: CutOutContext,
): AnalysedCutOut {
  const first = findLandmarks(silhouette, category, { read, place });
  const hoodless = first.kind === 'upper' ? follow(HOOD, { rgba: whole, landmarks: first }, without) : null;
  const cut = hoodless ?? whole;
  const held =
    hoodless === null ? first : findLandmarks(readSilhouette(hoodless), category, { read, place, hooded: true });
  const open = cutAwayInside(held, silhouette, cut, { read, place, without });
  const { landmarks, rgba } = evenOut(open, without);
  return { rgba, landmarks, ...prepareMesh(rgba, landmarks) };
}

/** Turns a picture whose garment is on its side or upside down. Where nobody names the category it stays as it is. */
async function readUpright(
  picture: SeenProduct,
  category: ProductCategory | undefined,
  ports: GarmentPorts,
  without: readonly AnyRule[],
): Promise<{ readonly product: SeenProduct; readonly read: GarmentRead }> {
  const read = await readProduct(picture, category, ports);
  if (category === undefined) return { product: picture, read };
  const turned = (turns: QuarterTurns): SeenProduct => ({
    rgb: turnRaster(picture.rgb, turns),
    alpha: picture.alpha && turnPlane(picture.alpha, turns),
    salient: turnPlane(picture.salient, turns),
  });
  const readTurned = (turns: QuarterTurns): Promise<GarmentRead> => readProduct(turned(turns), category, ports);
  const turns = (await follow(TURN_UPRIGHT, { read, category, readTurned }, without)) ?? 0;
  if (turns === 0) return { product: picture, read };
  const product = turned(turns);
  return { product, read: await readProduct(product, category, ports) };
}

/** Transparent pixels of a product picture are white to the reader, like the backgrounds of most products. */
function readProduct(
  { rgb, alpha, salient }: SeenProduct,
  category: ProductCategory | undefined,
  { readGarment }: Pick<GarmentPorts, 'readGarment'>,
): Promise<GarmentRead> {
  return readGarment(alpha === null ? rgb : laidOnWhite(rgb, alpha), category, seenIn(rgb, salient));
}

function laidOnWhite(rgb: RasterU8, alpha: PlaneF32): RasterU8 {
  const data = rgb.data.map((value, i) => {
    const cover = alpha.data[Math.floor(i / 3)];
    return Math.round(255 + (value - 255) * cover);
  });
  return { ...rgb, data };
}

/** The cut-out without the inside of its back, which shows above the front's edge at the neck or the waist. */
function cutAwayInside(
  landmarks: GarmentLandmarks,
  silhouette: Silhouette,
  rgba: RasterU8,
  { read, place, without }: LandmarkHints & CutOutContext,
): Cut {
  if (landmarks.kind === 'upper') {
    const lowest = Math.max(landmarks.armpit[0].y, landmarks.armpit[1].y);
    const fitted = landmarks.neckline;
    const neckline = follow(DEEPEN_NECKLINE, { curve: fitted, read, place, lowest }, without) ?? fitted;
    return { landmarks: { ...landmarks, neckline }, rgba: cutAboveNeckline(rgba, neckline) };
  }
  const [left, right] = landmarks.waist;
  const corners = [silhouette.fromGarment(left), silhouette.fromGarment(right)] as const;
  const insideAt = insideOver(silhouette, read, place);
  const opening = follow(WAIST_OPENING, { silhouette, rgba, corners, insideAt }, without);
  const waistEdge = opening?.map(silhouette.toGarment);
  if (waistEdge === undefined) return { landmarks, rgba };
  return { landmarks: { ...landmarks, waistEdge }, rgba: cutAboveNeckline(rgba, waistEdge) };
}

type Cut = Pick<Garment, 'rgba' | 'landmarks'>;

/** Hems and outline as even lines. */
function evenOut({ rgba, landmarks }: Cut, without: readonly AnyRule[]): Cut {
  const hemmed = landmarks.kind === 'pants' ? follow(EVEN_HEMS, { rgba, landmarks }, without) : null;
  const cut = hemmed ?? { rgba, landmarks };
  return { landmarks: cut.landmarks, rgba: follow(SMOOTH_OUTLINE, cut.rgba, without) ?? cut.rgba };
}

function wornGarment(worn: WornGarment, asked: ProductCategory | undefined, without: readonly AnyRule[]): Garment {
  const { category, place, support, quality, notes } = worn;
  const { landmarks, rgba } = evenOut(worn, without);
  return {
    category,
    categorySource: asked === undefined ? 'detected' : 'client',
    categoryConfidence: asked === undefined ? 0.8 : 1,
    categoryDoubt: null,
    rgba,
    place,
    landmarks,
    ...prepareMesh(rgba, landmarks, support ?? undefined),
    quality,
    notes: [...notes, ...notesOf(landmarks)],
  };
}

function notesOf(landmarks: GarmentLandmarks): string[] {
  if (landmarks.kind !== 'upper') return landmarks.confidence < 0.5 ? ['outline hard to read'] : [];
  return landmarks.sleeves.flatMap((sleeve, i) => {
    if (sleeve.length === 'none' || sleeve.confidence >= 0.5) return [];
    return [`${i === 0 ? 'left' : 'right'} sleeve taken from a template`];
  });
}
