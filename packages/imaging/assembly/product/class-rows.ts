/**
 * Fields of low resolution that a row is made of, each four float32 a pixel: the matte's model, a, b, c, d of four classes, two of shares.
 */
const FIELDS = 7;
const PIXEL: usize = 16 * FIELDS;

/** Bytes that {@link classRows} needs at `line`: a row of fields between two rows. */
export function classLineSize(width: i32): i32 {
  return width * i32(PIXEL);
}

/**
 * Turns the models of four planes, a, b, c, d a pixel each, into fields of the four planes' a, b, c and d. In place; the fields lie one
 * after the other.
 */
export function transposeModels(fields: usize, size: i32): void {
  const pitch = usize(size) << 4;
  for (let at = fields; at < fields + pitch; at += 16) {
    const p = v128.load(at);
    const q = v128.load(at + pitch);
    const r = v128.load(at + 2 * pitch);
    const s = v128.load(at + 3 * pitch);
    const pq = v128.shuffle<f32>(p, q, 0, 4, 1, 5);
    const pqEnd = v128.shuffle<f32>(p, q, 2, 6, 3, 7);
    const rs = v128.shuffle<f32>(r, s, 0, 4, 1, 5);
    const rsEnd = v128.shuffle<f32>(r, s, 2, 6, 3, 7);
    v128.store(at, v128.shuffle<f32>(pq, rs, 0, 1, 4, 5));
    v128.store(at + pitch, v128.shuffle<f32>(pq, rs, 2, 3, 6, 7));
    v128.store(at + 2 * pitch, v128.shuffle<f32>(pqEnd, rsEnd, 0, 1, 4, 5));
    v128.store(at + 3 * pitch, v128.shuffle<f32>(pqEnd, rsEnd, 2, 3, 6, 7));
  }
}

/** Sets four planes of float32 side by side; an address of 0 stands for zeros. */
export function interleavePlanes(p: usize, q: usize, r: usize, s: usize, size: i32, out: usize): void {
  for (let i: usize = 0; i < usize(size) << 2; i += 4, out += 16) {
    store<f32>(out, load<f32>(p + i));
    store<f32>(out, load<f32>(q + i), 4);
    store<f32>(out, load<f32>(r + i), 8);
    store<f32>(out, s === 0 ? 0 : load<f32>(s + i), 12);
  }
}

/** Which of the thirteen planes the rows under way have filled. */
let filled: i32 = 0;

function mix(p: v128, q: v128, t: v128): v128 {
  return f32x4.add(p, f32x4.mul(t, f32x4.sub(q, p)));
}

function smooth(v: f32, lo: f32, hi: f32): f32 {
  const t = min<f32>(max<f32>((v - lo) / (hi - lo), 0), 1);
  return t * t * (3 - 2 * t);
}

/** Below `noiseFloor` nothing, above 1 no more: the guided filter over- and undershoots and a parse has tails. */
function dropNoise(v: v128, noiseFloor: v128): v128 {
  return f32x4.min(v128.and(v, f32x4.ge(v, noiseFloor)), f32x4.splat(1));
}

function sumOf(v: v128): f32 {
  const pairs = f32x4.add(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}

/**
 * Rows of the class planes of a person: `rows` of them, `count` pixels each.
 *
 * Layout: `fields` as {@link transposeModels} and {@link interleavePlanes} leave them, after the matte's model: of hair, skin, upper,
 * lower; then shoes, bag, other and the share of outer in upper; of dress in upper, of skirt and of dress in lower. `heights`: for each row
 * the row of the fields above it and the share of the next one; `columns`: for each pixel the place in a line and the share of the next
 * one.
 * `guide` (RGB, 8 bits) and `face` (float32, surely skin) begin at the first pixel, `width` pixels a row; so does `out`: person, hair, skin,
 * upper, lower, shoes, bag, other, top, outer, dress, pants, skirt, each of all `rows` × `width` pixels, those not among the `count` are 0.
 * Returns which of the thirteen hold anything, a bit each, the first the lowest.
 */
export function classRows(
  fields: usize,
  fieldWidth: i32,
  fieldHeight: i32,
  line: usize,
  heights: usize,
  rows: i32,
  columns: usize,
  count: i32,
  guide: usize,
  face: usize,
  width: i32,
  inset: i32,
  out: usize,
  edgeLow: f32,
  edgeHigh: f32,
  noiseFloor: f32,
): i32 {
  const pitch = usize(rows * width) << 2;
  memory.fill(out, 0, 13 * pitch);
  filled = 0;
  const step = fieldWidth > 1 ? PIXEL : 0;
  const pixel = usize(inset);
  for (let y = 0; y < rows; y++) {
    mixLine(fields, fieldWidth, fieldHeight, load<i32>(heights), load<f32>(heights, 4), line);
    const first = usize(y * width) + pixel;
    classRow(
      line,
      step,
      columns,
      count,
      guide + 3 * first,
      face + (first << 2),
      out + (first << 2),
      pitch,
      edgeLow,
      edgeHigh,
      f32x4.splat(noiseFloor),
    );
    heights += 8;
  }
  return filled;
}

function classRow(
  line: usize,
  step: usize,
  columns: usize,
  count: i32,
  guide: usize,
  face: usize,
  out: usize,
  pitch: usize,
  edgeLow: f32,
  edgeHigh: f32,
  noiseFloor: v128,
): void {
  for (let x = 0; x < count; x++, columns += 8, guide += 3, face += 4, out += 4) {
    const p = line + usize(load<i32>(columns));
    const q = p + step;
    const t = v128.load32_splat(columns, 4);
    const r = f32(load<u8>(guide)) * f32(1.0 / 255);
    const g = f32(load<u8>(guide, 1)) * f32(1.0 / 255);
    const b = f32(load<u8>(guide, 2)) * f32(1.0 / 255);
    const onFace = load<f32>(face);
    const matte = sumOf(f32x4.mul(mix(v128.load(p), v128.load(q), t), f32x4(r, g, b, 1)));
    const person = max(onFace, smooth(matte, edgeLow, edgeHigh));
    if (person === 0) continue;
    const red = f32x4.mul(mix(v128.load(p, 16), v128.load(q, 16), t), f32x4.splat(r));
    const green = f32x4.mul(mix(v128.load(p, 32), v128.load(q, 32), t), f32x4.splat(g));
    const blue = f32x4.mul(mix(v128.load(p, 48), v128.load(q, 48), t), f32x4.splat(b));
    const rest = mix(v128.load(p, 64), v128.load(q, 64), t);
    const refined = dropNoise(f32x4.add(f32x4.add(red, green), f32x4.add(blue, rest)), noiseFloor);
    const plain = mix(v128.load(p, 80), v128.load(q, 80), t);
    const small = dropNoise(f32x4.replace_lane(plain, 3, 0), noiseFloor);
    const sum = sumOf(f32x4.add(refined, small));
    const k = sum > 1e-3 ? (person * (1 - onFace)) / sum : 0;
    writeClasses(
      out,
      pitch,
      person,
      onFace,
      f32x4.mul(refined, f32x4.splat(k)),
      f32x4.mul(small, f32x4.splat(k)),
      f32x4.extract_lane(plain, 3),
      mix(v128.load(p, 96), v128.load(q, 96), t),
    );
  }
}

function mixLine(fields: usize, width: i32, height: i32, row: i32, share: f32, line: usize): void {
  const pitch = usize(width) << 4;
  const field = pitch * usize(height);
  const below = height > 1 ? pitch : 0;
  const t = f32x4.splat(share);
  for (let f: usize = 0; f < usize(FIELDS); f++) {
    const first = fields + f * field + usize(row) * pitch;
    for (let at = first, o = line + (f << 4); at < first + pitch; at += 16, o += PIXEL) {
      v128.store(o, mix(v128.load(at), v128.load(at + below), t));
    }
  }
}

/** `shares`: of dress in upper, of skirt and of dress in lower. */
function writeClasses(
  out: usize,
  pitch: usize,
  person: f32,
  face: f32,
  refined: v128,
  small: v128,
  outer: f32,
  shares: v128,
): void {
  const zero = f32x4.splat(0);
  const up = f32x4.extract_lane(refined, 2);
  const down = f32x4.extract_lane(refined, 3);
  const dressUp = f32x4.extract_lane(shares, 0);
  const skirt = f32x4.extract_lane(shares, 1);
  const dressDown = f32x4.extract_lane(shares, 2);
  const skin = f32x4.extract_lane(refined, 1) + face;
  const kinds = f32x4(
    up * max<f32>(0, 1 - outer - dressUp),
    up * outer,
    up * dressUp + down * dressDown,
    down * max<f32>(0, 1 - skirt - dressDown),
  );
  const skirts = down * skirt;
  store<f32>(out, person);
  v128.store_lane<f32>(out + pitch, refined, 0);
  store<f32>(out + 2 * pitch, skin);
  v128.store_lane<f32>(out + 3 * pitch, refined, 2);
  v128.store_lane<f32>(out + 4 * pitch, refined, 3);
  v128.store_lane<f32>(out + 5 * pitch, small, 0);
  v128.store_lane<f32>(out + 6 * pitch, small, 1);
  v128.store_lane<f32>(out + 7 * pitch, small, 2);
  v128.store_lane<f32>(out + 8 * pitch, kinds, 0);
  v128.store_lane<f32>(out + 9 * pitch, kinds, 1);
  v128.store_lane<f32>(out + 10 * pitch, kinds, 2);
  v128.store_lane<f32>(out + 11 * pitch, kinds, 3);
  store<f32>(out + 12 * pitch, skirts);
  // hair, skin, upper and lower are bits 1 to 4, shoes, bag and other 5 to 7
  filled |=
    1 |
    (i32x4.bitmask(f32x4.ne(refined, zero)) << 1) |
    (i32x4.bitmask(f32x4.ne(small, zero)) << 5) |
    (i32x4.bitmask(f32x4.ne(kinds, zero)) << 8) |
    (i32(skin !== 0) << 2) |
    (i32(skirts !== 0) << 12);
}
