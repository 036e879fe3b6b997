import { resizeRaster } from '@drape/imaging';
import type { Point, RasterU8 } from '@drape/imaging';
import { distance } from './chain';
import type { Silhouette } from './silhouette';

/** RGB distance (0…441) that is as good as it gets: a label or a dark inside must not outshine a soft front edge. */
const CONTRAST_CAP = 24;

/** RGB distance within which a pixel still is the garment's fabric, in its folds and shades. */
const LIKE_FABRIC = 42;
/** A lining or a shadowed inside is nearly of one colour; stripes and shining quilts are not. */
const LINING_SPREAD = 26;

export interface View {
  readonly raster: RasterU8;
  readonly toView: (p: Point) => Point;
  readonly step: number;
}

/** The garment down to the row `until`, in its pixels, shrunk so that the whole would have half a thousand rows. */
export function viewOf(silhouette: Silhouette, rgba: RasterU8, until: number): View {
  const scale = Math.min(rgba.height, 512) / rgba.height;
  const rows = Math.max(8, Math.min(rgba.height, Math.ceil(until)));
  const upper = { ...rgba, height: rows, data: rgba.data.subarray(0, 4 * rows * rgba.width) };
  const raster = resizeRaster(
    upper,
    Math.max(8, Math.round(rgba.width * scale)),
    Math.max(8, Math.round(rows * scale)),
  );
  return {
    raster,
    toView: scaledBy.bind(null, silhouette.toGarment, scale),
    step: 2,
  };
}

function scaledBy(place: (p: Point) => Point, scale: number, p: Point): Point {
  const q = place(p);
  return { x: q.x * scale, y: q.y * scale };
}

/**
 * Mean of the weaker 60 % of the clipped colour steps (or thin lines) across the curve, 0…1: a neckline is an edge along its whole
 * length, a print or a zip only here and there. The ends, where every curve lies on the outline, do not count.
 */
export function edgeScore(view: View, curve: readonly Point[]): number {
  const steps: number[] = [];
  const points = curve.map(view.toView);
  for (let i = 3; i < curve.length - 3; i++) {
    const before = points[i - 1];
    const after = points[i + 1];
    const here = points[i];
    const length = Math.max(1e-6, distance(before, after));
    const nx = (-(after.y - before.y) / length) * view.step;
    const ny = ((after.x - before.x) / length) * view.step;
    const across = colourStep(view.raster, here.x + nx, here.y + ny, here.x - nx, here.y - ny);
    if (across < 0) continue;
    const line = across < CONTRAST_CAP ? lineStep(view.raster, here, nx * 1.5, ny * 1.5, across / 1.2) * 1.2 : 0;
    steps.push(Math.min(CONTRAST_CAP, Math.max(across, line)) / CONTRAST_CAP);
  }
  if (steps.length < (curve.length - 6) * 0.6) return 0;
  const weaker = steps.sort((p, q) => p - q).slice(0, Math.ceil(steps.length * 0.6));
  return weaker.reduce((sum, step) => sum + step, 0) / weaker.length;
}

/**
 * How much brighter or darker one side of the curve is than the other some pixels away, 0…255: large at the opening, whose
 * inside lies in shadow, small at a seam, which is only a line.
 */
export function wideStep(view: View, curve: readonly Point[]): number {
  let sum = 0;
  let count = 0;
  for (let i = 4; i < curve.length - 4; i++) {
    const here = view.toView(curve[i]);
    const above = pixelIndex(view.raster, here.x, here.y - 5);
    const below = pixelIndex(view.raster, here.x, here.y + 5);
    if (above < 0 || below < 0 || view.raster.data[above + 3] < 128 || view.raster.data[below + 3] < 128) continue;
    for (let c = 0; c < 3; c++) sum += (view.raster.data[below + c] - view.raster.data[above + c]) / 3;
    count++;
  }
  return count === 0 ? 0 : Math.abs(sum / count);
}

/**
 * Share of the area above the curve's middle that has the colour of the fabric below it and beside the neck: near 0 where the curve
 * bounds a lining or the inside of the back, near 1 where it bounds a print. `top` is the first garment row of a column.
 */
export function fabricShare(view: View, curve: readonly Point[], top: (x: number) => number): number {
  const depth = Math.abs(curve[curve.length >> 1].y - curve[0].y);
  const half = (curve[curve.length - 1].x - curve[0].x) / 2;
  const below = meanAt(
    view,
    curve.slice(8, -8).map((p) => ({ x: p.x, y: p.y + Math.max(4, depth * 0.15) })),
  );
  const beside = meanAt(
    view,
    [0.2, 0.35, 0.5].flatMap((out) => [
      { x: curve[0].x - out * half, y: curve[0].y + half * 0.6 },
      { x: curve[curve.length - 1].x + out * half, y: curve[curve.length - 1].y + half * 0.6 },
    ]),
  );
  if (below === null || beside === null) return 1;
  const other: number[][] = [];
  let seen = 0;
  for (let k = 7; k < curve.length - 7; k++) {
    const first = top(curve[k].x);
    for (const t of [0.4, 0.55, 0.7, 0.85]) {
      const colour = meanAt(view, [{ x: curve[k].x, y: first + (curve[k].y - first) * t }]);
      if (colour === null) continue;
      seen++;
      if (apart(colour, below) > LIKE_FABRIC && apart(colour, beside) > LIKE_FABRIC) other.push(colour);
    }
  }
  return seen < 20 || spread(other) > LINING_SPREAD ? 1 : 1 - other.length / seen;
}

/** Fabric is plain when at most this share of it differs from its median. */
const PLAIN_MAX = 0.06;
/** RGB distance from plain fabric at which a pixel is label, tape or hanger. */
const FOREIGN = 70;
/** The same from each colour of a pattern, which are many. */
const FOREIGN_PATTERN = 44;
/** Colours of a pattern are told apart from this distance on, and count from this share of its pixels on. */
const PATTERN_APART = 26;
const PATTERN_SHARE = 0.012;
/** Rows below the deepest usual neckline at which the fabric is looked at, in shoulder widths. */
const FABRIC_ROWS = [0.03, 0.08, 0.14];
const PATTERN_ROWS = [0.03, 0.08, 0.14, 0.2, 0.26, 0.32, 0.38, 0.44];

/** What a garment is made of. */
export interface Fabric {
  readonly colours: readonly (readonly number[])[];
  /** RGB distance from all of them from which a pixel is not of it. */
  readonly foreign: number;
}

/** The colours below the deepest usual neckline: the median of plain fabric, the palette of a pattern; null where too little is seen. */
export function fabricColours(view: View, deepest: readonly Point[], shoulder: number): Fabric | null {
  const near = coloursBelow(view, deepest, FABRIC_ROWS, shoulder);
  if (near.length < 20) return null;
  const median = [0, 1, 2].map((c) => near.map((colour) => colour[c]).sort((p, q) => p - q)[near.length >> 1]);
  const other = near.filter((colour) => apart(colour, median) > FOREIGN * 0.7).length;
  if (other <= PLAIN_MAX * near.length) return { colours: [median], foreign: FOREIGN };
  return { colours: palette(coloursBelow(view, deepest, PATTERN_ROWS, shoulder)), foreign: FOREIGN_PATTERN };
}

function coloursBelow(view: View, curve: readonly Point[], rows: readonly number[], shoulder: number): number[][] {
  return rows.flatMap((drop) =>
    curve.flatMap((p) => {
      const colour = meanAt(view, [{ x: p.x, y: p.y + drop * shoulder }]);
      return colour === null ? [] : [colour];
    }),
  );
}

/** The colours that come often enough, each standing for those near it. */
function palette(colours: readonly (readonly number[])[]): (readonly number[])[] {
  const found: { colour: readonly number[]; count: number }[] = [];
  for (const colour of colours) {
    const like = found.find((entry) => apart(entry.colour, colour) < PATTERN_APART);
    if (like === undefined) found.push({ colour, count: 1 });
    else like.count++;
  }
  return found.filter((entry) => entry.count >= PATTERN_SHARE * colours.length).map((entry) => entry.colour);
}

/** Share of the curve's columns that show something else than the fabric within `reach` below the curve. */
export function foreignShare(view: View, curve: readonly Point[], fabric: Fabric, reach: number): number {
  const { data } = view.raster;
  let foreign = 0;
  let seen = 0;
  for (let i = 1; i < curve.length - 1; i++) {
    seen++;
    for (let t = 0.25; t <= 1; t += 0.25) {
      const p = view.toView({ x: curve[i].x, y: curve[i].y + t * reach });
      const at = pixelIndex(view.raster, p.x, p.y);
      if (at < 0 || data[at + 3] < 128 || isFabric(data, at, fabric)) continue;
      foreign++;
      break;
    }
  }
  return foreign / seen;
}

/** How much darker (0…255) the garment is around `middle` than `aside` to both sides of it. */
export function shadeBetween(view: View, middle: Point, aside: number): number {
  const spots = (x: number): Point[] =>
    [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ x: x + 0.06 * aside * dx, y: middle.y + 0.06 * aside * dy })));
  const inside = meanAt(view, spots(middle.x));
  const beside = meanAt(view, [...spots(middle.x - aside), ...spots(middle.x + aside)]);
  if (inside === null || beside === null) return 0;
  return beside.reduce((sum, value, c) => sum + (value - inside[c]) / 3, 0);
}

function isFabric(data: Uint8Array, at: number, { colours, foreign }: Fabric): boolean {
  for (const [r, g, b] of colours) {
    if (Math.sqrt((data[at] - r) ** 2 + (data[at + 1] - g) ** 2 + (data[at + 2] - b) ** 2) <= foreign) return true;
  }
  return false;
}

/** Mean distance of colours from their mean. */
function spread(colours: readonly (readonly number[])[]): number {
  if (colours.length === 0) return 0;
  const mean = [0, 1, 2].map((c) => colours.reduce((sum, colour) => sum + colour[c], 0) / colours.length);
  return colours.reduce((sum, colour) => sum + apart(colour, mean), 0) / colours.length;
}

function meanAt(view: View, points: readonly Point[]): number[] | null {
  const sum = [0, 0, 0];
  let count = 0;
  for (const p of points) {
    const q = view.toView(p);
    const i = pixelIndex(view.raster, q.x, q.y);
    if (i < 0 || view.raster.data[i + 3] < 128) continue;
    for (let c = 0; c < 3; c++) sum[c] += view.raster.data[i + c];
    count++;
  }
  return count === 0 ? null : [sum[0] / count, sum[1] / count, sum[2] / count];
}

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

/** The smaller of the steps from a pixel to both sides; the second is not looked at where the first is less than `least`. */
function lineStep(raster: RasterU8, { x, y }: Point, nx: number, ny: number, least: number): number {
  const above = colourStep(raster, x, y, x - nx, y - ny);
  return above < least ? above : Math.min(above, colourStep(raster, x, y, x + nx, y + ny));
}

/** RGB distance between two pixels, −1 where one of them is not garment. */
function colourStep(raster: RasterU8, x0: number, y0: number, x1: number, y1: number): number {
  const i = pixelIndex(raster, x0, y0);
  const j = pixelIndex(raster, x1, y1);
  if (i < 0 || j < 0 || raster.data[i + 3] < 128 || raster.data[j + 3] < 128) return -1;
  const dr = raster.data[i] - raster.data[j];
  const dg = raster.data[i + 1] - raster.data[j + 1];
  const db = raster.data[i + 2] - raster.data[j + 2];
  return Math.sqrt(dr * dr + dg * dg + db * db);
}

function pixelIndex(raster: RasterU8, x: number, y: number): number {
  const px = Math.floor(x);
  const py = Math.floor(y);
  if (px < 0 || py < 0 || px >= raster.width || py >= raster.height) return -1;
  return (py * raster.width + px) * 4;
}
