import { boxBlur, boxBlurScratch } from '../filter/box-blur';

/** The field is smooth: it is computed in cells of so many pixels. */
const CELL: i32 = 4;
/** Belief below which a pixel shows the background. */
const BACKGROUND_BELIEF_MAX: f64 = 0.03;
/** Far from any background the field falls back to its mean colour; this weight sets how soon. */
const FAR_WEIGHT: f64 = 2e-3;
/** How much darkness alone counts, up to so many steps of L. */
const SHADOW_WEIGHT: f64 = 0.4;
const SHADOW_MAX: f64 = 45;

function cellsOf(side: i32): i32 {
  return (side + CELL - 1) / CELL;
}

/** Bytes that {@link backgroundDistance} needs at `scratch`. */
export function backgroundScratch(width: i32, height: i32, radius: i32): i32 {
  const planes = 5 * planeSize(width, height);
  return planes + 4 * rowSize(cellsOf(width)) + 16 * width + boxBlurScratch(cellsOf(width), radius);
}

function planeSize(width: i32, height: i32): i32 {
  return (4 * cellsOf(width) * cellsOf(height) + 31) & ~15;
}

function rowSize(width: i32): i32 {
  return (4 * width + 31) & ~15;
}

/**
 * Lab distance of each pixel from the background that is expected there: colours of what is believed to be background, carried inwards by
 * two box means of `radius` cells; darker counts for less, as shadows are background.
 *
 * Layout: `lab` three float32 a pixel; `belief` and `out` one. Cost: 15 ns a pixel.
 */
export function backgroundDistance(
  lab: usize,
  belief: usize,
  width: i32,
  height: i32,
  radius: i32,
  out: usize,
  scratch: usize,
): void {
  const plane = usize(planeSize(width, height));
  const w = cellsOf(width);
  const h = cellsOf(height);
  const lines = scratch + 5 * plane;
  const line = usize(rowSize(w));
  const columns = lines + 4 * line;
  const blurred = scratch + 4 * plane;
  sumCells(lab, belief, width, height, scratch, plane);
  for (let c: usize = 0; c < 4; c++) {
    const at = scratch + c * plane;
    boxBlur(at, blurred, w, h, radius, columns + usize(16 * width));
    boxBlur(blurred, at, w, h, radius, columns + usize(16 * width));
  }
  writeColumns(columns, width, w);
  for (let y = 0; y < height; y++) {
    const v = Math.max(0, Math.min(f64(h - 1), (f64(y) + 0.5) / f64(CELL) - 0.5));
    for (let c: usize = 0; c < 4; c++) mixRows(scratch + c * plane, w, h, v, lines + c * line);
    distanceRow(lab + usize(12 * y * width), out + (usize(y * width) << 2), width, lines, line, columns, w > 1 ? 4 : 0);
  }
}

/** Weighted sums of L, a and b in cells, and of the weights; what is no background counts a little, with the mean colour. */
function sumCells(lab: usize, belief: usize, width: i32, height: i32, sums: usize, plane: usize): void {
  let count = 0;
  let meanL: f64 = 0;
  let meanA: f64 = 0;
  let meanB: f64 = 0;
  for (let i: usize = 0, end = usize(width * height) << 2; i < end; i += 4) {
    if (f64(load<f32>(belief + i)) >= BACKGROUND_BELIEF_MAX) continue;
    count++;
    meanL += f64(load<f32>(lab + 3 * i));
    meanA += f64(load<f32>(lab + 3 * i, 4));
    meanB += f64(load<f32>(lab + 3 * i, 8));
  }
  const all = f64(max(1, count));
  meanL /= all;
  meanA /= all;
  meanB /= all;
  memory.fill(sums, 0, 4 * plane);
  for (let y = 0, at = lab, i = belief; y < height; y++) {
    const row = sums + (usize((y / CELL) * cellsOf(width)) << 2);
    for (let x = 0; x < width; x++, at += 12, i += 4) {
      const cell = row + (usize(x / CELL) << 2);
      if (f64(load<f32>(i)) < BACKGROUND_BELIEF_MAX) {
        addTo(cell, f64(load<f32>(at)));
        addTo(cell + plane, f64(load<f32>(at, 4)));
        addTo(cell + 2 * plane, f64(load<f32>(at, 8)));
        addTo(cell + 3 * plane, 1);
      } else {
        addTo(cell, FAR_WEIGHT * meanL);
        addTo(cell + plane, FAR_WEIGHT * meanA);
        addTo(cell + 2 * plane, FAR_WEIGHT * meanB);
        addTo(cell + 3 * plane, FAR_WEIGHT);
      }
    }
  }
}

function addTo(at: usize, value: f64): void {
  store<f32>(at, f32(f64(load<f32>(at)) + value));
}

/** Of each column the place (bytes) of the cell to the left of its centre, and how far it lies on the way to the next. */
function writeColumns(columns: usize, width: i32, cells: i32): void {
  for (let x = 0, at = columns; x < width; x++, at += 16) {
    const u = Math.max(0, Math.min(f64(cells - 1), (f64(x) + 0.5) / f64(CELL) - 0.5));
    const cell = min(max(0, cells - 2), i32(u));
    store<i32>(at, cell << 2);
    store<f64>(at, f64(f32(u - f64(cell))), 8);
  }
}

function mixRows(plane: usize, width: i32, height: i32, v: f64, out: usize): void {
  const top = min(max(0, height - 2), i32(v));
  const t = v - f64(top);
  const row = plane + (usize(top * width) << 2);
  const below: usize = height > 1 ? usize(width) << 2 : 0;
  for (let i: usize = 0, end = usize(width) << 2; i < end; i += 4) {
    const here = f64(load<f32>(row + i));
    store<f32>(out + i, f32(here + t * (f64(load<f32>(row + below + i)) - here)));
  }
}

function between(line: usize, step: usize, t: f64): f64 {
  const here = f64(load<f32>(line));
  return here + t * (f64(load<f32>(line + step)) - here);
}

function distanceRow(lab: usize, out: usize, width: i32, lines: usize, line: usize, columns: usize, step: usize): void {
  for (let x = 0; x < width; x++, lab += 12, out += 4, columns += 16) {
    const cell = lines + usize(load<i32>(columns));
    const t = load<f64>(columns, 8);
    const k = 1 / between(cell + 3 * line, step, t);
    const dl = f64(load<f32>(lab)) - k * between(cell, step, t);
    const da = f64(load<f32>(lab, 4)) - k * between(cell + line, step, t);
    const db = f64(load<f32>(lab, 8)) - k * between(cell + 2 * line, step, t);
    const light = dl < 0 && dl > -SHADOW_MAX ? dl * SHADOW_WEIGHT : dl;
    store<f32>(out, f32(Math.sqrt(light * light + da * da + db * db)));
  }
}
