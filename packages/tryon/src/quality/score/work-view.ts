import type { Box, PlaneF32, RasterU8 } from '@drape/imaging';
import type { MeasuredPicture } from '../picture';

/** Work pixels per sampled point along each axis: the features are shares and means, and need no more. */
const SAMPLE_STEP = 2;

/** A picture and its layers sampled at few points, over the part of the photo that changes. All arrays have `width` × `height` values. */
export interface WorkView {
  readonly width: number;
  readonly height: number;
  /** Photo and result, RGB, each value the mean of its work pixel. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Classes of the photo, 0…1. */
  readonly person: Float32Array;
  readonly skin: Float32Array;
  readonly shoes: Float32Array;
  /** Layers of the result, 0…1; see ComposedLayers. */
  readonly garment: Float32Array;
  readonly old: Float32Array;
  readonly removal: Float32Array;
  readonly front: Float32Array;
  readonly limbs: Float32Array;
  /** Painted skin of limbs, painted skin of neck and chest, and everything that is painted of the body. */
  readonly bare: Float32Array;
  readonly chest: Float32Array;
  readonly body: Float32Array;
  /** The visible part of the garment. */
  readonly seen: Float32Array;
  /** Where the photo is removed and no garment covers it. */
  readonly bared: Float32Array;
  /** Points per shoulder width; rows of the shoulders and of the hips. */
  readonly sw: number;
  readonly shoulderRow: number;
  readonly hipRow: number;
  /** Samples a plane over the whole photo, at work size, at the same points. */
  readonly ofPhoto: (plane: PlaneF32) => Float32Array;
}

/** Cost: reads about a third of the photo's pixels, and a quarter of the planes'. */
export function workView({ photo, image, person, layers }: MeasuredPicture): WorkView {
  const { box, workScale: k } = layers;
  const width = Math.floor(layers.garment.width / SAMPLE_STEP);
  const height = Math.floor(layers.garment.height / SAMPLE_STEP);
  const grid = { width, height };
  const [x, y] = [Math.round(box.x * k), Math.round(box.y * k)];
  const ofPhoto = (plane: PlaneF32): Float32Array => points(plane, grid, x, y);
  const ofLayer = (plane: PlaneF32): Float32Array => points(plane, grid, 0, 0);
  const [garment, removal] = [ofLayer(layers.garment), ofLayer(layers.removal)];
  const [front, limbs] = [ofLayer(layers.front), ofLayer(layers.limbs)];
  const seen = new Float32Array(width * height);
  const bared = new Float32Array(width * height);
  for (let i = 0; i < seen.length; i++) {
    seen[i] = garment[i] * (1 - front[i]) * (1 - limbs[i]);
    bared[i] = removal[i] * (1 - front[i]) * (1 - seen[i]);
  }
  const { body, planes } = person;
  return {
    width,
    height,
    before: colours(photo, box, k, grid),
    after: colours(image, box, k, grid),
    person: ofPhoto(planes.person),
    skin: ofPhoto(planes.skin),
    shoes: ofPhoto(planes.shoes),
    garment,
    old: ofLayer(layers.old),
    removal,
    front,
    limbs,
    bare: ofLayer(layers.bare),
    chest: ofLayer(layers.chest),
    body: ofLayer(layers.body),
    seen,
    bared,
    sw: (body.shoulderWidth * k) / SAMPLE_STEP,
    shoulderRow: ((body.shoulderMid.y - box.y) * k) / SAMPLE_STEP,
    hipRow: ((body.hipMid.y - box.y) * k) / SAMPLE_STEP,
    ofPhoto,
  };
}

interface Grid {
  readonly width: number;
  readonly height: number;
}

function points(plane: PlaneF32, { width, height }: Grid, x0: number, y0: number): Float32Array {
  const out = new Float32Array(width * height);
  for (let v = 0, i = 0; v < height; v++) {
    const y = Math.min(plane.height - 1, y0 + v * SAMPLE_STEP);
    for (let u = 0, from = y * plane.width; u < width; u++, i++) {
      const x = Math.min(plane.width - 1, x0 + u * SAMPLE_STEP);
      out[i] = plane.data[from + x];
    }
  }
  return out;
}

/** Mean colours of the photo pixels under each point's work pixel. Layout: RGB. */
function colours(picture: RasterU8, box: Box, k: number, { width, height }: Grid): Uint8Array {
  const out = new Uint8Array(3 * width * height);
  const side = Math.max(1, Math.round(1 / k));
  const [right, bottom] = [picture.width - side, picture.height - side];
  for (let v = 0, o = 0; v < height; v++) {
    const y = Math.max(0, Math.min(bottom, Math.round(box.y + (v * SAMPLE_STEP) / k)));
    for (let u = 0; u < width; u++, o += 3) {
      const x = Math.max(0, Math.min(right, Math.round(box.x + (u * SAMPLE_STEP) / k)));
      meanInto(picture, x, y, side, out, o);
    }
  }
  return out;
}

function meanInto({ data, width }: RasterU8, x: number, y: number, side: number, out: Uint8Array, o: number): void {
  let [r, g, b] = [0, 0, 0];
  for (let v = 0; v < side; v++) {
    for (let u = 0, i = 3 * ((y + v) * width + x); u < side; u++, i += 3) {
      r += data[i];
      g += data[i + 1];
      b += data[i + 2];
    }
  }
  const n = side * side;
  out[o] = r / n;
  out[o + 1] = g / n;
  out[o + 2] = b / n;
}
