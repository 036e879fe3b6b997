import { createPlane, type PlaneF32, type RasterU8 } from '../core/raster';
import { gaussianBlur } from '../filter/filter';

/** σ by which the outline is smoothed, as a share of the cut-out's height: stairs and tufts go, folds of a sleeve stay. Tuned by eye. */
const SMOOTHING_SIGMA = 0.006;
/** Half the width of the new edge's ramp, pixels: a ramp of a pixel and a half is enlarged to an even line. */
const EDGE_RAMP_HALF = 0.8;
/**
 * Difference of blurred α from .5 at which the outline is partly, and fully, left as it was: there it is not a rough edge but a corner, a
 * strap or a slit.
 */
const DETAIL_KEPT_FROM = 0.16;
const DETAIL_KEPT_FULLY = 0.27;
/** Distance around structures too fine for the blur within which the outline stays as it was, pixels. */
const FINE_STRUCTURE_REACH = 2;

/**
 * Draws the outline of a cut-out as an even line. Mattes of small pictures have stairs, and those of faint edges tufts; on a body they are
 * enlarged and look torn.
 *
 * Layout: straight RGBA, whose colours continue past the outline; only α changes. Corners, straps and slits that are finer than the blur
 * stay. Aliasing: writes α of `rgba`. Cost: a blur at half the size.
 */
export function smoothOutline(rgba: RasterU8): void {
  const sigma = SMOOTHING_SIGMA * rgba.height;
  const soft = gaussianBlur(halfAlpha(rgba), sigma / 2);
  const band: Band = { places: [], offs: [] };
  for (let v = 0; v + 1 < soft.height; v++) addBand(soft, rgba, v, band);
  redraw(rgba, band, (sigma * Math.sqrt(2 * Math.PI)) / (2 * EDGE_RAMP_HALF));
}

/** The pixels whose blurred α is near .5: their indices, and blurred α minus .5. */
interface Band {
  readonly places: number[];
  readonly offs: number[];
}

/** α, 0…1, of every 2 × 2 pixels; an odd last row or column is left out. */
function halfAlpha({ width, height, data }: RasterU8): PlaneF32 {
  const out = createPlane(width >> 1, height >> 1);
  const below = 4 * width;
  for (let y = 0, o = 0; y < out.height; y++) {
    for (let x = 0, a = 8 * y * width + 3; x < out.width; x++, o++, a += 8) {
      out.data[o] = (data[a] + data[a + 4] + data[a + below] + data[a + below + 4]) / 1020;
    }
  }
  return out;
}

/**
 * Finds the pixels of the band whose centres are between the rows `v` and v + 1 of `soft`, in blocks of four with the same neighbours in
 * `soft`.
 */
function addBand({ width: pitch, data }: PlaneF32, rgba: RasterU8, v: number, band: Band): void {
  const sure = DETAIL_KEPT_FULLY + 0.2;
  for (let u = 0, i = v * pitch; u + 1 < pitch; u++, i++) {
    const near = data[i] - 0.5;
    if (near > sure || near < -sure) continue;
    for (let y = 2 * v + 1; y < 2 * v + 3; y++) {
      for (let x = 2 * u + 1; x < 2 * u + 3; x++) addPixel(data, i, pitch, rgba, x, y, band);
    }
  }
}

/** Adds a pixel to the band if it belongs to it; `i` is the upper left of the four pixels of `data` around it. */
function addPixel(
  data: Float32Array,
  i: number,
  pitch: number,
  { width, height }: RasterU8,
  x: number,
  y: number,
  { places, offs }: Band,
): void {
  if (
    x < FINE_STRUCTURE_REACH ||
    y < FINE_STRUCTURE_REACH ||
    x >= width - FINE_STRUCTURE_REACH ||
    y >= height - FINE_STRUCTURE_REACH
  )
    return;
  const s = x & 1 ? 0.25 : 0.75;
  const above = data[i] + s * (data[i + 1] - data[i]);
  const below = data[i + pitch] + s * (data[i + pitch + 1] - data[i + pitch]);
  const off = above + (y & 1 ? 0.25 : 0.75) * (below - above) - 0.5;
  if (off > DETAIL_KEPT_FULLY || off < -DETAIL_KEPT_FULLY) return;
  places.push(y * width + x);
  offs.push(off);
}

/** Writes the new α of the band; `steep`: how many times steeper than the blur the new edge is. */
function redraw({ width, height, data }: RasterU8, { places, offs }: Band, steep: number): void {
  const fine = new Uint8Array(width * height);
  for (let n = 0; n < places.length; n++) markFineStructures(data, width, places[n], offs[n] > 0, fine);
  for (let n = 0; n < places.length; n++) {
    if (fine[places[n]] === 1) continue;
    const off = offs[n];
    const drawn = 255 * Math.min(1, Math.max(0, 0.5 + off * steep));
    const kept = Math.max(0, (Math.abs(off) - DETAIL_KEPT_FROM) / (DETAIL_KEPT_FULLY - DETAIL_KEPT_FROM));
    const a = 4 * places[n] + 3;
    data[a] = drawn + kept * (data[a] - drawn) + 0.5;
  }
}

/** Marks straps and slits of three pixels or more in width: the blur would turn even their middle into the other side. */
function markFineStructures(rgba: Uint8Array, width: number, i: number, becomes: boolean, fine: Uint8Array): void {
  if (rgba[4 * i + 3] > 127 === becomes) return;
  for (let y = i - width; y <= i + width; y += width) {
    for (let j = y - 1; j <= y + 1; j++) if (rgba[4 * j + 3] > 127 === becomes) return;
  }
  for (let y = i - FINE_STRUCTURE_REACH * width; y <= i + FINE_STRUCTURE_REACH * width; y += width)
    fine.fill(1, y - FINE_STRUCTURE_REACH, y + FINE_STRUCTURE_REACH + 1);
}
