/** Columns that a vector may reach past a row's end. */
const SLACK: i32 = 16;

/** Bytes that {@link octagon} needs at `scratch`. */
export function octagonScratch(width: i32, height: i32, radius: i32): i32 {
  return 4 * pitchOf(width, radius) * (height + 2 * radius) + 64;
}

function pitchOf(width: i32, radius: i32): i32 {
  return ((width + 2 * radius + 15) & ~15) + SLACK;
}

/**
 * Maximum (minimum where `sign` is −1) over a square of half side `square`, then over two diagonals of half length `diagonal`; in place.
 *
 * Layout: a float32 plane, padded in `scratch` by the radius of both together; masks of 0 and 1 as bytes there. A line is a run of maxima
 * over 1, 2, 4, … pixels and a last, overlapping step. Each begins at its pixel instead of lying around it, so that rows can be done in
 * place from the top, and the whole is shifted back at the end.
 */
export function octagon(
  plane: usize,
  width: i32,
  height: i32,
  square: i32,
  diagonal: i32,
  sign: i32,
  scratch: usize,
): void {
  const radius = square + 2 * diagonal;
  const floats = !isBinary(plane, width * height);
  const size: i32 = floats ? 4 : 1;
  const pitch = usize(pitchOf(width, radius) * size);
  const rows = height + 2 * radius;
  // −∞; for masks 0
  if (floats) fillFloats(scratch, pitch * usize(rows), f32(-Infinity));
  else memory.fill(scratch, 0, pitch * usize(rows));
  for (let y = 0; y < height; y++) {
    const to = scratch + usize(y + radius) * pitch + usize(radius * size);
    packRow(plane + (usize(y * width) << 2), to, width, sign, floats);
    spread(scratch + usize(y + radius) * pitch, 0, 1, square, usize(size), pitch - SLACK, floats);
  }
  spread(scratch, pitch, rows, square, pitch, pitch, floats);
  if (diagonal > 0) {
    spread(scratch, pitch, rows, diagonal, pitch + usize(size), pitch, floats);
    spread(scratch, pitch, rows, diagonal, pitch - usize(size), pitch, floats);
  }
  for (let y = 0; y < height; y++) {
    const from = scratch + usize(y) * pitch + usize(2 * diagonal * size);
    unpackRow(from, plane + (usize(y * width) << 2), width, sign, floats);
  }
}

function isBinary(plane: usize, count: i32): bool {
  let i: usize = 0;
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  for (const end = usize(count & ~3) << 2; i < end; i += 16) {
    const four = v128.load(plane + i);
    if (!i32x4.all_true(v128.or(f32x4.eq(four, zero), f32x4.eq(four, one)))) return false;
  }
  for (const end = usize(count) << 2; i < end; i += 4) {
    const value = load<f32>(plane + i);
    if (value !== 0 && value !== 1) return false;
  }
  return true;
}

function fillFloats(at: usize, bytes: usize, value: f32): void {
  const four = f32x4.splat(value);
  for (let i: usize = 0; i < bytes; i += 16) v128.store(at + i, four);
}

/**
 * Each place of `rows` rows becomes the maximum over itself and the 2·radius places after it, `step` bytes apart. A row's step lies within
 * the row, others lead to the rows below.
 */
function spread(at: usize, pitch: usize, rows: i32, radius: i32, step: usize, bytes: usize, floats: bool): void {
  const size = 2 * radius + 1;
  let span = 1;
  while (span < size) {
    const ahead = min(span, size - span);
    const last = pitch === 0 ? rows : rows - ahead;
    for (let y = 0; y < last; y++) {
      const row = at + usize(y) * pitch;
      if (floats) raiseFloats(row, row + usize(ahead) * step, bytes);
      else raiseBytes(row, row + usize(ahead) * step, bytes);
    }
    span += ahead;
  }
}

function raiseFloats(row: usize, by: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(row + i, f32x4.pmax(v128.load(row + i), v128.load(by + i)));
}

function raiseBytes(row: usize, by: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(row + i, v128.or(v128.load(row + i), v128.load(by + i)));
}

/** Masks: all bits where a pixel is 1, for `sign` −1 where it is 0. */
function packRow(src: usize, to: usize, width: i32, sign: i32, floats: bool): void {
  const flip = f32x4.splat(sign < 0 ? -0.0 : 0);
  const set: f32 = sign < 0 ? 0 : 1;
  for (let x = 0; x < width; x++) {
    const at = src + (usize(x) << 2);
    if (x + 4 <= width) {
      const four = v128.load(at);
      if (floats) v128.store(to + (usize(x) << 2), v128.xor(four, flip));
      else v128.store_lane<u32>(to + usize(x), narrowed(f32x4.eq(four, f32x4.splat(set))), 0);
      x += 3;
    } else if (floats) store<f32>(to + (usize(x) << 2), sign < 0 ? -load<f32>(at) : load<f32>(at));
    else store<u8>(to + usize(x), load<f32>(at) === set ? 255 : 0);
  }
}

/** Four masks of 32 bits as bytes. */
function narrowed(masks: v128): v128 {
  const words = i16x8.narrow_i32x4_s(masks, masks);
  return i8x16.narrow_i16x8_s(words, words);
}

function unpackRow(from: usize, to: usize, width: i32, sign: i32, floats: bool): void {
  const flip = f32x4.splat(sign < 0 ? -0.0 : 0);
  const one = f32x4.splat(1);
  const inverted = i32x4.splat(sign < 0 ? -1 : 0);
  for (let x = 0; x < width; x++) {
    const at = to + (usize(x) << 2);
    if (x + 4 <= width) {
      const four = floats
        ? v128.xor(v128.load(from + (usize(x) << 2)), flip)
        : maskFloats(from + usize(x), inverted, one);
      v128.store(at, four);
      x += 3;
    } else if (floats)
      store<f32>(at, sign < 0 ? -load<f32>(from + (usize(x) << 2)) : load<f32>(from + (usize(x) << 2)));
    else store<f32>(at, f32((load<u8>(from + usize(x)) !== 0) === sign > 0));
  }
}

/** Four bytes as 0 and 1. */
function maskFloats(at: usize, inverted: v128, one: v128): v128 {
  const masks = i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load_zero<u32>(at)));
  return v128.and(v128.xor(masks, inverted), one);
}
