/**
 * Largest sum of two neighbouring weights of one sign, in magnitude: it decides whether a kernel's products of bytes are summed exactly.
 *
 * x86 processors without VNNI sum each two neighbouring products of an unsigned byte 0…255 and a signed weight in 16 bits, saturated
 * (vpmaddubsw): 255 · 128 still fits, 255 · 129 does not. Further sums have 32 bits. Neighbours are the 1st and 2nd, the 3rd and 4th, … in
 * the order in which onnxruntime reads a picture: position by position, all channels at each. A kernel of one channel (depthwise) is summed
 * in 32 bits throughout.
 *
 * `kernel`: [channels, rows · columns]. Source: onnxruntime 1.30, core/mlas/lib/x86_64/QgemmU8X8KernelAvx2.S and ConvSymKernelAvx2.S.
 */
export function largestPair(kernel: ArrayLike<number>, channels: number): number {
  const places = kernel.length / channels;
  const weightAt = (i: number): number =>
    i < kernel.length ? kernel[(i % channels) * places + Math.floor(i / channels)] : 0;
  let largest = 0;
  for (let i = 0; i < kernel.length; i += 2) {
    const [a, b] = [weightAt(i), weightAt(i + 1)];
    largest = Math.max(largest, Math.max(a, 0) + Math.max(b, 0), Math.max(-a, 0) + Math.max(-b, 0));
  }
  return largest;
}
