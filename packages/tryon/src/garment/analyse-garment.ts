import type { ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import type { TryOnPorts } from '../ports';
import { cutOutGarment } from './cut-out';
import { findLandmarks } from './find-landmarks';
import { guessCategory } from './guess-category';
import { cutAboveNeckline } from './neck-cut';
import { prepareMesh } from './prepare-mesh';
import { readSilhouette } from './silhouette';
import type { Garment, GarmentLandmarks } from './types';
import { refuseWorn } from './worn';

/**
 * Makes a product picture ready to be worn: cut out, landmarked, its collar's inside removed, meshed.
 *
 * Throws: TryOnRefusal(garment_not_detected) where no garment, more than a garment, or a person wearing it is shown.
 */
export async function analyseGarment(
  image: RasterU8,
  category: ProductCategory | undefined,
  ports: Pick<TryOnPorts, 'cutOut' | 'detectPose'>,
): Promise<Garment> {
  const fromWaist = category === 'pants' || category === 'skirt';
  const cut = await cutOutGarment(image, (rgb) => ports.cutOut(rgb), { fromWaist });
  await refuseWorn(image, ports);
  const silhouette = readSilhouette(cut.rgba);
  const guess = category === undefined ? guessCategory(silhouette) : { category, confidence: 1 };
  const landmarks = findLandmarks(silhouette, cut.rgba, guess.category);
  const rgba = landmarks.kind === 'upper' ? cutAboveNeckline(cut.rgba, landmarks.neckline) : cut.rgba;
  return {
    category: guess.category,
    categorySource: category === undefined ? 'detected' : 'client',
    categoryConfidence: guess.confidence,
    rgba,
    landmarks,
    ...prepareMesh(rgba, landmarks),
    quality: Math.min(cut.quality, 0.25 + 0.75 * landmarks.confidence),
    notes: [...cut.notes, ...notesOf(landmarks)],
  };
}

function notesOf(landmarks: GarmentLandmarks): string[] {
  if (landmarks.kind !== 'upper') return landmarks.confidence < 0.5 ? ['outline hard to read'] : [];
  return landmarks.sleeves.flatMap((sleeve, i) => {
    if (sleeve.length === 'none' || sleeve.confidence >= 0.5) return [];
    return [`${i === 0 ? 'left' : 'right'} sleeve taken from a template`];
  });
}
