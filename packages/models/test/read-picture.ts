import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RasterU8 } from '@drape/imaging';
import sharp from 'sharp';

/** A sample picture of this repository as RGB, by its name under packages/local/samples. */
export async function readSample(name: string): Promise<RasterU8> {
  // bytes, not a path: a test beside this one may have blocked sharp's file loaders, which is for the whole process
  return rgbOf(sharp(readFileSync(join(__dirname, '..', '..', 'local', 'samples', name))));
}

export async function rgbOf(image: sharp.Sharp): Promise<RasterU8> {
  const { data, info } = await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data: new Uint8Array(data) };
}
