/** The box of what is not 0 that {@link findFilledBox} found last: [left, right) × [top, bottom). */
export let left: i32 = 0;
export let top: i32 = 0;
export let right: i32 = 0;
export let bottom: i32 = 0;

/** Finds the box of the float32 plane at `src`; `right` ≤ `left` where all is 0. Masks are mostly empty, and out there so is their mean. */
export function findFilledBox(src: usize, width: i32, height: i32): void {
  const pitch = usize(width) << 2;
  top = 0;
  while (top < height && firstFilled(src + usize(top) * pitch, width) === width) top++;
  bottom = height;
  while (bottom > top && firstFilled(src + usize(bottom - 1) * pitch, width) === width) bottom--;
  left = width;
  right = 0;
  for (let y = top; y < bottom; y++) {
    const row = src + usize(y) * pitch;
    left = firstFilled(row, left);
    right = filledEnd(row, right, width);
  }
}

/** Index of the first of `n` numbers that is not 0; `n` where there is none. */
function firstFilled(row: usize, n: i32): i32 {
  let i = 0;
  while (i + 4 <= n && isEmpty(row + (usize(i) << 2))) i += 4;
  while (i < n && load<f32>(row + (usize(i) << 2)) === 0) i++;
  return i;
}

/** Index after the last of the numbers [from, to) that is not 0; `from` where there is none. */
function filledEnd(row: usize, from: i32, to: i32): i32 {
  let i = to;
  while (i - 4 >= from && isEmpty(row + (usize(i - 4) << 2))) i -= 4;
  while (i > from && load<f32>(row + (usize(i - 1) << 2)) === 0) i--;
  return i;
}

/** Whether the four numbers at `at` are 0. */
function isEmpty(at: usize): bool {
  return i32x4.all_true(f32x4.eq(v128.load(at), f32x4.splat(0)));
}
