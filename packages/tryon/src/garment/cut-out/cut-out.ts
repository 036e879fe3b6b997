import {
  alphaPlane,
  type Box,
  cropPlane,
  cropRaster,
  grownBox,
  keepLargest,
  type Kept,
  packWithRim,
  PLANE,
  type PlaneF32,
  type RasterU8,
  resizePlane,
  resizeRaster,
  scaleRaster,
  sharpenEdge,
  solidBox,
} from '@drape/imaging';
import type { GarmentRead } from '../../ports';
import { noGarment } from '../no-garment';
import { mixWithin, readBounds } from '../read/read-region';
import { shapeByColour } from './shape-by-colour';
import type { Place } from '../../model/garment';

/** Height of the tallest cut-out that is kept, pixels; the long side may be a little longer for landscape products. */
export const KEPT_HEIGHT = 1024;

export interface CutOut {
  /** Straight alpha, cropped to the garment plus a margin. */
  readonly rgba: RasterU8;
  readonly place: Place;
  /** 0…1: 1 = transparent source or a clearly different background. */
  readonly quality: number;
  readonly notes: readonly string[];
}

export const CUT_OUT: Kept<CutOut> = { rgba: PLANE };

/**
 * Cuts the garment out of a product picture.
 *
 * Layout: RGB. Space: `saliency` (u2netp) covers the picture at any size; where the garment reader is sure, `read` bounds it. A palette
 * model and a local background field correct its uncertain band, and a guided filter draws the edge.
 * Throws: TryOnRefusal(garment_not_detected) when nothing, or everything, is the garment.
 */
export function cutOutGarment(rgb: RasterU8, saliency: PlaneF32, read: GarmentRead): CutOut {
  const bounds = readBounds(read, rgb, saliency);
  const prior = mixWithin(bounds, saliency);
  const seen = garmentBox(prior);
  const area = scaleBox(seen, rgb.width / saliency.width, rgb.height / saliency.height);
  const scale = Math.min(1, (KEPT_HEIGHT * 1.12) / Math.max(area.height, area.width));
  const work = scaleRaster(cropRaster(rgb, area, 'replicate'), scale, 16);
  const judged = shapeByColour(work, cropPlane(prior, seen), cropPlane(bounds, seen));
  const alpha = sharpenEdge(work, judged.small, judged.shape, judged.faint);
  return finishCutOut(work, area, alpha, judged.quality, judged.notes);
}

/** The picture's alpha channel where it carries information: at least 2 % of it is transparent. */
export function ownAlpha(image: RasterU8): PlaneF32 | null {
  let clear = 0;
  for (let i = 3; i < image.data.length; i += 4) if (image.data[i] < 16) clear++;
  return clear > image.width * image.height * 0.02 ? alphaPlane(image) : null;
}

/** Takes a picture's own alpha as the matte. Layout: RGB; the alpha has its pixels. */
export function cutByAlpha(image: RasterU8, alpha: PlaneF32): CutOut {
  const box = solidBox(alpha);
  if (box.width < 16 || box.height < 16) throw noGarment('The product image is empty.');
  const scale = Math.min(1, KEPT_HEIGHT / Math.max(box.width, box.height));
  const rgb = scaleRaster(cropRaster(image, box, 'replicate'), scale, 16);
  const matte = keepLargest(resizePlane(cropPlane(alpha, box, 'replicate'), rgb.width, rgb.height));
  return finishCutOut(rgb, box, matte, 1, ['transparent source']);
}

/** A box of the saliency in whole pixels of the picture; each side is off by less than one. */
function scaleBox(box: Box, kx: number, ky: number): Box {
  const x = Math.round(box.x * kx);
  const y = Math.round(box.y * ky);
  return {
    x,
    y,
    width: Math.max(1, Math.round((box.x + box.width) * kx) - x),
    height: Math.max(1, Math.round((box.y + box.height) * ky) - y),
  };
}

/** Box around what the network sees, in its pixels, with a margin that keeps some background for the colour model. */
function garmentBox(saliency: PlaneF32): Box {
  const { data } = saliency;
  const tight = solidBox(saliency);
  const share = data.reduce((area, v) => area + (v >= 0.5 ? 1 : 0), 0) / data.length;
  if (share < 0.01 || tight.width <= 12 || tight.height <= 12)
    throw noGarment('No garment stands out in the product image.');
  if (share > 0.97)
    throw noGarment('The product image shows fabric from edge to edge, so that no outline can be found.');
  const inner = { ...tight, width: tight.width - 1, height: tight.height - 1 };
  return grownBox(inner, Math.round(Math.max(inner.width, inner.height) * 0.08) + 2, saliency);
}

/** A packed cut-out, and its place in what it was packed from. */
export interface Packed extends Place {
  readonly rgba: RasterU8;
}

/** `area` is the box of the picture that `rgb` shows, at any size. */
function finishCutOut(rgb: RasterU8, area: Box, alpha: PlaneF32, quality: number, notes: readonly string[]): CutOut {
  const packed = packCutOut(rgb, alpha);
  return { rgba: packed.rgba, place: placeWithin(area, rgb.width / area.width, packed), quality, notes };
}

/** The place in the picture of what was packed from a box of it, enlarged by `scale`. */
export function placeWithin(area: Box, scale: number, packed: Place): Place {
  return {
    origin: { x: area.x + packed.origin.x / scale, y: area.y + packed.origin.y / scale },
    scale: scale * packed.scale,
  };
}

/**
 * Crops to the garment, shrinks to the kept height, cleans the rim's colours and packs RGBA.
 *
 * Throws: TryOnRefusal(garment_not_detected) where hardly a pixel is opaque.
 */
export function packCutOut(rgb: RasterU8, alpha: PlaneF32): Packed {
  const tight = solidBox(alpha);
  if (tight.width < 16 || tight.height < 16) throw noGarment('No garment stands out in the product image.');
  const margin = Math.round(Math.max(tight.width, tight.height) * 0.02) + 2;
  const box = {
    x: tight.x - margin,
    y: tight.y - margin,
    width: tight.width + 2 * margin,
    height: tight.height + 2 * margin,
  };
  let colour = cropRaster(rgb, box, 'replicate');
  let matte = cropPlane(alpha, box, 'zero');
  const scale = Math.min(1, KEPT_HEIGHT / matte.height);
  if (scale < 1) {
    const width = Math.max(1, Math.round(matte.width * scale));
    colour = resizeRaster(colour, width, KEPT_HEIGHT);
    matte = resizePlane(matte, width, KEPT_HEIGHT);
  }
  return { rgba: packWithRim(colour, matte), origin: { x: box.x, y: box.y }, scale };
}
