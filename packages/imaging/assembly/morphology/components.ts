import { belowOf } from '../filter/threshold';

/**
 * Finds the runs of pixels above a threshold, or of all others (`others`), row by row, and returns how many there are.
 *
 * Layout: `runs` takes begin and end (int32) of each; `first` the number of the first run of each row, and of the end.
 */
export function findRuns(
  plane: usize,
  width: i32,
  height: i32,
  threshold: f64,
  others: bool,
  runs: usize,
  first: usize,
): i32 {
  const limit = belowOf(threshold);
  let at = runs;
  for (let y = 0; y < height; y++) {
    store<i32>(first + (usize(y) << 2), i32((at - runs) >> 3));
    at = findRowRuns(plane + (usize(y * width) << 2), width, limit, others, at);
  }
  store<i32>(first + (usize(height) << 2), i32((at - runs) >> 3));
  return i32((at - runs) >> 3);
}

function findRowRuns(row: usize, width: i32, limit: f32, others: bool, runs: usize): usize {
  let at = runs;
  let inside = false;
  const limits = f32x4.splat(limit);
  for (let x = 0; x < width; x++) {
    if (x + 4 <= width) {
      const above = i32x4.bitmask(f32x4.gt(v128.load(row + (usize(x) << 2)), limits));
      if (above === (inside !== others ? 15 : 0)) {
        x += 3;
        continue;
      }
    }
    const here = load<f32>(row + (usize(x) << 2)) > limit !== others;
    if (here === inside) continue;
    if (here) store<i32>(at, x);
    else {
      store<i32>(at, x, 4);
      at += 8;
    }
    inside = here;
  }
  if (!inside) return at;
  store<i32>(at, width, 4);
  return at + 8;
}

/**
 * Joins runs that touch, numbers their regions in the order of their first pixel, and returns how many there are.
 *
 * Layout: `reach` 1 joins corners. `roots` takes an int32 a run, the negative of its number. `labels` (0: not wanted) takes the number of
 * each pixel, 0 where no run is.
 * `regions` takes five int32 a region: pixels, left, top, right, bottom (the last two excluded); it has room for one a run.
 */
export function labelRuns(
  width: i32,
  height: i32,
  reach: i32,
  runs: usize,
  first: usize,
  roots: usize,
  labels: usize,
  regions: usize,
): i32 {
  const count = load<i32>(first + (usize(height) << 2));
  for (let r = 0; r < count; r++) store<i32>(roots + (usize(r) << 2), r);
  for (let y = 1; y < height; y++) joinRow(first + (usize(y) << 2), reach, runs, roots);
  if (labels !== 0) memory.fill(labels, 0, usize(width * height) << 2);
  let found = 0;
  for (let y = 0, r = 0; y < height; y++) {
    for (const end = load<i32>(first + (usize(y + 1) << 2)); r < end; r++) {
      const from = load<i32>(runs + (usize(r) << 3));
      const to = load<i32>(runs + (usize(r) << 3), 4);
      // a root comes before all others of its region, whose places then hold the negative of their number
      const root = rootOrLabel(roots, r);
      if (root === r) {
        found++;
        startRegion(regions + usize(found - 1) * 20, from, y);
      }
      const label = root === r ? found : -root;
      store<i32>(roots + (usize(r) << 2), -label);
      growRegion(regions + usize(label - 1) * 20, from, to, y);
      if (labels !== 0) fillRun(labels + (usize(y * width) << 2), from, to, label);
    }
  }
  return found;
}

/** Joins the runs of a row, whose entry in the list of first runs is at `first`, to those above. */
function joinRow(first: usize, reach: i32, runs: usize, roots: usize): void {
  const start = load<i32>(first);
  const end = load<i32>(first, 4);
  let above = load<i32>(first - 4);
  for (let r = start; r < end; r++) {
    const from = load<i32>(runs + (usize(r) << 3));
    const to = load<i32>(runs + (usize(r) << 3), 4);
    while (above < start && load<i32>(runs + (usize(above) << 3), 4) + reach <= from) above++;
    for (let a = above; a < start && load<i32>(runs + (usize(a) << 3)) < to + reach; a++) {
      const p = rootOf(roots, a);
      const q = rootOf(roots, r);
      store<i32>(roots + (usize(max(p, q)) << 2), min(p, q));
    }
  }
}

function rootOf(roots: usize, run: i32): i32 {
  let r = run;
  for (let up = load<i32>(roots + (usize(r) << 2)); up !== r; up = load<i32>(roots + (usize(r) << 2))) {
    const next = load<i32>(roots + (usize(up) << 2));
    store<i32>(roots + (usize(r) << 2), next);
    r = next;
  }
  return r;
}

/** The run itself where it is the root, else the negative number of its region. */
function rootOrLabel(roots: usize, run: i32): i32 {
  let r = run;
  while (r >= 0) {
    const up = load<i32>(roots + (usize(r) << 2));
    if (up === r) return r;
    r = up;
  }
  return r;
}

function startRegion(region: usize, x: i32, y: i32): void {
  store<i32>(region, 0);
  store<i32>(region, x, 4);
  store<i32>(region, y, 8);
  store<i32>(region, x, 12);
}

function growRegion(region: usize, from: i32, to: i32, y: i32): void {
  store<i32>(region, load<i32>(region) + to - from);
  store<i32>(region, min(load<i32>(region, 4), from), 4);
  store<i32>(region, max(load<i32>(region, 12), to), 12);
  store<i32>(region, y + 1, 16);
}

function fillRun(row: usize, from: i32, to: i32, label: i32): void {
  const four = i32x4.splat(label);
  let x = from;
  for (; x + 4 <= to; x += 4) v128.store(row + (usize(x) << 2), four);
  for (; x < to; x++) store<i32>(row + (usize(x) << 2), label);
}

/** Zeroes all of a plane but the largest of `found` regions, the first of equals. Layout: what {@link labelRuns} left. */
export function keepLargest(
  plane: usize,
  width: i32,
  height: i32,
  runs: usize,
  first: usize,
  roots: usize,
  regions: usize,
  found: i32,
): void {
  let most = 0;
  let label = 0;
  for (let n = 0; n < found; n++) {
    const area = load<i32>(regions + usize(n) * 20);
    if (area <= most) continue;
    most = area;
    label = n + 1;
  }
  for (let y = 0, r = 0; y < height; y++) {
    const row = plane + (usize(y * width) << 2);
    let x = 0;
    for (const end = load<i32>(first + (usize(y + 1) << 2)); r < end; r++) {
      if (load<i32>(roots + (usize(r) << 2)) !== -label) continue;
      clearRun(row, x, load<i32>(runs + (usize(r) << 3)));
      x = load<i32>(runs + (usize(r) << 3), 4);
    }
    clearRun(row, x, width);
  }
}

function clearRun(row: usize, from: i32, to: i32): void {
  if (to > from) memory.fill(row + (usize(from) << 2), 0, usize(to - from) << 2);
}

/** Sets to 1 the regions of at most `maxArea` pixels that do not touch the border. Layout: what {@link labelRuns} left. */
export function fillRegions(
  plane: usize,
  width: i32,
  height: i32,
  runs: usize,
  first: usize,
  roots: usize,
  regions: usize,
  maxArea: f64,
): void {
  for (let y = 1, r = load<i32>(first, 4); y < height - 1; y++) {
    for (const end = load<i32>(first + (usize(y + 1) << 2)); r < end; r++) {
      const region = regions - usize(load<i32>(roots + (usize(r) << 2)) + 1) * 20;
      if (f64(load<i32>(region)) > maxArea || load<i32>(region, 4) === 0 || load<i32>(region, 8) === 0) continue;
      if (load<i32>(region, 12) === width || load<i32>(region, 16) === height) continue;
      const from = load<i32>(runs + (usize(r) << 3));
      fillRun(plane + (usize(y * width) << 2), from, load<i32>(runs + (usize(r) << 3), 4), reinterpret<i32>(f32(1)));
    }
  }
}
