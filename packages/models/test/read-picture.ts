import { join } from 'node:path';
import type { RasterU8 } from '@drape/imaging';
import sharp from 'sharp';

/** A sample picture of this repository as RGB, by its name under packages/local/samples. */
export async function readSample(name: string): Promise<RasterU8> {
  return rgbOf(sharp(join(__dirname, '..', '..', 'local', 'samples', name)));
}

export async function rgbOf(image: sharp.Sharp): Promise<RasterU8> {
  const { data, info } = await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data: new Uint8Array(data) };
}
