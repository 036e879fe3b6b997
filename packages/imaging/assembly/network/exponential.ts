const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
const HIGH_BITS: i32 = 0x000fffff;

/**
 * eˣ for |x| < 700, to the last bit what JavaScript's has in V8: without the tables of the language's own, which are larger than all other
 * constants together. Source: Sun's fdlibm.
 */
export function exponential(x: f64): f64 {
  const isLow = x < 0;
  const high = i32(reinterpret<u64>(x) >> 32) & 0x7fffffff;
  let above: f64 = 0;
  let below: f64 = 0;
  let k = 0;
  let r = x;
  if (high > 0x3fd62e42) {
    if (high < 0x3ff0a2b2) {
      if (x === 1) return Math.E;
      above = isLow ? x + LN2_HIGH : x - LN2_HIGH;
      below = isLow ? -LN2_LOW : LN2_LOW;
      k = isLow ? -1 : 1;
    } else {
      k = i32(1.442695040888963387 * x + (isLow ? -0.5 : 0.5));
      above = x - f64(k) * LN2_HIGH;
      below = f64(k) * LN2_LOW;
    }
    r = above - below;
  } else if (high < 0x3e300000) return 1 + x;
  const t = r * r;
  const series =
    1.66666666666666019037e-1 +
    t *
      (-2.77777777770155933842e-3 +
        t * (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8)));
  const c = r - t * series;
  if (k === 0) return 1 - ((r * c) / (c - 2) - r);
  return (1 - (below - (r * c) / (2 - c) - above)) * reinterpret<f64>(u64(1023 + k) << 52);
}

/** The natural logarithm of a normal number above 0, as {@link exponential}. */
export function logarithm(x: f64): f64 {
  const bits = reinterpret<u64>(x);
  const high = i32(bits >> 32);
  const part = high & HIGH_BITS;
  const carry = (part + 0x95f64) & 0x100000;
  const k = f64((high >> 20) - 1023 + (carry >> 20));
  const f = reinterpret<f64>((u64(part | (carry ^ 0x3ff00000)) << 32) | (bits & 0xffffffff)) - 1;
  if ((HIGH_BITS & (2 + part)) < 3) {
    const square = f * f * (0.5 - 0.3333333333333333 * f);
    return k * LN2_HIGH - (square - k * LN2_LOW - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const odd = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const even =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const rest = even + odd;
  if (((part - 0x6147a) | (0x6b851 - part)) > 0) {
    const half = 0.5 * f * f;
    if (k === 0) return f - (half - s * (half + rest));
    return k * LN2_HIGH - (half - (s * (half + rest) + k * LN2_LOW) - f);
  }
  if (k === 0) return f - s * (f - rest);
  return k * LN2_HIGH - (s * (f - rest) - k * LN2_LOW - f);
}
