/**
 * Sums of a weighted least-squares fit of six terms: rows 0 to 5 of `out` become Σ w·term·terms, then Σ w·term·value, then 0.
 *
 * Layout: all float64. terms: eight numbers a sample, the six terms, the value and 0; weights: one a sample; out: six rows of eight.
 */
export function normalEquations(terms: usize, weights: usize, count: i32, out: usize): void {
  memory.fill(out, 0, 6 * 64);
  for (let n: usize = 0; n < usize(count); n++) {
    const weight = load<f64>(weights + (n << 3));
    if (weight === 0) continue;
    const at = terms + (n << 6);
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    for (let r: usize = 0; r < 6; r++) {
      const w = f64x2.splat(weight * load<f64>(at + (r << 3)));
      const row = out + (r << 6);
      v128.store(row, f64x2.add(v128.load(row), f64x2.mul(w, a)));
      v128.store(row, f64x2.add(v128.load(row, 16), f64x2.mul(w, b)), 16);
      v128.store(row, f64x2.add(v128.load(row, 32), f64x2.mul(w, c)), 32);
      v128.store(row, f64x2.add(v128.load(row, 48), f64x2.mul(w, d)), 48);
    }
  }
}
