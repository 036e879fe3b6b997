/** Sums over positions w across a body, −1 … 1, and a logarithm of the brightness v there. Layout: n, Σw, Σw², Σw⁴, Σv, Σwv, Σw²v. */
export type CrossFall = Float64Array;

export const crossFall = (): CrossFall => new Float64Array(7);

export function addTo(sums: CrossFall, w: number, value: number): void {
  const squared = w * w;
  sums[0]++;
  sums[1] += w;
  sums[2] += squared;
  sums[3] += squared * squared;
  sums[4] += value;
  sums[5] += w * value;
  sums[6] += squared * value;
}

/** How much brighter it gets with w² and with w, each fitted separately; 0 where too little was seen across the body. */
export function slopes([n, w, squared, fourth, v, wv, squaredV]: CrossFall): { deep: number; aside: number } {
  const slope = (sum: number, ofSquares: number, product: number): number => {
    const spread = n * ofSquares - sum * sum;
    return spread > 1e-3 * n * n ? (n * product - sum * v) / spread : 0;
  };
  return { deep: slope(squared, fourth, squaredV), aside: slope(w, squared, wv) };
}
