/**
 * Widens IEEE 754 half-precision numbers.
 *
 * Layout: little-endian pairs of bytes in, one float32 each out; every half (subnormals, ±0, ±∞, NaN) is exact.
 */
export function halfToFloat(bytes: Uint8Array): Float32Array {
  const floats = new Float32Array(bytes.length >> 1);
  for (let i = 0; i < floats.length; i++) {
    const half = bytes[2 * i] | (bytes[2 * i + 1] << 8);
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 0x1f;
    const fraction = half & 0x3ff;
    if (exponent === 0) floats[i] = sign * fraction * 2 ** -24;
    else if (exponent === 31) floats[i] = fraction === 0 ? sign * Infinity : NaN;
    else floats[i] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  return floats;
}
