import { createRaster, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';

export type Rgb = readonly [number, number, number];

/** An RGB copy to draw on; alpha is blended with `background`. */
export function copyOnto(picture: RasterU8, background: Rgb): RasterU8 {
  const { width, height, channels, data } = picture;
  const copy = createRaster(width, height, 3);
  for (let i = 0; i < width * height; i++) {
    const alpha = channels === 4 ? (data[i * 4 + 3] ?? 0) / 255 : 1;
    for (let c = 0; c < 3; c++) {
      const below = background[c] ?? 0;
      copy.data[i * 3 + c] = Math.round(below + alpha * ((data[i * channels + (c % channels)] ?? 0) - below));
    }
  }
  return copy;
}

/** Fades the whole picture towards a colour, so that drawings on it stand out. */
export function fade(onto: RasterU8, colour: Rgb, share: number): void {
  for (let i = 0; i < onto.width * onto.height; i++) mix(onto, i, colour, share);
}

/** Colours a picture where a plane of any size, stretched over it, is not 0. */
export function tint(onto: RasterU8, plane: PlaneF32, colour: Rgb, share: number): void {
  for (let y = 0; y < onto.height; y++) {
    for (let x = 0; x < onto.width; x++) {
      const value = valueAt(plane, ((x + 0.5) * plane.width) / onto.width, ((y + 0.5) * plane.height) / onto.height);
      if (value > 0) mix(onto, y * onto.width + x, colour, Math.min(1, value) * share);
    }
  }
}

/** Bilinear, between pixel centres, as everywhere in the pipeline. */
function valueAt({ width, height, data }: PlaneF32, x: number, y: number): number {
  const left = Math.min(width - 1, Math.max(0, x - 0.5));
  const top = Math.min(height - 1, Math.max(0, y - 0.5));
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const row = (at: number): number => {
    const from = data[at * width + x0] ?? 0;
    return from + (left - x0) * ((data[at * width + x1] ?? 0) - from);
  };
  return row(y0) + (top - y0) * (row(y1) - row(y0));
}

/** Pixels of the picture. */
export interface Pen {
  readonly radius: number;
  readonly colour: Rgb;
  /** 0…1; 1 where missing. */
  readonly opacity?: number;
}

export function drawPoint(onto: RasterU8, point: Point, pen: Pen): void {
  drawSegment(onto, point, point, pen);
}

export function drawLine(onto: RasterU8, points: readonly Point[], pen: Pen): void {
  for (const [at, point] of points.entries()) {
    const next = points[at + 1];
    if (next !== undefined) drawSegment(onto, point, next, pen);
  }
}

/** With round caps; anti-aliased over one pixel. */
export function drawSegment(onto: RasterU8, from: Point, to: Point, { radius, colour, opacity = 1 }: Pen): void {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squared = dx * dx + dy * dy;
  const reach = radius + 1;
  const [left, right] = [Math.floor(Math.min(from.x, to.x) - reach), Math.ceil(Math.max(from.x, to.x) + reach)];
  const [top, bottom] = [Math.floor(Math.min(from.y, to.y) - reach), Math.ceil(Math.max(from.y, to.y) + reach)];
  for (let y = Math.max(0, top); y < Math.min(onto.height, bottom); y++) {
    for (let x = Math.max(0, left); x < Math.min(onto.width, right); x++) {
      const [px, py] = [x + 0.5 - from.x, y + 0.5 - from.y];
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const away = Math.hypot(px - along * dx, py - along * dy);
      const cover = Math.min(1, Math.max(0, radius + 0.5 - away));
      if (cover > 0) mix(onto, y * onto.width + x, colour, cover * opacity);
    }
  }
}

function mix(onto: RasterU8, pixel: number, colour: Rgb, share: number): void {
  for (let c = 0; c < 3; c++) {
    const at = pixel * 3 + c;
    const below = onto.data[at] ?? 0;
    onto.data[at] = Math.round(below + share * ((colour[c] ?? 0) - below));
  }
}
