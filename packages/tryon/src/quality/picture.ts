import { samplePlane, type PlaneF32, type RasterU8 } from '@drape/imaging';
import type { Person } from '../model/person';
import type { ComposedLayers } from '../model/layers';
import type { TryOnRender } from '../model/try-on';
import type { Garment } from '../model/garment';
import type { Placement } from '../model/placement';

/** A finished picture and everything that it was made from: the input of all metrics. */
export interface MeasuredPicture {
  /** RGB, as the renderer got it. */
  readonly photo: RasterU8;
  /** RGB, before encoding. */
  readonly image: RasterU8;
  readonly editMask: RasterU8;
  readonly person: Person;
  readonly garment: Garment;
  readonly placement: Placement;
  readonly layers: ComposedLayers;
}

/** Throws: RangeError if the render was made without its trace. */
export function measuredPicture(photo: RasterU8, render: TryOnRender): MeasuredPicture {
  const { image, editMask, placement, trace } = render;
  if (trace === undefined) throw new RangeError('the render carries no trace');
  return { photo, image, editMask, placement, ...trace };
}

/** A layer's value at the middle of a photo pixel, bilinear; `scale` is the plane's pixels per photo pixel. 0 outside the layers' box. */
export function layerAt(
  { box }: Pick<ComposedLayers, 'box'>,
  plane: PlaneF32,
  scale: number,
  x: number,
  y: number,
): number {
  const u = x + 0.5 - box.x;
  const v = y + 0.5 - box.y;
  if (u < 0 || v < 0 || u > box.width || v > box.height) return 0;
  return samplePlane(plane, u * scale, v * scale);
}

/** The share of a photo pixel that shows the placed garment itself, 0…1: its α minus what is in front of it. */
export function visibleAt({ placement, layers }: MeasuredPicture, x: number, y: number): number {
  const { box, rgba } = placement;
  const u = x - box.x;
  const v = y - box.y;
  if (u < 0 || v < 0 || u >= box.width || v >= box.height) return 0;
  const alpha = rgba.data[4 * (v * box.width + u) + 3] / 255;
  if (alpha === 0) return 0;
  const k = layers.workScale;
  const front = layerAt(layers, layers.front, k, x, y);
  const limbs = layerAt(layers, layers.limbs, k, x, y);
  return alpha * (1 - front) * (1 - limbs);
}
