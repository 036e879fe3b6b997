import { copyIn, copyOut, copyTo, kernels, reserve, startKernels } from '../memory/kernels';
import type { Mesh } from './mesh';
import { triangleJacobian } from './mesh-measure';
import { allocRasterUninitialised, type Box, type Point, type RasterU8 } from '../core/raster';
import { cropRaster, resizeRaster } from '../resize/resize';
import { outsideScratch } from '../memory/scratch';

export interface RasterizeOptions {
  /** Sheets from back to front; sheets that are not listed are not drawn. Default: all, ascending. */
  readonly sheetOrder?: readonly number[];
  /** Triangles from back to front; overrides sheetOrder. */
  readonly triangleOrder?: ArrayLike<number>;
  /**
   * Per sheet, how much of each source pixel may be drawn, 0…255; everything where a sheet has no entry. Keeps one leg's pixels out of the
   * other leg's cells.
   */
  readonly sheetCovers?: SheetCovers;
  /** The target point at the output's top left corner. Default (0, 0). */
  readonly origin?: Point;
  /** Whether to return the map. Default true. */
  readonly withMap?: boolean;
}

/** Per sheet number, one byte per source pixel, or undefined. */
export type SheetCovers = readonly (Uint8Array | undefined)[];

export interface RasterizedMesh {
  /** RGBA, straight alpha. */
  readonly raster: RasterU8;
  /** Source coordinates u, v of each output pixel; NaN where nothing was drawn; empty if `withMap` is false. */
  readonly map: Float32Array;
}

/** What a sheet is drawn from: a box of the source picture, its scale against the source, and where it begins there. */
interface Texture {
  readonly raster: RasterU8;
  readonly box: Box;
  /** How much of each pixel is drawn, unless the raster already includes it. */
  readonly cover: Uint8Array | undefined;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly originX: number;
  readonly originY: number;
}

/** Shrink factor above which the source is prefiltered; below it, bilinear sampling alone shows no visible aliasing. */
const SHRINK_LIMIT = 1.5;
/** Source pixels around a sheet's triangles that its texture includes, so that the prefilter sees the neighbourhood. */
const SHEET_MARGIN = 8;

/**
 * Draws a picture through a deformed mesh: the painter's algorithm over triangles, bilinear with 8-bit fractions.
 *
 * Layout: `src` RGBA straight; `deformed` like `mesh.vertices`. Space: source pixels to target pixels; output pixel (x, y) shows the target
 * point origin + (x+½, y+½). A pixel belongs to the one triangle that contains its centre, so shared edges show no seam.
 * Range: colour within ±1 of exact bilinear; edges are as soft as the source's alpha.
 * Aliasing: an axis whose median scale is below 1/1.5 is area-averaged to size first; new memory. Cost: about 3 ns per drawn pixel.
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
  if (options.sheetCovers?.some((cover) => cover !== undefined && cover.length !== src.width * src.height)) {
    throw new RangeError('the covers of the sheets do not fit the source');
  }
  const order = options.triangleOrder ?? trianglesBySheet(mesh, options.sheetOrder);
  const { textures, textureOf } = createTextures(src, mesh, deformed, order, options.sheetCovers);
  const corners = new Float64Array(12 * order.length);
  for (let i = 0; i < order.length; i++) {
    loadTriangle(mesh, order[i], deformed, options.origin ?? { x: 0, y: 0 }, corners, 12 * i);
  }
  const raster = outsideScratch(() => allocRasterUninitialised(width, height, 4));
  const map = new Float32Array(options.withMap === false ? 0 : width * height * 2).fill(NaN);
  drawAll(textures, textureOf, corners, raster, map);
  return { raster, map };
}

/** Fills raster and map from back to front. */
function drawAll(
  textures: readonly Texture[],
  textureOf: Int32Array,
  corners: Float64Array,
  raster: RasterU8,
  map: Float32Array,
): void {
  const { drawTriangles, fillBytes, unpremultiply } = kernels();
  const { width, height, data } = raster;
  startKernels();
  const addresses = new Int32Array(3 * textures.length);
  const frames = new Float64Array(4 * textures.length);
  textures.forEach((texture, n) => {
    addresses.set([packTexture(texture), texture.box.width + 2, texture.box.height + 2], 3 * n);
    frames.set([texture.scaleX, texture.scaleY, texture.originX, texture.originY], 4 * n);
  });
  const pixels = reserve(data.length);
  fillBytes(pixels, 0, data.length);
  const mapAt = map.length > 0 ? copyIn(map) : 0;
  drawTriangles({
    corners: copyIn(corners),
    textureOf: copyIn(textureOf),
    count: textureOf.length,
    textures: copyIn(addresses),
    frames: copyIn(frames),
    pixels,
    map: mapAt,
    width,
    height,
  });
  unpremultiply(pixels, width * height);
  copyOut(pixels, data);
  if (map.length > 0) copyOut(mapAt, map);
}

/** Source rows packed at a time. */
const PACKED_ROWS = 64;

/** Returns the address of a texture: premultiplied, with a border of empty pixels. */
function packTexture({ raster, box, cover }: Texture): number {
  const { fillBytes, packPixels } = kernels();
  const pitch = raster.width;
  const rowBytes = 4 * (box.width + 2);
  const texture = reserve(rowBytes * (box.height + 2));
  fillBytes(texture, 0, rowBytes);
  const rows = reserve(4 * pitch * Math.min(PACKED_ROWS, box.height));
  const marks = cover === undefined ? 0 : reserve(pitch * Math.min(PACKED_ROWS, box.height));
  for (let y = 0; y < box.height; y += PACKED_ROWS) {
    const count = Math.min(PACKED_ROWS, box.height - y);
    const from = (box.y + y) * pitch;
    copyTo(rows, raster.data.subarray(4 * from, 4 * (from + count * pitch)));
    if (cover !== undefined) copyTo(marks, cover.subarray(from, from + count * pitch));
    const coverAt = cover === undefined ? 0 : marks + box.x;
    packPixels(rows + 4 * box.x, coverAt, pitch, box.width, count, texture + (y + 1) * rowBytes);
  }
  fillBytes(texture + rowBytes * (box.height + 1), 0, rowBytes);
  return texture;
}

function trianglesBySheet(mesh: Mesh, sheetOrder?: readonly number[]): Uint32Array {
  const sheets = sheetOrder ?? Array.from(new Set(mesh.sheets)).sort((a, b) => a - b);
  const order: number[] = [];
  for (const sheet of sheets) {
    for (let t = 0; t < mesh.sheets.length; t++) if (mesh.sheets[t] === sheet) order.push(t);
  }
  return Uint32Array.from(order);
}

/** Creates the textures that the triangles in `order` are drawn from, and maps each triangle to its texture. */
function createTextures(
  src: RasterU8,
  mesh: Mesh,
  deformed: Float64Array,
  order: ArrayLike<number>,
  covers: SheetCovers | undefined,
): { textures: readonly Texture[]; textureOf: Int32Array } {
  const scales = medianScales(mesh, deformed);
  const textures: Texture[] = [];
  const known = new Map<number, number>();
  const textureOf = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const sheet = mesh.sheets[order[i]];
    const key = covers ? sheet : 0;
    const at = known.get(key) ?? textures.push(createTexture(src, mesh, scales, sheet, covers)) - 1;
    known.set(key, at);
    textureOf[i] = at;
  }
  return { textures, textureOf };
}

function createTexture(
  src: RasterU8,
  mesh: Mesh,
  { sx, sy }: { sx: number; sy: number },
  sheet: number,
  covers: SheetCovers | undefined,
): Texture {
  const cover = covers?.[sheet];
  const box = covers ? sheetBox(src, mesh, sheet) : { x: 0, y: 0, width: src.width, height: src.height };
  const width = sx < 1 / SHRINK_LIMIT ? Math.max(1, Math.round(box.width * sx)) : box.width;
  const height = sy < 1 / SHRINK_LIMIT ? Math.max(1, Math.round(box.height * sy)) : box.height;
  const scaleX = width / box.width;
  const scaleY = height / box.height;
  const place = { scaleX, scaleY, originX: box.x, originY: box.y };
  if (scaleX === 1 && scaleY === 1) return { raster: src, box, cover, ...place };
  const raster = resizeRaster(covers ? onlySheet(src, cover, box) : src, width, height);
  return { raster, box: { x: 0, y: 0, width, height }, cover: undefined, ...place };
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

/** Median lengths to which the two sides of a source pixel are mapped. */
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

function onlySheet(src: RasterU8, cover: Uint8Array | undefined, box: Box): RasterU8 {
  const own = cropRaster(src, box);
  if (cover === undefined) return own;
  for (let y = 0, o = 3; y < box.height; y++) {
    for (let i = (box.y + y) * src.width + box.x, end = i + box.width; i < end; i++, o += 4) {
      if (cover[i] !== 255) own.data[o] = (own.data[o] * cover[i]) / 255;
    }
  }
  return own;
}

/** Writes the corners from top to bottom as x, y (output pixels), u, v (source pixels). The fixed order makes shared edges exact. */
function loadTriangle(
  mesh: Mesh,
  triangle: number,
  deformed: Float64Array,
  origin: Point,
  corners: Float64Array,
  at: number,
): void {
  let a = mesh.triangles[triangle * 3];
  let b = mesh.triangles[triangle * 3 + 1];
  let c = mesh.triangles[triangle * 3 + 2];
  if (isAbove(deformed, b, a)) [a, b] = [b, a];
  if (isAbove(deformed, c, b)) [b, c] = [c, b];
  if (isAbove(deformed, b, a)) [a, b] = [b, a];
  loadCorner(mesh, a, deformed, origin, corners, at);
  loadCorner(mesh, b, deformed, origin, corners, at + 4);
  loadCorner(mesh, c, deformed, origin, corners, at + 8);
}

function isAbove(deformed: Float64Array, p: number, q: number): boolean {
  const [y, other] = [deformed[2 * p + 1], deformed[2 * q + 1]];
  return y < other || (y === other && p < q);
}

function loadCorner(
  mesh: Mesh,
  vertex: number,
  deformed: Float64Array,
  origin: Point,
  corners: Float64Array,
  at: number,
): void {
  corners[at] = deformed[2 * vertex] - origin.x;
  corners[at + 1] = deformed[2 * vertex + 1] - origin.y;
  corners[at + 2] = mesh.vertices[2 * vertex];
  corners[at + 3] = mesh.vertices[2 * vertex + 1];
}
