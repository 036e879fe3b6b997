/**
 * Local and global steps of an as-rigid-as-possible solve, `iterations` times.
 *
 * Layout: `size` vertices; all pairs of float64 (x and y, cosine and sine) lie side by side. `triangles`: 3 int32 each; `edges`: their three
 * weighted edges at rest; `ringStarts`, `rings` (int32): the neighbours of vertex v from ringStarts[v] on, `bends`: its weighted bend at
 * rest; `fixed`: what of the right-hand side never changes; `order`, `first`, `base`, `values`: the factor, as in {@link factoriseEnvelope}.
 * Scratch: `right`, `turns`, `work`, a pair a vertex each. Moves `positions`.
 */
export function settleMesh(
  positions: usize,
  size: i32,
  triangles: usize,
  triangleCount: i32,
  edges: usize,
  ringStarts: usize,
  rings: usize,
  ringCount: i32,
  bends: usize,
  fixed: usize,
  order: usize,
  first: usize,
  base: usize,
  values: usize,
  right: usize,
  turns: usize,
  work: usize,
  iterations: i32,
): void {
  const bytes = usize(size) << 4;
  for (let n = 0; n < iterations; n++) {
    memory.copy(right, fixed, bytes);
    memory.fill(turns, 0, bytes);
    for (let t = 0; t < triangleCount; t++) {
      addTriangle(triangles + usize(t) * 12, edges + usize(t) * 48, positions, right, turns);
    }
    for (let v = 0; v < ringCount; v++) {
      const starts = ringStarts + (usize(v) << 2);
      addBend(v, rings, load<i32>(starts), load<i32>(starts, 4), bends, turns, right);
    }
    for (let i = 0; i < size; i++)
      v128.store(pairAt(work, i), v128.load(pairAt(right, load<i32>(order + (usize(i) << 2)))));
    substitute(work, size, first, base, values);
    for (let i = 0; i < size; i++) {
      v128.store(pairAt(positions, load<i32>(order + (usize(i) << 2))), v128.load(pairAt(work, i)));
    }
  }
}

function pairAt(pairs: usize, i: i32): usize {
  return pairs + (usize(i) << 4);
}

/** The local step of a triangle: its best rotation, and that rotation's part of the right-hand side. */
function addTriangle(corners: usize, edges: usize, positions: usize, right: usize, turns: usize): void {
  const p = load<i32>(corners);
  const q = load<i32>(corners, 4);
  const r = load<i32>(corners, 8);
  const a = v128.load(edges);
  const b = v128.load(edges, 16);
  const c = v128.load(edges, 32);
  const at = v128.load(pairAt(positions, p));
  const next = v128.load(pairAt(positions, q));
  const last = v128.load(pairAt(positions, r));
  const pq = f64x2.sub(at, next);
  const qr = f64x2.sub(next, last);
  const rp = f64x2.sub(last, at);
  const dots = f64x2.add(f64x2.add(f64x2.mul(a, pq), f64x2.mul(b, qr)), f64x2.mul(c, rp));
  const crosses = f64x2.add(f64x2.add(f64x2.mul(a, swapped(pq)), f64x2.mul(b, swapped(qr))), f64x2.mul(c, swapped(rp)));
  const dot = f64x2.extract_lane(dots, 0) + f64x2.extract_lane(dots, 1);
  const cross = f64x2.extract_lane(crosses, 0) - f64x2.extract_lane(crosses, 1);
  const norm = Math.sqrt(dot * dot + cross * cross);
  const cosine = norm > 0 ? dot / norm : 1;
  const sine = norm > 0 ? cross / norm : 0;
  const turn = f64x2(cosine, sine);
  addTo(pairAt(right, p), turned(f64x2.sub(a, c), cosine, sine));
  addTo(pairAt(right, q), turned(f64x2.sub(b, a), cosine, sine));
  addTo(pairAt(right, r), turned(f64x2.sub(c, b), cosine, sine));
  addTo(pairAt(turns, p), turn);
  addTo(pairAt(turns, q), turn);
  addTo(pairAt(turns, r), turn);
}

/** A vertex's bend at rest, turned by the mean of its triangles' rotations. */
function addBend(v: i32, rings: usize, from: i32, to: i32, bends: usize, turns: usize, right: usize): void {
  const turn = v128.load(pairAt(turns, v));
  const cosine = f64x2.extract_lane(turn, 0);
  const sine = f64x2.extract_lane(turn, 1);
  const norm = Math.sqrt(cosine * cosine + sine * sine);
  const bend = turned(v128.load(pairAt(bends, v)), cosine, sine);
  const pull = norm > 0 ? f64x2.div(bend, f64x2.splat(norm)) : bend;
  addTo(pairAt(right, v), pull);
  const back = f64x2.mul(pull, f64x2.splat(-1 / f64(to - from)));
  for (let k = from; k < to; k++) addTo(pairAt(right, load<i32>(rings + (usize(k) << 2))), back);
}

/** (x, y) turned: (cosine·x − sine·y, sine·x + cosine·y). */
function turned(pair: v128, cosine: f64, sine: f64): v128 {
  return f64x2.add(f64x2.mul(pair, f64x2.splat(cosine)), f64x2.mul(swapped(pair), f64x2(-sine, sine)));
}

function swapped(pair: v128): v128 {
  return v128.shuffle<f64>(pair, pair, 1, 0);
}

function addTo(at: usize, pair: v128): void {
  v128.store(at, f64x2.add(v128.load(at), pair));
}

/** Solves L·Lᵀ·x = b for two right-hand sides side by side, in place. */
function substitute(work: usize, size: i32, first: usize, base: usize, values: usize): void {
  for (let i = 0; i < size; i++) {
    const start = load<i32>(first + (usize(i) << 2));
    const row = rowAt(values, base, i);
    let even = f64x2.splat(0);
    let odd = f64x2.splat(0);
    let k = start;
    for (; k + 1 < i; k += 2) {
      const at = row + (usize(k) << 3);
      const pair = pairAt(work, k);
      even = f64x2.add(even, f64x2.mul(v128.load_splat<f64>(at), v128.load(pair)));
      odd = f64x2.add(odd, f64x2.mul(v128.load_splat<f64>(at, 8), v128.load(pair, 16)));
    }
    if (k < i)
      even = f64x2.add(even, f64x2.mul(v128.load_splat<f64>(row + (usize(k) << 3)), v128.load(pairAt(work, k))));
    const rest = f64x2.sub(f64x2.sub(v128.load(pairAt(work, i)), even), odd);
    v128.store(pairAt(work, i), f64x2.div(rest, v128.load_splat<f64>(row + (usize(i) << 3))));
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = rowAt(values, base, i);
    const solved = f64x2.div(v128.load(pairAt(work, i)), v128.load_splat<f64>(row + (usize(i) << 3)));
    v128.store(pairAt(work, i), solved);
    for (let k = load<i32>(first + (usize(i) << 2)); k < i; k++) {
      const pair = pairAt(work, k);
      v128.store(pair, f64x2.sub(v128.load(pair), f64x2.mul(v128.load_splat<f64>(row + (usize(k) << 3)), solved)));
    }
  }
}

/** Where element (i, 0) of the matrix would lie. */
function rowAt(values: usize, base: usize, i: i32): usize {
  return values + (usize(load<i32>(base + (usize(i) << 2))) << 3);
}

/**
 * Factorises a symmetric positive definite matrix as L·Lᵀ inside its envelope, in place. Returns whether it is positive definite.
 *
 * Layout: rows of float64 from their first column (`first`, int32) to the diagonal; values[base[i] + j] is element (i, j).
 * Cost: about .5 ns for each product.
 */
export function factoriseEnvelope(values: usize, base: usize, first: usize, size: i32): bool {
  for (let i = 0; i < size; i++) {
    const row = rowAt(values, base, i);
    const start = load<i32>(first + (usize(i) << 2));
    for (let j = start; j < i; j++) {
      const other = rowAt(values, base, j);
      const from = max(start, load<i32>(first + (usize(j) << 2)));
      const at = row + (usize(j) << 3);
      const sum = product(row + (usize(from) << 3), other + (usize(from) << 3), j - from);
      store<f64>(at, (load<f64>(at) - sum) / load<f64>(other + (usize(j) << 3)));
    }
    const diagonal = row + (usize(i) << 3);
    const reduced = row + (usize(start) << 3);
    const pivot = load<f64>(diagonal) - product(reduced, reduced, i - start);
    if (!(pivot > 0)) return false;
    store<f64>(diagonal, Math.sqrt(pivot));
  }
  return true;
}

/** Inner product of `count` float64. Four sums: a single one would wait for each addition. */
function product(a: usize, b: usize, count: i32): f64 {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  const end = usize(count) << 3;
  let i: usize = 0;
  for (; i + 32 <= end; i += 32) {
    even = f64x2.add(even, f64x2.mul(v128.load(a + i), v128.load(b + i)));
    odd = f64x2.add(odd, f64x2.mul(v128.load(a + i, 16), v128.load(b + i, 16)));
  }
  let rest: f64 = 0;
  for (; i < end; i += 8) rest += load<f64>(a + i) * load<f64>(b + i);
  const sums = f64x2.add(even, odd);
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1) + rest;
}
