import { distanceToMask, distanceTransform } from './distance';
import { createPlane, type PlaneF32 } from './raster';

/**
 * Grey dilation: the maximum over a window that is nearly a disc (an octagon; a square for radius 1).
 *
 * Range: the source's. Border: only pixels inside count. Cost: O(1) a pixel in the radius (van Herk), about 25 ns.
 * Aliasing: new memory. Throws: RangeError unless radius is an integer ≥ 0.
 * Source: van Herk 1992; the octagon as lines in four directions, Adams 1993.
 */
export function dilate(plane: PlaneF32, radius: number): PlaneF32 {
  return octagon(plane, radius, 1);
}

/** Grey erosion: the minimum over the same window as {@link dilate}. */
export function erode(plane: PlaneF32, radius: number): PlaneF32 {
  return octagon(plane, radius, -1);
}

/** Erosion, then dilation: removes bright parts thinner than the window. Never brightens. */
export function open(plane: PlaneF32, radius: number): PlaneF32 {
  return dilate(erode(plane, radius), radius);
}

/** Dilation, then erosion: closes dark gaps thinner than the window. Never darkens. */
export function close(plane: PlaneF32, radius: number): PlaneF32 {
  return erode(dilate(plane, radius), radius);
}

/** Binary dilation by an exact disc of any real radius: 1 where the nearest pixel above the threshold is ≤ radius away. */
export function dilateDisc(mask: PlaneF32, radius: number, threshold = 0.5): PlaneF32 {
  const d = distanceToMask(mask, threshold);
  for (let i = 0; i < d.data.length; i++) d.data[i] = d.data[i] <= radius ? 1 : 0;
  return d;
}

/** Binary erosion by an exact disc of any real radius: 1 where every pixel ≤ radius away is above the threshold. */
export function erodeDisc(mask: PlaneF32, radius: number, threshold = 0.5): PlaneF32 {
  const d = distanceTransform(mask, threshold);
  for (let i = 0; i < d.data.length; i++) d.data[i] = d.data[i] > Math.max(0, radius) ? 1 : 0;
  return d;
}

/** Erosion is run as dilation of the negative: `sign` −1 flips the values on the way in and out. */
function octagon(plane: PlaneF32, radius: number, sign: 1 | -1): PlaneF32 {
  if (!Number.isInteger(radius) || radius < 0) throw new RangeError(`a radius must be an integer ≥ 0, got ${radius}`);
  const { width, height } = plane;
  const out = createPlane(width, height);
  const d = out.data;
  for (let i = 0; i < d.length; i++) d[i] = sign * plane.data[i];
  if (radius > 0) {
    // A regular octagon of extent r is a square of half side .414 r plus two diagonals of half length .293 r. The square keeps at
    // least 1, without which two diagonals would touch only every other pixel.
    const diagonal = radius < 3 ? 0 : Math.min(Math.round(0.2929 * radius), (radius - 1) >> 1);
    // Near the border the lines do not commute; erosion runs them backwards, so that opening and closing keep their order there too.
    if (sign > 0) maxSquare(d, width, height, radius - 2 * diagonal);
    if (diagonal > 0) maxDiagonals(d, width, height, diagonal, sign);
    if (sign < 0) maxSquare(d, width, height, radius - 2 * diagonal);
  }
  if (sign < 0) for (let i = 0; i < d.length; i++) d[i] = -d[i];
  return out;
}

function maxSquare(d: Float32Array, width: number, height: number, radius: number): void {
  const line = createLineMax(Math.max(width, height), radius);
  for (let y = 0; y < height; y++) line(d, y * width, 1, width);
  for (let x = 0; x < width; x++) line(d, x, width, height);
}

/** One direction is finished before the other starts: interleaved, a line would spread values that it should not see yet. */
function maxDiagonals(d: Float32Array, width: number, height: number, radius: number, order: 1 | -1): void {
  const line = createLineMax(Math.min(width, height), radius);
  for (let pass = 0; pass < 2; pass++) {
    const falling = (pass === 0) === order > 0;
    for (let x = 0; x < width; x++) {
      line(d, x, falling ? width + 1 : width - 1, Math.min(height, falling ? width - x : x + 1));
    }
    for (let y = 1; y < height; y++) {
      const start = falling ? y * width : y * width + width - 1;
      line(d, start, falling ? width + 1 : width - 1, Math.min(height - y, width));
    }
  }
}

type LineMax = (d: Float32Array, start: number, stride: number, length: number) => void;

/** Running maximum over 2·radius + 1 samples of a strided line, in place, by van Herk's two block scans. */
function createLineMax(maxLength: number, radius: number): LineMax {
  const size = 2 * radius + 1;
  const padded = (Math.ceil((maxLength + 2 * radius) / size) + 1) * size;
  const forward = new Float32Array(padded);
  const backward = new Float32Array(padded);
  return (d, start, stride, length) => {
    const used = Math.ceil((length + 2 * radius) / size) * size;
    for (let i = 0; i < used; i++) {
      const j = i - radius;
      const v = j >= 0 && j < length ? d[start + j * stride] : -Infinity;
      backward[i] = v;
      forward[i] = i % size === 0 || v > forward[i - 1] ? v : forward[i - 1];
    }
    for (let i = used - 2; i >= 0; i--) {
      if ((i + 1) % size !== 0 && backward[i + 1] > backward[i]) backward[i] = backward[i + 1];
    }
    for (let j = 0; j < length; j++) {
      const a = backward[j];
      const b = forward[j + size - 1];
      d[start + j * stride] = a > b ? a : b;
    }
  };
}
