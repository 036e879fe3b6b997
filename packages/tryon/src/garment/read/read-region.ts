import { createPlane, samplePlane, type Box, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { GARMENT_PARTS, type GarmentRead } from '../../ports';
import type { CutOut } from '../cut-out';
import { boundsOf } from '../matte-shape';

type Size = Pick<RasterU8, 'width' | 'height'>;

/** Longer side of the plane that stands for what stands out. */
const SEED_SIDE = 320;

/**
 * Belief of the garment reader that a place shows the garment, inside of its back included, 0…1: in the stead of what stands out.
 *
 * Space: covers the picture, 320 pixels on its longer side.
 */
export function readSaliency(read: GarmentRead, picture: Size): PlaneF32 {
  const scale = SEED_SIDE / Math.max(picture.width, picture.height);
  const plane = createPlane(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const background = read.parts[GARMENT_PARTS.indexOf('background')];
  const { x: left, y: top, side } = read.square;
  const [pixel, cells] = [picture.width / plane.width, background.width / side];
  for (let y = 0, i = 0; y < plane.height; y++) {
    const v = ((y + 0.5) * pixel - top) * cells;
    for (let x = 0; x < plane.width; x++, i++) {
      const u = ((x + 0.5) * pixel - left) * cells;
      const isInside = u >= 0 && v >= 0 && u <= background.width && v <= background.height;
      plane.data[i] = isInside ? 1 - samplePlane(background, u, v) : 0;
    }
  }
  return plane;
}

/** How far a cut-out and the reader agree on where the garment lies: intersection over union, 0…1, counted by the reader's cells. */
export function agreementOf(read: GarmentRead, { rgba, place }: Pick<CutOut, 'rgba' | 'place'>): number {
  const background = read.parts[GARMENT_PARTS.indexOf('background')];
  const cell = read.square.side / background.width;
  const counts = { both: 0, either: 0 };
  for (let y = 0, i = 0; y < background.height; y++) {
    const v = Math.floor((read.square.y + (y + 0.5) * cell - place.origin.y) * place.scale);
    for (let x = 0; x < background.width; x++, i++) {
      const u = Math.floor((read.square.x + (x + 0.5) * cell - place.origin.x) * place.scale);
      const isCut =
        u >= 0 && v >= 0 && u < rgba.width && v < rgba.height && rgba.data[4 * (v * rgba.width + u) + 3] > 127;
      const isRead = background.data[i] < 0.5;
      if (isCut && isRead) counts.both++;
      if (isCut || isRead) counts.either++;
    }
  }
  return counts.either === 0 ? 0 : counts.both / counts.either;
}

/** Where a garment stands out in its picture, in the picture's pixels; null where nothing does. */
export function seenIn(picture: Size, saliency: PlaneF32): Box | null {
  const { x, y, width, height } = boundsOf(saliency);
  if (width === 0) return null;
  const [kx, ky] = [picture.width / saliency.width, picture.height / saliency.height];
  return { x: x * kx, y: y * ky, width: width * kx, height: height * ky };
}
