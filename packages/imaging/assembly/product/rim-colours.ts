/** Pixels nearer to the outline than this hold a mixture of garment and background. */
const RIM: usize = 2;
/** Alpha above which pixels are surely opaque, and may lie around such: float32 is a little below the number that is written. */
const SURE: f32 = 0.95;
const FIRM: f32 = 0.9;

/**
 * Packs rows of RGB and of alpha (0…1) into straight RGBA, and notes where alpha is full, or nearly.
 *
 * Layout: `sure` and `firm` take a bit a pixel, 32 a word, whole words a row; up to 12 bytes after what `rgba` takes are overwritten.
 * Rounding: half up.
 */
export function packMatte(
  colour: usize,
  matte: usize,
  rgba: usize,
  width: i32,
  rows: i32,
  sure: usize,
  firm: usize,
): void {
  for (let y = 0; y < rows; y++, colour += usize(3 * width), matte += usize(width) << 2, rgba += usize(width) << 2) {
    for (let x = 0; x < width; x += 32, sure += 4, firm += 4) {
      const count = min(32, width - x);
      const from = colour + usize(3 * x);
      const at = usize(x) << 2;
      const valid = count === 32 ? -1 : (1 << count) - 1;
      let sureBits = 0;
      let firmBits = 0;
      for (let k = 0; k < count; k += 4) {
        const alpha = v128.load(matte + at + (usize(k) << 2));
        const pixels = v128.load(from + usize(3 * k));
        const spread = i8x16.swizzle(pixels, i8x16(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));
        v128.store(rgba + at + (usize(k) << 2), v128.or(spread, i32x4.shl(alphaBytes(alpha), 24)));
        sureBits |= i32x4.bitmask(f32x4.gt(alpha, f32x4.splat(SURE))) << k;
        firmBits |= i32x4.bitmask(f32x4.gt(alpha, f32x4.splat(FIRM))) << k;
      }
      store<i32>(sure, sureBits & valid);
      store<i32>(firm, firmBits & valid);
    }
  }
}

/** Four alphas as whole numbers; in float64, where a product that float32 would round up to a half is not. */
function alphaBytes(alpha: v128): v128 {
  const low = f64x2.promote_low_f32x4(alpha);
  const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(alpha, alpha, 2, 3, 2, 3));
  return v128.shuffle<i32>(alphaPair(low), alphaPair(high), 0, 1, 4, 5);
}

function alphaPair(alpha: v128): v128 {
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.add(f64x2.mul(alpha, f64x2.splat(255)), f64x2.splat(0.5)));
}

/**
 * Gives pixels beside the sure inside its colours: `rounds` times the mean of their known neighbours, outwards from there.
 *
 * Layout: `sure` and `firm` as {@link packMatte} leaves them; `sure` is overwritten, `known` is scratch of their size. The picture's
 * outermost pixels keep their colours. Cost: a tenth of a nanosecond a pixel and round, then the rim only.
 */
export function carryColours(
  rgba: usize,
  width: i32,
  height: i32,
  sure: usize,
  firm: usize,
  known: usize,
  rounds: i32,
): void {
  const pitch = usize((width + 31) >> 5) << 2;
  findInside(sure, firm, known, pitch, height);
  for (let round = 0; round < rounds; round++) {
    // fronts take the place of `sure`
    if (!findFront(known, sure, pitch, width, height)) return;
    const end = pitch * usize(height - 1);
    for (let at = pitch; at < end; at += 4) {
      for (let rest = load<i32>(sure + at); rest !== 0; rest &= rest - 1) {
        const x = i32((at % pitch) << 3) + ctz(rest);
        takeMean(rgba, width, known, pitch, x, i32(at / pitch));
      }
    }
    for (let at = pitch; at < end; at += 4) store<i32>(known + at, load<i32>(known + at) | load<i32>(sure + at));
  }
}

/** Set where the matte is full here and RIM pixels away in eight directions. */
function findInside(sure: usize, firm: usize, inside: usize, pitch: usize, height: i32): void {
  memory.fill(inside, 0, pitch * usize(height));
  for (let y = RIM; y + RIM < usize(height); y++) {
    for (let w: usize = 0; w < pitch; w += 4) {
      const at = y * pitch + w;
      const here = load<i32>(sure + at);
      if (here === 0) continue;
      const beside = fromLeft(firm + at, w, 2) & fromRight(firm + at, w, pitch, 2);
      const up = firm + at - pitch;
      const down = firm + at + pitch;
      const above = load<i32>(up - pitch) & fromLeft(up, w, 1) & fromRight(up, w, pitch, 1);
      const below = load<i32>(down + pitch) & fromLeft(down, w, 1) & fromRight(down, w, pitch, 1);
      store<i32>(inside + at, here & beside & above & below);
    }
  }
}

/** The word at `at`, byte w of its row, where each pixel has the bit of the one `by` columns to its left. */
function fromLeft(at: usize, w: usize, by: i32): i32 {
  return (load<i32>(at) << by) | (w > 0 ? load<u32>(at - 4) >> (32 - by) : 0);
}

/** The same from the right. */
function fromRight(at: usize, w: usize, pitch: usize, by: i32): i32 {
  return (load<u32>(at) >> by) | (w + 4 < pitch ? load<i32>(at + 4) << (32 - by) : 0);
}

/** Unknown pixels with a known neighbour beside, above or below, the picture's outermost left out; whether there are any. */
function findFront(known: usize, front: usize, pitch: usize, width: i32, height: i32): bool {
  let any = 0;
  const last = pitch - 4;
  // the row's last pixel, and those beyond it
  const beyond = -1 << ((width - 1) & 31);
  for (let y = 1; y < height - 1; y++) {
    for (let w: usize = 0; w < pitch; w += 4) {
      const at = usize(y) * pitch + w;
      const here = known + at;
      const around =
        load<i32>(here - pitch) | load<i32>(here + pitch) | fromLeft(here, w, 1) | fromRight(here, w, pitch, 1);
      let bits = around & ~load<i32>(here);
      if (w === 0) bits &= ~1;
      if (w === last) bits &= ~beyond;
      store<i32>(front + at, bits);
      any |= bits;
    }
  }
  return any !== 0;
}

function isKnown(row: usize, x: i32): bool {
  return ((load<u32>(row + (usize(x >> 5) << 2)) >> (x & 31)) & 1) !== 0;
}

/** Mean colour of a pixel's known neighbours, of which there is one at least; alpha stays. */
function takeMean(rgba: usize, width: i32, known: usize, pitch: usize, x: i32, y: i32): void {
  let r = 0;
  let g = 0;
  let b = 0;
  let n = 0;
  for (let v = y - 1; v <= y + 1; v++) {
    const row = known + usize(v) * pitch;
    for (let u = x - 1; u <= x + 1; u++) {
      if (!isKnown(row, u)) continue;
      const pixel = load<u32>(rgba + (usize(v * width + u) << 2));
      r += pixel & 255;
      g += (pixel >> 8) & 255;
      b += (pixel >> 16) & 255;
      n++;
    }
  }
  const at = rgba + (usize(y * width + x) << 2);
  store<u8>(at, u8(f64(r) / f64(n) + 0.5));
  store<u8>(at, u8(f64(g) / f64(n) + 0.5), 1);
  store<u8>(at, u8(f64(b) / f64(n) + 0.5), 2);
}
