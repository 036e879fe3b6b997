import type { RasterU8 } from '@drape/imaging';
import type { Garment } from '../model/garment';
import { sampleFabric, type FabricSample } from './fabric-sample';
import { findColours } from './colours';
import { findLength } from './length-name';
import { nameNeckline } from './neckline-name';
import { findPattern } from './pattern';
import { findPhotoType } from './photo-type';
import { readPicture } from './picture-facts';
import { findSleeveLength } from './sleeve-length';
import { judgeSuitability } from './suitability';
import type { GarmentAttributes } from './types';

/** What {@link describeGarment} needs of a garment. */
export type DescribedGarment = Pick<Garment, 'category' | 'rgba' | 'landmarks' | 'quality' | 'notes'>;

/** The note of a garment that was taken off a model. */
const WORN_NOTE = 'worn by a model';

/**
 * Describes a product for a shop: colours, pattern, cut, kind of picture, and whether the picture serves a try-on.
 *
 * @param garment the analysed product
 * @param picture the product picture that it was cut from
 * Not part of a render: for the moment when a product is first seen. Cost: 20–35 ms at 1024 × 1024.
 */
export function describeGarment(garment: DescribedGarment, picture: RasterU8): GarmentAttributes {
  const { category, rgba, landmarks, quality, notes } = garment;
  const fabric = sampleFabric(rgba);
  const colors = findColours(fabric);
  const facts = readPicture(picture, colors);
  const worn = notes.includes(WORN_NOTE);
  const upper = landmarks.kind === 'upper' && category !== 'pants' && category !== 'skirt' ? category : null;
  return {
    colors,
    pattern: findPattern(fabric),
    sleeveLength: landmarks.kind === 'upper' ? findSleeveLength(landmarks, category === 'jacket') : null,
    neckline: landmarks.kind === 'upper' && upper !== null ? nameNeckline(landmarks, upper) : null,
    length: findLength(landmarks, category, shownHeight(fabric, rgba.height)),
    photoType: findPhotoType(worn, facts),
    suitability: judgeSuitability({ garmentHeight: rgba.height, quality, worn, facts }),
    picture: facts,
  };
}

/** Rows of the cut-out, of `height`, from the first to the last that show fabric. */
function shownHeight({ inside, width, height: rows }: FabricSample, height: number): number {
  const first = inside.indexOf(1);
  if (first < 0) return 0;
  const last = inside.lastIndexOf(1);
  return ((Math.floor(last / width) - Math.floor(first / width) + 1) / rows) * height;
}
