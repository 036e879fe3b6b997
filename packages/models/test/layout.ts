/** [n, h, w, c] → [n, c, h, w]; other ranks come back as they are. */
export function nhwcToNchw(values: Float32Array, shape: readonly number[]): Float32Array {
  if (shape.length !== 4) return values;
  const [n, h, w, c] = shape;
  const out = new Float32Array(values.length);
  for (let i = 0; i < n; i++) {
    for (let p = 0; p < h * w; p++) {
      for (let k = 0; k < c; k++) out[(i * c + k) * h * w + p] = values[(i * h * w + p) * c + k];
    }
  }
  return out;
}

/** Deterministic numbers in −1…1 that look like noise. */
export function noise(length: number, seed: number): Float32Array {
  let state = seed * 2_654_435_761;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return state / 2 ** 31;
  });
}

export function maxDifference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Infinity;
  return a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i])), 0);
}
