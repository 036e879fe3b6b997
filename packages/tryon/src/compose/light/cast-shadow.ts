import { createPlane, gaussianBlur, type PlaneF32 } from '@drape/imaging';

/** What the garment casts its shadow on, at half the work size. */
export interface ShadowScene {
  readonly garment: PlaneF32;
  /** What can be shaded beside the garment: 1 on body and clothes that stay or are repainted, 0 on the background. */
  readonly body: PlaneF32;
  /** What is in front of the garment: face, hair, hands, arms, bags. */
  readonly front: PlaneF32;
  /** Shoulder width in these pixels. */
  readonly sw: number;
  /** Factor on the reach of its hem's shadow relative to a shirt's: skirts stand off the legs. */
  readonly standOff: number;
}

/** Greatest darkening below hems, then around all other edges. By eye. */
const HEM_SHADOW = 0.36;
const EDGE_SHADOW = 0.16;

/** Darkening, 0…1, of body and clothes by the garment: most below its hem, a little along all its edges, none on the background. */
export function shadowsOfGarment({ garment, body, front, sw, standOff }: ShadowScene): PlaneF32 {
  const below = gaussianBlur(
    shiftDown(garment, Math.max(1, Math.round(0.03 * standOff * sw))),
    Math.max(0.7, 0.026 * standOff * sw),
  );
  const around = gaussianBlur(garment, Math.max(0.7, 0.014 * sw));
  for (let i = 0; i < below.data.length; i++) {
    const free = body.data[i] * (1 - front.data[i]);
    const hem = HEM_SHADOW * Math.max(0, below.data[i] - garment.data[i]);
    const edge = EDGE_SHADOW * Math.max(0, around.data[i] - garment.data[i]);
    below.data[i] = free * Math.max(hem, edge);
  }
  return extendUnderEdges(below, { garment, body, front });
}

/**
 * Extends a shadow by one pixel under what casts it: where the garment's edge covers only part of a pixel, a light rim would separate the
 * two.
 */
function extendUnderEdges(
  shadow: PlaneF32,
  { garment, body, front }: Pick<ShadowScene, 'garment' | 'body' | 'front'>,
): PlaneF32 {
  const { width, height, data } = shadow;
  const out = { ...shadow, data: data.slice() };
  for (let y = 0, i = 0; y < height; y++) {
    const [up, down] = [y > 0 ? width : 0, y + 1 < height ? width : 0];
    for (let x = 0; x < width; x++, i++) {
      if (!(garment.data[i] > 0)) continue;
      const [left, right] = [x > 0 ? 1 : 0, x + 1 < width ? 1 : 0];
      const beside = Math.max(data[i - left], data[i + right], data[i - up], data[i + down]);
      out.data[i] = Math.max(data[i], body.data[i] * (1 - front.data[i]) * beside);
    }
  }
  return out;
}

function shiftDown(plane: PlaneF32, rows: number): PlaneF32 {
  const out = createPlane(plane.width, plane.height);
  out.data.set(plane.data.subarray(0, plane.data.length - rows * plane.width), rows * plane.width);
  return out;
}
