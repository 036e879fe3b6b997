import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const require = createRequire(import.meta.url);
const load = (name) => require(join(ROOT, 'packages', name, 'dist/index.js'));

/** Sample persons, cut to the proportions of `size` around the middle and scaled to it. */
export async function makePhotos(size) {
  const { decodePhoto, encodeResult } = load('media');
  const { cropRaster, resizeRaster } = load('imaging');
  const folder = join(ROOT, 'packages/local/samples/persons');
  const photos = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .sort()) {
    const { raster } = await decodePhoto(readFileSync(join(folder, file)));
    const width = Math.min(raster.width, Math.round((raster.height * size.width) / size.height));
    const box = {
      x: Math.round((raster.width - width) / 2),
      y: 0,
      width,
      height: Math.min(raster.height, Math.round((width * size.height) / size.width)),
    };
    const photo = resizeRaster(cropRaster(raster, box, 'replicate'), size.width, size.height);
    photos.push({ name: file, jpeg: Buffer.from((await encodeResult(photo, { format: 'jpeg', quality: 92 })).bytes) });
  }
  return photos;
}
