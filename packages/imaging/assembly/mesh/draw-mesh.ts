/**
 * Draws triangles of textures, back to front, bilinear with 8-bit fractions.
 *
 * Layout: `corners` 12 float64 a triangle, from top to bottom x, y (output pixels), u, v (source pixels); `textureOf` an int32 a triangle.
 * A texture is premultiplied RGBA in 32 bits with an empty rim of one pixel: address, width and height with the rim (int32), and as
 * float64 scale and origin along x and y. `map` (0: none) takes u and v of each pixel drawn, float32.
 */
export function drawTriangles(
  corners: usize,
  textureOf: usize,
  count: i32,
  textures: usize,
  frames: usize,
  pixels: usize,
  map: usize,
  width: i32,
  height: i32,
): void {
  for (let n = 0; n < count; n++) {
    const texture = usize(load<i32>(textureOf + (usize(n) << 2)));
    const corner = corners + usize(n) * 96;
    drawTriangle(corner, textures + texture * 12, frames + texture * 32, pixels, map, width, height);
  }
}

function drawTriangle(
  corner: usize,
  texture: usize,
  frame: usize,
  pixels: usize,
  map: usize,
  width: i32,
  height: i32,
): void {
  const ax = load<f64>(corner);
  const ay = load<f64>(corner, 8);
  const au = load<f64>(corner, 16);
  const av = load<f64>(corner, 24);
  const bx = load<f64>(corner, 32);
  const by = load<f64>(corner, 40);
  const bu = load<f64>(corner, 48);
  const bv = load<f64>(corner, 56);
  const cx = load<f64>(corner, 64);
  const cy = load<f64>(corner, 72);
  const cu = load<f64>(corner, 80);
  const cv = load<f64>(corner, 88);
  const det = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (!(Math.abs(det) > 1e-9)) return;
  const ux = ((bu - au) * (cy - ay) - (cu - au) * (by - ay)) / det;
  const uy = ((cu - au) * (bx - ax) - (bu - au) * (cx - ax)) / det;
  const vx = ((bv - av) * (cy - ay) - (cv - av) * (by - ay)) / det;
  const vy = ((cv - av) * (bx - ax) - (bv - av) * (cx - ax)) / det;
  const top = max(0, pixelAt(ay));
  const bottom = min(height, pixelAt(cy));
  for (let y = top; y < bottom; y++) {
    const yc = f64(y) + 0.5;
    const long = ax + ((yc - ay) * (cx - ax)) / (cy - ay);
    const short = yc < by ? ax + ((yc - ay) * (bx - ax)) / (by - ay) : bx + ((yc - by) * (cx - bx)) / (cy - by);
    const from = max(0, pixelAt(long < short ? long : short));
    const to = min(width, pixelAt(long < short ? short : long));
    if (from >= to) continue;
    const u = au + (f64(from) + 0.5 - ax) * ux + (yc - ay) * uy;
    const v = av + (f64(from) + 0.5 - ax) * vx + (yc - ay) * vy;
    const first = usize(y) * usize(width) + usize(from);
    drawSpan(texture, frame, pixels + (first << 2), map === 0 ? 0 : map + (first << 3), to - from, u, v, ux, vx);
  }
}

/** The first pixel whose centre is not before an edge. */
function pixelAt(edge: f64): i32 {
  return i32(Math.ceil(edge - 0.5));
}

/** 1.5 · 2⁵²: added to a whole number of 32 bits it leaves that in the lower half of the float64, in one step where converting takes five. */
const WHOLE: f64 = 6755399441055744;

/** Draws `count` pixels from `out` on; (u, v) is the source point of the first and moves by (ux, vx) a pixel. */
function drawSpan(
  texture: usize,
  frame: usize,
  out: usize,
  map: usize,
  count: i32,
  u: f64,
  v: f64,
  ux: f64,
  vx: f64,
): void {
  const tex = usize(load<i32>(texture));
  const stride = load<i32>(texture, 4);
  const rows = load<i32>(texture, 8);
  const scaleX = load<f64>(frame);
  const scaleY = load<f64>(frame, 8);
  // Texture coordinates in 1/256: + 256 for the rim, − 128 from edge to centre.
  const s = (u - load<f64>(frame, 16)) * scaleX * 256 + 128.5;
  const t = (v - load<f64>(frame, 24)) * scaleY * 256 + 128.5;
  let st = f64x2(s, t);
  const step = f64x2(ux * scaleX * 256, vx * scaleY * 256);
  for (let x = 0; x < count; x++) {
    const whole = f64x2.add(f64x2.floor(st), f64x2.splat(WHOLE));
    st = f64x2.add(st, step);
    const si = i32x4.extract_lane(whole, 0);
    const ti = i32x4.extract_lane(whole, 2);
    const column = si >> 8;
    const row = ti >> 8;
    if (u32(column) >= u32(stride - 1) || u32(row) >= u32(rows - 1)) continue;
    const p = tex + (usize(row * stride + column) << 2);
    const upper = v128.load_ext<u8>(p);
    const lower = v128.load_ext<u8>(p + (usize(stride) << 2));
    if (!v128.any_true(v128.or(upper, lower))) continue;
    const colour = mixed(upper, lower, v128.and(whole, i32x4.splat(255)));
    const alpha = colour >> 24;
    if (alpha === 0) continue;
    const at = out + (usize(x) << 2);
    const below = load<u32>(at);
    if (map !== 0 && (alpha >= 128 || below === 0)) {
      store<f32>(map + (usize(x) << 3), f32(u + f64(x) * ux));
      store<f32>(map + (usize(x) << 3), f32(v + f64(x) * vx), 4);
    }
    store<u32>(at, alpha === 255 || below === 0 ? colour : over(colour, alpha, below));
  }
}

/**
 * Bilinear mix of two pixels and the two below them, each byte of which is an int16: p + (q − p)·f/256, rounded, first along the row.
 * `parts` holds the two fractions as the lower halves of int64.
 */
function mixed(upper: v128, lower: v128, parts: v128): u32 {
  const left = v128.shuffle<u64>(upper, lower, 0, 2);
  const right = v128.shuffle<u64>(upper, lower, 1, 3);
  const across = i16x8.shuffle(parts, parts, 0, 0, 0, 0, 0, 0, 0, 0);
  const down = i16x8.shuffle(parts, parts, 4, 4, 4, 4, 4, 4, 4, 4);
  const two = between(left, right, across);
  const one = between(two, v128.shuffle<u64>(two, two, 1, 1), down);
  return u32(i32x4.extract_lane(i8x16.narrow_i16x8_u(one, one), 0));
}

/** What overflows on the way comes back: the sum fits 16 bits. */
function between(p: v128, q: v128, part: v128): v128 {
  const sum = i16x8.add(i16x8.shl(p, 8), i16x8.mul(i16x8.sub(q, p), part));
  return i16x8.shr_u(i16x8.add(sum, i16x8.splat(128)), 8);
}

/** Premultiplied "over"; 255 − alpha is stretched to 256ths so that alpha 0 would keep `below` exactly. */
function over(colour: u32, alpha: u32, below: u32): u32 {
  const k = 255 - alpha + ((255 - alpha) >> 7);
  const even = (((below & 0xff00ff) * k + 0x800080) >> 8) & 0xff00ff;
  const odd = (((below >> 8) & 0xff00ff) * k + 0x800080) & 0xff00ff00;
  return colour + (even | odd);
}
