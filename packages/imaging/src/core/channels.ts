import { createPlane, createRaster, type PlaneF32, type RasterU8 } from './raster';

/** The picture without its alpha channel, grey as RGB. Aliasing: RGB is returned as it is, else new memory. */
export function dropAlpha(image: RasterU8): RasterU8 {
  const { width, height, channels, data } = image;
  if (channels === 3) return image;
  const rgb = createRaster(width, height, 3);
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  for (let i = 0, o = 0; o < rgb.data.length; i += channels, o += 3) {
    rgb.data[o] = data[i];
    rgb.data[o + 1] = data[i + green];
    rgb.data[o + 2] = data[i + blue];
  }
  return rgb;
}

/** Alpha 0…1 of each byte. */
const ALPHA_SHARES = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

/** The alpha of RGBA, 0…1. Aliasing: new memory. */
export function alphaPlane({ width, height, data }: RasterU8): PlaneF32 {
  const alpha = createPlane(width, height);
  for (let i = 0, a = 3; i < alpha.data.length; i++, a += 4) alpha.data[i] = ALPHA_SHARES[data[a]];
  return alpha;
}
