/**
 * K-means of colours, whose first axis counts half: moves `means` and leaves the sums of squares around them, and the counts, at `spread`.
 *
 * Layout: all float64. sample: three planes of `pitch` numbers, `count` of them filled, `pitch` even; means: three numbers a cluster;
 * spread: four a cluster, the last its count; owner: scratch of `pitch` numbers. Ends before `rounds` where nothing changes hands.
 */
export function kMeans(
  sample: usize,
  count: i32,
  pitch: i32,
  means: usize,
  clusters: i32,
  rounds: i32,
  owner: usize,
  spread: usize,
): void {
  const plane = usize(pitch) << 3;
  memory.fill(owner, 0, plane);
  for (let round = 0; round < rounds; round++) {
    // the first round's means are nobody's yet, later ones belong to the owners: where these stay, all stays
    if (!assign(sample, plane, means, clusters, owner) && round > 0) break;
    average(sample, count, plane, means, clusters, owner, spread);
  }
  memory.fill(spread, 0, usize(clusters) << 5);
  for (let i = 0; i < count; i++) {
    const at = sample + (usize(i) << 3);
    const cluster = usize(load<f64>(owner + (usize(i) << 3)));
    const mean = means + 24 * cluster;
    const to = spread + (cluster << 5);
    const l = load<f64>(at) - load<f64>(mean);
    const a = load<f64>(at + plane) - load<f64>(mean, 8);
    const b = load<f64>(at + 2 * plane) - load<f64>(mean, 16);
    store<f64>(to, load<f64>(to) + l * l);
    store<f64>(to, load<f64>(to, 8) + a * a, 8);
    store<f64>(to, load<f64>(to, 16) + b * b, 16);
    store<f64>(to, load<f64>(to, 24) + 1, 24);
  }
}

/** Gives each colour to its nearest mean, two at a time; whether any has changed hands. */
function assign(sample: usize, plane: usize, means: usize, clusters: i32, owner: usize): bool {
  const half = f64x2.splat(0.5);
  let changed = i64x2.splat(0);
  for (let i: usize = 0; i < plane; i += 16) {
    const light = v128.load(sample + i);
    const green = v128.load(sample + plane + i);
    const blue = v128.load(sample + 2 * plane + i);
    let best = f64x2.splat(Infinity);
    let nearest = f64x2.splat(0);
    for (let c = 0, mean = means; c < clusters; c++, mean += 24) {
      const l = f64x2.sub(light, v128.load64_splat(mean));
      const a = f64x2.sub(green, v128.load64_splat(mean, 8));
      const b = f64x2.sub(blue, v128.load64_splat(mean, 16));
      const d = f64x2.add(f64x2.add(f64x2.mul(f64x2.mul(half, l), l), f64x2.mul(a, a)), f64x2.mul(b, b));
      const nearer = f64x2.lt(d, best);
      best = v128.bitselect(d, best, nearer);
      nearest = v128.bitselect(f64x2.splat(f64(c)), nearest, nearer);
    }
    changed = v128.or(changed, f64x2.ne(nearest, v128.load(owner + i)));
    v128.store(owner + i, nearest);
  }
  return v128.any_true(changed);
}

/** The means of what each cluster owns; one that owns nothing stays. `sums` is scratch of four numbers a cluster. */
function average(
  sample: usize,
  count: i32,
  plane: usize,
  means: usize,
  clusters: i32,
  owner: usize,
  sums: usize,
): void {
  memory.fill(sums, 0, usize(clusters) << 5);
  for (let i = 0; i < count; i++) {
    const at = sample + (usize(i) << 3);
    const to = sums + (usize(load<f64>(owner + (usize(i) << 3))) << 5);
    store<f64>(to, load<f64>(to) + load<f64>(at));
    store<f64>(to, load<f64>(to, 8) + load<f64>(at + plane), 8);
    store<f64>(to, load<f64>(to, 16) + load<f64>(at + 2 * plane), 16);
    store<f64>(to, load<f64>(to, 24) + 1, 24);
  }
  for (let c = 0; c < clusters; c++, sums += 32, means += 24) {
    const owned = load<f64>(sums, 24);
    if (owned === 0) continue;
    store<f64>(means, load<f64>(sums) / owned);
    store<f64>(means, load<f64>(sums, 8) / owned, 8);
    store<f64>(means, load<f64>(sums, 16) / owned, 16);
  }
}
