import { copyIn, copyOut, copyTo, kernels, reserve, startKernels } from '../memory/kernels';
import { assertGuided, FIELD, modelFields } from '../filter/model-fields';
import { createPlane, type Box, type PlaneF32, type RasterU8 } from '../core/raster';

/** Class planes as {@link refineClasses} returns them, in the order in which its kernel writes them. */
const CLASSES = [
  'person',
  'hair',
  'skin',
  'upper',
  'lower',
  'shoes',
  'bag',
  'other',
  'top',
  'outer',
  'dress',
  'pants',
  'skirt',
] as const;

export type ClassPlanes = Record<(typeof CLASSES)[number], PlaneF32>;

/** Makes one plane per class. */
export function mapClasses(make: (name: keyof ClassPlanes) => PlaneF32): ClassPlanes {
  return Object.fromEntries(CLASSES.map((name) => [name, make(name)])) as ClassPlanes;
}

export interface CoarseClasses {
  /** RGB, of the planes' size. */
  readonly guide: RasterU8;
  /** Planes that are aligned with the guide's edges. */
  readonly refined: readonly [person: PlaneF32, hair: PlaneF32, skin: PlaneF32, upper: PlaneF32, lower: PlaneF32];
  /** Planes that are not: probability of three classes, then the shares of outer and dress in upper, of skirt and dress in lower. */
  readonly plain: readonly [
    shoes: PlaneF32,
    bag: PlaneF32,
    other: PlaneF32,
    outerInUpper: PlaneF32,
    dressInUpper: PlaneF32,
    skirtInLower: PlaneF32,
    dressInLower: PlaneF32,
  ];
}

export interface ClassRefinement {
  /** Radius of the guided filter, in pixels of the coarse planes, and its ε: the least variance that counts, for a guide in 0…1. */
  readonly radius: number;
  readonly eps: number;
  /** Probability of a person below which it becomes 0, and above which it becomes 1. */
  readonly edge: readonly [number, number];
  /** Probability of a class below which it becomes 0. */
  readonly noiseFloor: number;
}

/** Rows held in the kernels' memory at a time. */
const BAND_ROWS = 32;
/** Fields from which a fine row is computed, and bytes per pixel in one of its lines. */
const FIELDS_PER_ROW = 7;
const LINE_BYTES = FIELD * FIELDS_PER_ROW;

/**
 * Class planes at the size of a guide from coarse ones: a colour guided filter at the coarse size, its linear models evaluated at the
 * guide's.
 *
 * Space: the coarse planes cover `box`, whole pixels of `guide` (RGB), and may extend beyond it; outside, everything is 0. `face`: 0…1,
 * known skin of the person. Throws: RangeError if sizes do not fit.
 * Range: 0…1; hair + skin + upper + lower + shoes + bag + other = person.
 * Cost: 40 ns per coarse pixel and 35 per pixel of the person. Source: He, Sun 2015.
 */
export function refineClasses(
  coarse: CoarseClasses,
  guide: RasterU8,
  box: Box,
  face: PlaneF32,
  refinement: ClassRefinement,
): ClassPlanes {
  assertGuided(coarse.guide, [...coarse.refined, ...coarse.plain]);
  assertGuided(guide, [face]);
  const { width, height } = guide;
  const out = mapClasses(() => createPlane(width, height));
  const [x0, x1] = [Math.max(0, box.x), Math.min(width, box.x + box.width)];
  const [y0, y1] = [Math.max(0, box.y), Math.min(height, box.y + box.height)];
  if (x0 >= x1 || y0 >= y1) return out;
  const { width: w, height: h } = coarse.guide;
  startKernels();
  const fields = coarseFields(coarse, refinement);
  const columns = copyIn(tapsAlong(x0, x1, box.x, box.width, w, LINE_BYTES));
  const heights = copyIn(tapsAlong(y0, y1, box.y, box.height, h, 1));
  const line = reserve(kernels().classLineSize(w));
  const [colours, faces] = [reserve(3 * BAND_ROWS * width), reserve(4 * BAND_ROWS * width)];
  const band = reserve(4 * CLASSES.length * BAND_ROWS * width);
  for (let y = y0; y < y1; y += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, y1 - y);
    const [from, to] = [y * width, (y + rows) * width];
    copyTo(colours, guide.data.subarray(3 * from, 3 * to));
    copyTo(faces, face.data.subarray(from, to));
    const filled = kernels().classRows({
      fields,
      fieldWidth: w,
      fieldHeight: h,
      line,
      heights: heights + 8 * (y - y0),
      rows,
      columns,
      count: x1 - x0,
      guide: colours,
      face: faces,
      width,
      inset: x0,
      out: band,
      edgeLow: refinement.edge[0],
      edgeHigh: refinement.edge[1],
      noiseFloor: refinement.noiseFloor,
    });
    // what is not written stays a page of zeros that all planes share
    CLASSES.forEach((name, c) => {
      if ((filled >> c) % 2 === 1) copyOut(band + 4 * c * rows * width, out[name].data.subarray(from, to));
    });
  }
  return out;
}

/** Models and plain planes as fields in the kernels' memory: all that the fine rows are computed from. */
function coarseFields({ guide, refined, plain }: CoarseClasses, { radius, eps }: ClassRefinement): number {
  const size = guide.width * guide.height;
  const fields = reserve(FIELDS_PER_ROW * FIELD * size);
  modelFields(guide, refined, radius, eps, fields);
  kernels().transposeModels(fields + FIELD * size, size);
  const [shoes, bag, other, outer, dressUp, skirt, dressDown] = plain.map((plane) => copyIn(plane.data));
  kernels().interleavePlanes(shoes, bag, other, outer, size, fields + 5 * FIELD * size);
  kernels().interleavePlanes(dressUp, skirt, dressDown, 0, size, fields + 6 * FIELD * size);
  return fields;
}

/**
 * Linear interpolation from `count` coarse pixels that cover `length` pixels starting at `start`, for the pixels [from, to): per pixel, the
 * index of the coarse pixel before it times `unit` (int32), and the weight of the next one (float32).
 */
function tapsAlong(from: number, to: number, start: number, length: number, count: number, unit: number): Uint8Array {
  const before = new Int32Array(2 * (to - from));
  const shares = new Float32Array(before.buffer);
  for (let i = 0; i < to - from; i++) {
    const u = ((from + i + 0.5 - start) / length) * count - 0.5;
    const clamped = Math.max(0, Math.min(count - 1, u));
    const at = Math.min(Math.max(0, count - 2), Math.floor(clamped));
    before[2 * i] = at * unit;
    shares[2 * i + 1] = clamped - at;
  }
  return new Uint8Array(before.buffer);
}
