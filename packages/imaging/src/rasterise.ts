import type { Mesh } from './mesh';
import { triangleJacobian } from './mesh-measure';
import { createRaster, type Box, type Point, type RasterU8 } from './raster';
import { cropRaster, resizeRaster } from './resize';

export interface RasterizeOptions {
  /** Sheets from back to front; sheets not named are not drawn. Default: all, ascending. */
  readonly sheetOrder?: readonly number[];
  /** Triangles from back to front; overrides sheetOrder. */
  readonly triangleOrder?: ArrayLike<number>;
  /** Per source pixel the sheet that may draw it; 0 = every sheet. Keeps one leg's pixels out of the other leg's cells. */
  readonly sheetLabels?: Uint8Array;
  /** The target point of the output's top left corner. Default (0, 0). */
  readonly origin?: Point;
  /** Whether to return the map. Default true. */
  readonly withMap?: boolean;
}

export interface RasterizedMesh {
  /** RGBA, straight alpha. */
  readonly raster: RasterU8;
  /** Source coordinates u, v of each output pixel; NaN where nothing was drawn; length 0 without map. */
  readonly map: Float32Array;
}

/**
 * A premultiplied picture, RGBA packed in 32 signed bits (R lowest), with a transparent rim of one pixel; where it begins in the source
 * and its scale to it. Signed, because V8 keeps those in registers: unsigned ones above 2³¹ become numbers on the heap.
 */
interface Texture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Int32Array;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly originX: number;
  readonly originY: number;
}

/** Shrinking by more than this needs a prefilter; below, bilinear sampling alone shows no aliasing that the eye finds. */
const SHRINK_LIMIT = 1.5;
/** Source pixels around a sheet's triangles that its texture holds, so that the prefilter sees what lies beside them. */
const SHEET_MARGIN = 8;

/**
 * Draws a picture through a deformed mesh: the painter's algorithm over triangles, bilinear with 8-bit fractions.
 *
 * Layout: `src` RGBA straight; `deformed` like `mesh.vertices`. Space: source pixels to target pixels; output pixel (x, y) shows the
 * target point origin + (x+½, y+½). A pixel belongs to the one triangle that holds its centre, so shared edges show no seam.
 * Range: colour within ±1 of exact bilinear; edges take their softness from the source's alpha.
 * Aliasing: an axis whose median scale is below 1/1.5 is area-averaged to size first; new memory. Cost: about 8 ns a drawn pixel.
 * Throws: RangeError when src is not RGBA, or a length does not fit.
 */
export function rasterizeMesh(
  src: RasterU8,
  mesh: Mesh,
  deformed: Float64Array,
  width: number,
  height: number,
  options: RasterizeOptions = {},
): RasterizedMesh {
  if (src.channels !== 4) throw new RangeError('rasterizeMesh needs an RGBA source');
  if (deformed.length !== mesh.vertices.length) throw new RangeError('the deformed vertices do not fit the mesh');
  if (options.sheetLabels && options.sheetLabels.length !== src.width * src.height) {
    throw new RangeError('the sheet labels do not fit the source');
  }
  const textures = createTextures(src, mesh, deformed, options.sheetLabels);
  const target: Target = {
    width,
    height,
    originX: options.origin?.x ?? 0,
    originY: options.origin?.y ?? 0,
    pixels: new Int32Array(width * height),
    map: options.withMap === false ? new Float32Array(0) : new Float32Array(width * height * 2).fill(NaN),
  };
  const order = options.triangleOrder ?? trianglesBySheet(mesh, options.sheetOrder);
  const corner = new Float64Array(12);
  for (let i = 0; i < order.length; i++) {
    const triangle = order[i];
    loadTriangle(mesh, triangle, deformed, target, corner);
    drawTriangle(target, textures(mesh.sheets[triangle]), corner);
  }
  return { raster: unpremultiply(target), map: target.map };
}

function trianglesBySheet(mesh: Mesh, sheetOrder?: readonly number[]): Uint32Array {
  const sheets = sheetOrder ?? Array.from(new Set(mesh.sheets)).sort((a, b) => a - b);
  const order: number[] = [];
  for (const sheet of sheets) {
    for (let t = 0; t < mesh.sheets.length; t++) if (mesh.sheets[t] === sheet) order.push(t);
  }
  return Uint32Array.from(order);
}

function createTextures(
  src: RasterU8,
  mesh: Mesh,
  deformed: Float64Array,
  labels: Uint8Array | undefined,
): (sheet: number) => Texture {
  const { sx, sy } = medianScales(mesh, deformed);
  const made = new Map<number, Texture>();
  return (sheet) => {
    const key = labels ? sheet : 0;
    const known = made.get(key);
    if (known) return known;
    const box = labels ? sheetBox(src, mesh, sheet) : { x: 0, y: 0, width: src.width, height: src.height };
    const w = sx < 1 / SHRINK_LIMIT ? Math.max(1, Math.round(box.width * sx)) : box.width;
    const h = sy < 1 / SHRINK_LIMIT ? Math.max(1, Math.round(box.height * sy)) : box.height;
    const scaleX = w / box.width;
    const scaleY = h / box.height;
    const asIs = scaleX === 1 && scaleY === 1;
    const pixels = asIs
      ? packPixels(src, box, sheet === 0 ? undefined : labels, sheet)
      : packPixels(resizeRaster(labels ? onlySheet(src, labels, sheet, box) : src, w, h), {
          x: 0,
          y: 0,
          width: w,
          height: h,
        });
    const texture = { width: w + 2, height: h + 2, pixels, scaleX, scaleY, originX: box.x, originY: box.y };
    made.set(key, texture);
    return texture;
  };
}

/** The part of the source that a sheet's triangles read, with a margin for the prefilter. */
function sheetBox(src: RasterU8, mesh: Mesh, sheet: number): Box {
  let [x0, y0, x1, y1] = [src.width, src.height, 0, 0];
  for (let t = 0; t < mesh.sheets.length; t++) {
    if (mesh.sheets[t] !== sheet) continue;
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      const x = mesh.vertices[2 * mesh.triangles[k]];
      const y = mesh.vertices[2 * mesh.triangles[k] + 1];
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  const x = Math.max(0, Math.floor(x0) - SHEET_MARGIN);
  const y = Math.max(0, Math.floor(y0) - SHEET_MARGIN);
  return {
    x,
    y,
    width: Math.max(1, Math.min(src.width, Math.ceil(x1) + SHEET_MARGIN) - x),
    height: Math.max(1, Math.min(src.height, Math.ceil(y1) + SHEET_MARGIN) - y),
  };
}

/** Median lengths of the images of one source pixel's two sides. */
function medianScales(mesh: Mesh, deformed: Float64Array): { sx: number; sy: number } {
  const count = mesh.sheets.length;
  if (count === 0) return { sx: 1, sy: 1 };
  const sx = new Float64Array(count);
  const sy = new Float64Array(count);
  const j = new Float64Array(4);
  for (let t = 0; t < count; t++) {
    triangleJacobian(mesh, t, mesh.vertices, deformed, j);
    sx[t] = Math.hypot(j[0], j[2]);
    sy[t] = Math.hypot(j[1], j[3]);
  }
  sx.sort();
  sy.sort();
  return { sx: sx[count >> 1], sy: sy[count >> 1] };
}

function onlySheet(src: RasterU8, labels: Uint8Array, sheet: number, box: Box): RasterU8 {
  const own = cropRaster(src, box);
  if (sheet === 0) return own;
  for (let y = 0, o = 3; y < box.height; y++) {
    for (let i = (box.y + y) * src.width + box.x, end = i + box.width; i < end; i++, o += 4) {
      if (labels[i] !== 0 && labels[i] !== sheet) own.data[o] = 0;
    }
  }
  return own;
}

/** A box of the source with a rim of empty pixels; `labels` leaves out what belongs to other sheets, as {@link onlySheet}. */
function packPixels(src: RasterU8, box: Box, labels?: Uint8Array, sheet = 0): Int32Array {
  const width = box.width + 2;
  const pixels = new Int32Array(width * (box.height + 2));
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * src.width + box.x;
    packRow(src.data, pixels, from, box.width, (y + 1) * width + 1, labels, sheet);
  }
  return pixels;
}

function packRow(
  data: Uint8Array,
  pixels: Int32Array,
  from: number,
  count: number,
  to: number,
  labels: Uint8Array | undefined,
  sheet: number,
): void {
  for (let n = 0, i = 4 * from; n < count; n++, i += 4) {
    const a = data[i + 3];
    if (a === 0 || (labels !== undefined && labels[from + n] !== 0 && labels[from + n] !== sheet)) continue;
    // (x·a + 127) / 255 rounds; for a = 255 it is x.
    const r = ((data[i] * a + 127) / 255) | 0;
    const g = ((data[i + 1] * a + 127) / 255) | 0;
    const b = ((data[i + 2] * a + 127) / 255) | 0;
    pixels[to + n] = r | (g << 8) | (b << 16) | (a << 24);
  }
}

interface Target {
  readonly width: number;
  readonly height: number;
  readonly originX: number;
  readonly originY: number;
  /** Premultiplied, packed as {@link Texture}. */
  readonly pixels: Int32Array;
  readonly map: Float32Array;
}

/** Writes the corners from top to bottom as x, y (output pixels), u, v (source pixels). The order makes shared edges exact. */
function loadTriangle(
  mesh: Mesh,
  triangle: number,
  deformed: Float64Array,
  target: Target,
  corner: Float64Array,
): void {
  let [a, b, c] = [0, 1, 2].map((k) => mesh.triangles[triangle * 3 + k]);
  const above = (p: number, q: number): boolean =>
    deformed[2 * p + 1] < deformed[2 * q + 1] || (deformed[2 * p + 1] === deformed[2 * q + 1] && p < q);
  if (above(b, a)) [a, b] = [b, a];
  if (above(c, b)) [b, c] = [c, b];
  if (above(b, a)) [a, b] = [b, a];
  let o = 0;
  for (const v of [a, b, c]) {
    corner[o++] = deformed[2 * v] - target.originX;
    corner[o++] = deformed[2 * v + 1] - target.originY;
    corner[o++] = mesh.vertices[2 * v];
    corner[o++] = mesh.vertices[2 * v + 1];
  }
}

function drawTriangle(target: Target, texture: Texture, corner: Float64Array): void {
  const [ax, ay, au, av, bx, by, bu, bv, cx, cy, cu, cv] = corner;
  const det = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (!(Math.abs(det) > 1e-9)) return;
  const ux = ((bu - au) * (cy - ay) - (cu - au) * (by - ay)) / det;
  const uy = ((cu - au) * (bx - ax) - (bu - au) * (cx - ax)) / det;
  const vx = ((bv - av) * (cy - ay) - (cv - av) * (by - ay)) / det;
  const vy = ((cv - av) * (bx - ax) - (bv - av) * (cx - ax)) / det;
  const top = Math.max(0, Math.ceil(ay - 0.5));
  const bottom = Math.min(target.height, Math.ceil(cy - 0.5));
  for (let y = top; y < bottom; y++) {
    const yc = y + 0.5;
    const long = ax + ((yc - ay) * (cx - ax)) / (cy - ay);
    const short = yc < by ? ax + ((yc - ay) * (bx - ax)) / (by - ay) : bx + ((yc - by) * (cx - bx)) / (cy - by);
    const from = Math.max(0, Math.ceil((long < short ? long : short) - 0.5));
    const to = Math.min(target.width, Math.ceil((long < short ? short : long) - 0.5));
    if (from >= to) continue;
    const u = au + (from + 0.5 - ax) * ux + (yc - ay) * uy;
    const v = av + (from + 0.5 - ax) * vx + (yc - ay) * vy;
    drawSpan(target, texture, y, from, to, u, v, ux, vx);
  }
}

/** Draws pixels [from, to) of row y; (u, v) is the source point of the first and moves by (ux, vx) a pixel. */
function drawSpan(
  target: Target,
  texture: Texture,
  y: number,
  from: number,
  to: number,
  u: number,
  v: number,
  ux: number,
  vx: number,
): void {
  const { pixels: tex, width: stride, height: rows, scaleX, scaleY, originX, originY } = texture;
  const { pixels, map } = target;
  const withMap = map.length > 0;
  // Texture coordinates in 1/256: + 256 for the rim, − 128 from edge to centre.
  let s = (u - originX) * scaleX * 256 + 128.5;
  let t = (v - originY) * scaleY * 256 + 128.5;
  const ds = ux * scaleX * 256;
  const dt = vx * scaleY * 256;
  for (let x = from, o = y * target.width + from; x < to; x++, o++, s += ds, t += dt) {
    const si = Math.floor(s);
    const ti = Math.floor(t);
    const column = si >> 8;
    const row = ti >> 8;
    if (column < 0 || row < 0 || column >= stride - 1 || row >= rows - 1) continue;
    const p = row * stride + column;
    const fs = si & 255;
    const colour = mix(mix(tex[p], tex[p + 1], fs), mix(tex[p + stride], tex[p + stride + 1], fs), ti & 255);
    const alpha = colour >>> 24;
    if (alpha === 0) continue;
    const below = pixels[o];
    if (withMap && (alpha >= 128 || below === 0)) {
      map[2 * o] = u + (x - from) * ux;
      map[2 * o + 1] = v + (x - from) * vx;
    }
    pixels[o] = alpha === 255 || below === 0 ? colour : over(colour, alpha, below);
  }
}

/** p + (q − p)·f/256 for the four bytes of packed pixels, rounded. */
function mix(p: number, q: number, f: number): number {
  if (p === q || f === 0) return p;
  const g = 256 - f;
  const even = ((p & 0xff00ff) * g + (q & 0xff00ff) * f + 0x800080) >>> 8;
  const odd = ((p >>> 8) & 0xff00ff) * g + ((q >>> 8) & 0xff00ff) * f + 0x800080;
  return (even & 0xff00ff) | (odd & 0xff00ff00);
}

/** Premultiplied "over"; 255 − alpha is stretched to 256ths so that alpha 0 would keep `below` exactly. */
function over(colour: number, alpha: number, below: number): number {
  const k = 255 - alpha + ((255 - alpha) >> 7);
  const even = (((below & 0xff00ff) * k + 0x800080) >>> 8) & 0xff00ff;
  const odd = (((below >>> 8) & 0xff00ff) * k + 0x800080) & 0xff00ff00;
  return (colour + (even | odd)) | 0;
}

function unpremultiply(target: Target): RasterU8 {
  const out = createRaster(target.width, target.height, 4);
  const { data } = out;
  for (let i = 0, o = 0; i < target.pixels.length; i++, o += 4) {
    const pixel = target.pixels[i];
    if (pixel === 0) continue;
    const alpha = pixel >>> 24;
    const r = pixel & 255;
    const g = (pixel >>> 8) & 255;
    const b = (pixel >>> 16) & 255;
    data[o + 3] = alpha;
    if (alpha === 255) {
      data[o] = r;
      data[o + 1] = g;
      data[o + 2] = b;
    } else {
      const k = 255 / alpha;
      data[o] = Math.min(255, r * k + 0.5);
      data[o + 1] = Math.min(255, g * k + 0.5);
      data[o + 2] = Math.min(255, b * k + 0.5);
    }
  }
  return out;
}
