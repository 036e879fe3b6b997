/** What a pixel says: that any layer speaks there, and that the garment's opaque inside does alone. */
const SPEAKS: i32 = 1;
const ALONE: i32 = 2;

/** Bytes of `says` in {@link activeStates}: rows with 16 bytes before them and 32 after. */
export function activeStatesScratch(width: i32, height: i32): i32 {
  return pitchOf(width) * height;
}

function pitchOf(width: i32): i32 {
  return width + 48;
}

/**
 * What the layers of a composition say at each pixel and its neighbours: 0 nothing, 1 anything, 2 only the garment's own opaque inside.
 *
 * Layout: float32 planes, `contact` at half the size with a row of `contactWidth`; `states`: bytes, rows of `width` and one 0. Reads up to
 * 12 bytes past the planes, writes up to 16 past the states. Source: src/active-states.ts.
 */
export function activeStates(
  garment: usize,
  removal: usize,
  front: usize,
  limbs: usize,
  snap: usize,
  contact: usize,
  contactWidth: i32,
  width: i32,
  height: i32,
  trace: f64,
  says: usize,
  states: usize,
): void {
  const pitch = usize(pitchOf(width));
  const least = f32x4.splat(notAbove(trace));
  for (let y = 0; y < height; y++) {
    const at = usize(y * width) << 2;
    const shade = contact + (usize((y >> 1) * contactWidth) << 2);
    const row = says + usize(y) * pitch + 16;
    judgeRow(garment + at, removal + at, front + at, limbs + at, snap + at, shade, width, least, row);
    store<u8>(row - 1, load<u8>(row));
    store<u8>(row + usize(width), load<u8>(row + usize(width) - 1));
  }
  for (let y = 0; y < height; y++) {
    const own = says + usize(y) * pitch + 16;
    const out = states + usize(y * (width + 1));
    stateRow(y > 0 ? own - pitch : own, own, y + 1 < height ? own + pitch : own, width, out);
    store<u8>(out + usize(width), 0);
  }
}

/** The largest float32 that is not above a number. */
function notAbove(value: f64): f32 {
  const near = f32(value);
  return f64(near) > value ? reinterpret<f32>(reinterpret<i32>(near) - 1) : near;
}

function judgeRow(
  garment: usize,
  removal: usize,
  front: usize,
  limbs: usize,
  snap: usize,
  shade: usize,
  width: i32,
  least: v128,
  row: usize,
): void {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  for (let x: usize = 0; x < usize(width); x += 4) {
    const at = x << 2;
    const c = v128.load(garment + at);
    const arm = v128.load(limbs + at);
    const alone = v128.and(f32x4.eq(c, one), v128.and(f32x4.eq(v128.load(front + at), zero), f32x4.eq(arm, zero)));
    const most = f32x4.max(f32x4.max(c, arm), f32x4.max(v128.load(removal + at), v128.load(snap + at)));
    // half a row of shade: each for two pixels
    const two = v128.load_zero<u64>(shade + (x << 1));
    const touched = f32x4.gt(i32x4.shuffle(two, two, 0, 0, 1, 1), least);
    const speaks = v128.or(f32x4.gt(most, zero), touched);
    const says = v128.or(v128.and(speaks, i32x4.splat(SPEAKS)), v128.and(alone, i32x4.splat(ALONE)));
    const words = i16x8.narrow_i32x4_s(says, says);
    v128.store_lane<u32>(row + x, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

/** States of a row between its neighbours `a` and `c`: solid if all nine around are alone, silent if none speaks. */
function stateRow(a: usize, b: usize, c: usize, width: i32, out: usize): void {
  const speaks = i8x16.splat(i8(SPEAKS | ALONE));
  const alone = i8x16.splat(i8(ALONE));
  const mixed = i8x16.splat(1);
  for (let x: usize = 0; x < usize(width); x += 16) {
    let any = i8x16.splat(0);
    let all = alone;
    for (let d: usize = 0; d < 3; d++) {
      const at = x + d - 1;
      const p = v128.load(a + at);
      const q = v128.load(b + at);
      const r = v128.load(c + at);
      any = v128.or(any, v128.or(p, v128.or(q, r)));
      all = v128.and(all, v128.and(p, v128.and(q, r)));
    }
    const some = i8x16.ne(v128.and(any, speaks), i8x16.splat(0));
    const solid = i8x16.eq(all, alone);
    // 1, and 1 more where it is solid
    v128.store(out + x, v128.and(some, i8x16.sub(mixed, solid)));
  }
}
