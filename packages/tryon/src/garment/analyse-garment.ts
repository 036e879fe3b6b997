import type { ProductCategory } from '@drape/contracts';
import { withScratch, type PlaneF32, type RasterU8 } from '@drape/imaging';
import type { GarmentRead, TryOnPorts } from '../ports';
import { checkCategory } from './check-category';
import { cutByAlpha, cutOutGarment, dropAlpha, ownAlpha } from './cut-out';
import type { CutOut } from './cut-out';
import { evenHem } from './even-hems';
import { findLandmarks } from './find-landmarks';
import { flatBareTop } from './flat-bare-top';
import { withoutHood } from './hood';
import { nameCategory } from './name-category';
import { cutAboveNeckline } from './neck-cut';
import { neckBack } from './neck-back';
import { mendNeckRests } from './neck-rests';
import { plainSaliency } from './plain-ground';
import type { ProductRule } from './product-rules';
import { prepareMesh } from './prepare-mesh';
import { requireGarment } from './require-garment';
import { lookTwice } from './second-look';
import { readSilhouette, type Silhouette } from './silhouette';
import { agreementOf, readSaliency, seenIn } from './read/read-region';
import { upperGuide, type UpperGuide } from './read/upper-guide';
import { smoothOutline } from './smooth-outline';
import type { Garment, GarmentLandmarks } from './types';
import { findWaist } from './waist';
import { trimLoops } from './waist-loops';
import { findWaistOpening } from './waist-opening';
import { findWearer } from './wearer';
import { takeOff } from './worn';
import type { WornGarment } from './worn';

/** The networks that look at a product picture. Without a face mesh no face speaks for a wearer. */
export type GarmentPorts = Pick<TryOnPorts, 'cutOut' | 'classifyGarment' | 'detectPose' | 'parsePerson'> &
  Partial<Pick<TryOnPorts, 'meshFace' | 'rateGarment' | 'readGarment'>>;

/**
 * Makes a product picture ready to be worn: cut out, or taken off the model who wears it, landmarked, its collar's inside
 * removed, meshed. `without` are rules that are left out, for measurements.
 *
 * Throws: TryOnRefusal(garment_not_detected) where no garment, more than a garment, or too little of a worn one is shown;
 * (category_mismatch) where something else than the named category is surely shown; (category_ambiguous) where nobody named it and
 * it may be several.
 */
export async function analyseGarment(
  image: RasterU8,
  category: ProductCategory | undefined,
  ports: GarmentPorts,
  without: readonly ProductRule[] = [],
): Promise<Garment> {
  const rgb = dropAlpha(image);
  const alpha = image.channels === 4 ? ownAlpha(image) : null;
  const plain = alpha === null ? withScratch(() => plainSaliency(rgb)) : null;
  const salient = alpha ?? plain ?? (await lookTwice(rgb, ports.cutOut));
  const wearer = await findWearer(rgb, salient, category, ports, without);
  if (!without.includes('no-garment')) await requireGarment(rgb, salient, wearer?.parse ?? null, ports);
  if (wearer !== null) {
    const product = plain === null ? salient : await ports.cutOut(rgb);
    return withScratch(() => wornGarment(takeOff(rgb, product, wearer, category), category));
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
  { rgb, alpha, salient }: SeenProduct,
  category: ProductCategory | undefined,
  ports: GarmentPorts,
  without: readonly ProductRule[],
): Promise<Garment> {
  const cutAs = (kind: ProductCategory | undefined, prior = salient): CutOut =>
    withScratch(() =>
      alpha === null
        ? cutOutGarment(rgb, prior, {
            fromWaist: isFromWaist(kind),
            legs: kind === 'pants',
            closedFront: kind === 'top' || kind === 'dress',
          })
        : cutByAlpha(rgb, alpha),
    );
  let cut = cutAs(category);
  let silhouette = withScratch(() => readSilhouette(cut.rgba));
  const guess = category === undefined ? await nameCategory(cut.rgba, silhouette, ports) : { category, confidence: 1 };
  if (isFromWaist(guess.category) !== isFromWaist(category)) {
    cut = cutAs(guess.category);
    silhouette = withScratch(() => readSilhouette(cut.rgba));
  }
  const checked = category === undefined || without.includes('category-check') ? undefined : category;
  const categoryDoubt = checked === undefined ? null : await checkCategory(cut.rgba, silhouette, checked, ports);
  const isRead = isUpper(guess.category) && !without.includes('garment-reader');
  const read = isRead ? await readProduct({ rgb, alpha, salient }, guess.category, ports) : null;
  const seeded =
    read === null || alpha !== null ? null : cutAnew(read, cut, rgb, (prior) => cutAs(guess.category, prior));
  if (seeded !== null) {
    cut = seeded;
    silhouette = withScratch(() => readSilhouette(seeded.rgba));
  }
  const made = withScratch(() => understood(silhouette, cut, guess.category, read));
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

/** The reader and the cut-out disagree on where the garment lies below this intersection over union … */
const AGREED = 0.85;
/** … and a cut-out from what the reader saw is taken where it agrees so much better. */
const BETTER = 0.03;

/** A cut-out that starts from what the reader saw, where the other disagrees with it; null where it does not, or no better one is found. */
function cutAnew(read: GarmentRead, cut: CutOut, rgb: RasterU8, cutFrom: (prior: PlaneF32) => CutOut): CutOut | null {
  const agreed = agreementOf(read, cut);
  if (agreed >= AGREED) return null;
  const anew = cutFrom(withScratch(() => readSaliency(read, rgb)));
  return agreementOf(read, anew) >= agreed + BETTER ? anew : null;
}

/** What a cut-out of a category shows. */
function understood(
  silhouette: Silhouette,
  { rgba: whole, hung, place }: CutOut,
  category: ProductCategory,
  read: GarmentRead | null,
): Pick<Garment, 'rgba' | 'landmarks' | 'neckBack' | 'mesh' | 'sheetLabels'> {
  const guideIn = (outline: Silhouette): UpperGuide | null => read && upperGuide(read, place, outline);
  const first = findLandmarks(silhouette, whole, category, { bare: hung, guide: guideIn(silhouette) });
  const hoodless = first.kind === 'upper' && !hung ? withoutHood(whole, first) : null;
  const cut = hoodless ?? whole;
  const held = hoodless === null ? first : marksWithoutHood(hoodless, category, guideIn);
  const strapless = held.kind === 'upper' && category === 'dress' && !hung ? flatBareTop(cut, held) : null;
  const marks = strapless ?? held;
  const { landmarks: found, rgba } = withoutInside(marks, silhouette, cut);
  const landmarks = withEvenHems(found, rgba);
  smoothOutline(rgba);
  const isCollar = landmarks.kind === 'upper' && landmarks.necklineKind === 'collar';
  const back = isCollar ? neckBack(cut, landmarks.neckline) : null;
  return { rgba, landmarks, neckBack: back, ...prepareMesh(rgba, landmarks) };
}

function marksWithoutHood(
  hoodless: RasterU8,
  category: ProductCategory,
  guideIn: (outline: Silhouette) => UpperGuide | null,
): GarmentLandmarks {
  const silhouette = readSilhouette(hoodless);
  return findLandmarks(silhouette, hoodless, category, { hooded: true, guide: guideIn(silhouette) });
}

/** Clear places of a product picture are white to the reader, as most products' grounds are. */
async function readProduct(
  { rgb, alpha, salient }: SeenProduct,
  category: ProductCategory,
  { readGarment }: GarmentPorts,
): Promise<GarmentRead | null> {
  if (readGarment === undefined) return null;
  return readGarment(alpha === null ? rgb : onWhite(rgb, alpha), category, seenIn(rgb, salient));
}

function onWhite(rgb: RasterU8, alpha: PlaneF32): RasterU8 {
  const data = rgb.data.map((value, i) => {
    const cover = alpha.data[Math.floor(i / 3)];
    return Math.round(255 + (value - 255) * cover);
  });
  return { ...rgb, data };
}

/** The cut-out without the inside of its back, which shows above the front's edge at the neck or the waist. */
function withoutInside(
  landmarks: GarmentLandmarks,
  silhouette: Silhouette,
  rgba: RasterU8,
): { landmarks: GarmentLandmarks; rgba: RasterU8 } {
  if (landmarks.kind === 'upper') {
    const opened = cutAboveNeckline(rgba, landmarks.neckline);
    mendNeckRests(opened, landmarks.neckline);
    return { landmarks, rgba: opened };
  }
  const waist = findWaist(silhouette);
  const waistEdge = findWaistOpening(silhouette, rgba, waist)?.map(silhouette.toGarment);
  if (waistEdge === undefined) {
    trimLoops(rgba, silhouette.toGarment(waist.left), silhouette.toGarment(waist.right));
    return { landmarks, rgba };
  }
  return { landmarks: { ...landmarks, waistEdge }, rgba: cutAboveNeckline(rgba, waistEdge) };
}

function withEvenHems(landmarks: GarmentLandmarks, rgba: RasterU8): GarmentLandmarks {
  if (landmarks.kind !== 'pants') return landmarks;
  const [left, right] = landmarks.legs;
  return { ...landmarks, legs: [evenHem(rgba, left), evenHem(rgba, right)] };
}

const isUpper = (category: ProductCategory): boolean => !isFromWaist(category);

/** Clips and hangers stand above the waistbands of these. */
function isFromWaist(category: ProductCategory | undefined): boolean {
  return category === 'pants' || category === 'skirt';
}

function wornGarment(worn: WornGarment, asked: ProductCategory | undefined): Garment {
  const { category, rgba, place, support, quality, notes } = worn;
  const landmarks = withEvenHems(worn.landmarks, rgba);
  smoothOutline(rgba);
  return {
    category,
    categorySource: asked === undefined ? 'detected' : 'client',
    categoryConfidence: asked === undefined ? 0.8 : 1,
    categoryDoubt: null,
    rgba,
    place,
    landmarks,
    neckBack: null,
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
