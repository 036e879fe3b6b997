import { boxBlur, createPlane, type Box, type PlaneF32, type RasterU8 } from '@drape/imaging';

/** Linear models of planes in the guide's colours: q = a·R + b·G + c·B + d, one set of four planes a refined plane. */
export interface GuidedModels {
  readonly width: number;
  readonly height: number;
  /** Four planes a source plane: a, b, c, d. */
  readonly coefficients: readonly PlaneF32[];
}

/**
 * The colour guided filter's coefficients of several planes at once: the guide's covariance is inverted only once.
 *
 * Layout: guide RGB of the planes' size. Range: guide 0…1 inside. Cost: 13 box passes + 7 a plane.
 * Source: He, Sun, Tang 2013, eqs. 19–21; He, Sun 2015: computed at low resolution, applied at high.
 */
export function guidedModels(guide: RasterU8, planes: readonly PlaneF32[], radius: number, eps: number): GuidedModels {
  const { width, height } = guide;
  const [r, g, b] = channelsOf(guide);
  const means = [r, g, b].map((p) => boxBlur(p, radius));
  const inverse = invertedCovariance([r, g, b], means, radius, eps);
  const coefficients: PlaneF32[] = [];
  for (const plane of planes) {
    const mean = boxBlur(plane, radius);
    const cross = [r, g, b].map((p) => boxBlur(product(p, plane), radius));
    const out = [0, 1, 2, 3].map(() => createPlane(width, height));
    for (let i = 0; i < mean.data.length; i++) {
      const c0 = cross[0].data[i] - means[0].data[i] * mean.data[i];
      const c1 = cross[1].data[i] - means[1].data[i] * mean.data[i];
      const c2 = cross[2].data[i] - means[2].data[i] * mean.data[i];
      const at = 6 * i;
      const a0 = inverse[at] * c0 + inverse[at + 1] * c1 + inverse[at + 2] * c2;
      const a1 = inverse[at + 1] * c0 + inverse[at + 3] * c1 + inverse[at + 4] * c2;
      const a2 = inverse[at + 2] * c0 + inverse[at + 4] * c1 + inverse[at + 5] * c2;
      out[0].data[i] = a0;
      out[1].data[i] = a1;
      out[2].data[i] = a2;
      out[3].data[i] = mean.data[i] - a0 * means[0].data[i] - a1 * means[1].data[i] - a2 * means[2].data[i];
    }
    coefficients.push(...out.map((p) => boxBlur(p, radius)));
  }
  return { width, height, coefficients };
}

function channelsOf(raster: RasterU8): PlaneF32[] {
  return [0, 1, 2].map((c) => {
    const plane = createPlane(raster.width, raster.height);
    for (let i = 0, j = c; i < plane.data.length; i++, j += raster.channels) plane.data[i] = raster.data[j] / 255;
    return plane;
  });
}

function product(p: PlaneF32, q: PlaneF32): PlaneF32 {
  const out = createPlane(p.width, p.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = p.data[i] * q.data[i];
  return out;
}

/** Upper triangle of (Σ + eps)⁻¹ a pixel: 00 01 02 11 12 22. */
function invertedCovariance(
  rgb: readonly PlaneF32[],
  means: readonly PlaneF32[],
  radius: number,
  eps: number,
): Float64Array {
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ] as const;
  const moments = pairs.map(([p, q]) => boxBlur(product(rgb[p], rgb[q]), radius));
  const n = rgb[0].data.length;
  const out = new Float64Array(6 * n);
  const s = new Float64Array(6);
  for (let i = 0; i < n; i++) {
    pairs.forEach(([p, q], m) => {
      s[m] = moments[m].data[i] - means[p].data[i] * means[q].data[i] + (p === q ? eps : 0);
    });
    const c00 = s[3] * s[5] - s[4] * s[4];
    const c01 = s[2] * s[4] - s[1] * s[5];
    const c02 = s[1] * s[4] - s[2] * s[3];
    const k = 1 / (s[0] * c00 + s[1] * c01 + s[2] * c02);
    out[6 * i] = c00 * k;
    out[6 * i + 1] = c01 * k;
    out[6 * i + 2] = c02 * k;
    out[6 * i + 3] = (s[0] * s[5] - s[2] * s[2]) * k;
    out[6 * i + 4] = (s[1] * s[2] - s[0] * s[4]) * k;
    out[6 * i + 5] = (s[0] * s[3] - s[1] * s[1]) * k;
  }
  return out;
}

/**
 * Reads several equal-sized planes bilinearly along the rows of a larger picture: rows are mixed once, columns a pixel.
 *
 * Space: the planes cover `box`, given in pixels of the larger picture (fractions allowed); outside it the nearest value is read.
 */
export class RowSampler {
  /** Values at the pixel read last, in the order of the planes. */
  readonly values: Float64Array;
  private readonly line: Float32Array;
  private readonly width: number;
  private readonly height: number;

  constructor(
    private readonly planes: readonly PlaneF32[],
    private readonly box: Box,
  ) {
    this.width = planes[0].width;
    this.height = planes[0].height;
    this.values = new Float64Array(planes.length);
    this.line = new Float32Array(planes.length * this.width);
  }

  /** Mixes the rows for the picture's row y. */
  load(y: number): void {
    const v = ((y + 0.5 - this.box.y) / this.box.height) * this.height - 0.5;
    const clamped = Math.max(0, Math.min(this.height - 1, v));
    const y0 = Math.min(Math.max(0, this.height - 2), Math.floor(clamped));
    const t = clamped - y0;
    const step = this.height > 1 ? this.width : 0;
    const count = this.planes.length;
    for (let p = 0; p < count; p++) {
      const src = this.planes[p].data;
      for (let x = 0, i = y0 * this.width; x < this.width; x++, i++) {
        this.line[x * count + p] = src[i] + t * (src[i + step] - src[i]);
      }
    }
  }

  /** Reads all planes at the picture's column x of the loaded row into `values`. */
  read(x: number): void {
    const u = ((x + 0.5 - this.box.x) / this.box.width) * this.width - 0.5;
    const clamped = u < 0 ? 0 : u > this.width - 1 ? this.width - 1 : u;
    const x0 = Math.min(Math.max(0, this.width - 2), Math.floor(clamped));
    const t = clamped - x0;
    const { values, line } = this;
    const count = values.length;
    const step = this.width > 1 ? count : 0;
    for (let p = 0, i = x0 * count; p < count; p++, i++) values[p] = line[i] + t * (line[i + step] - line[i]);
  }
}
