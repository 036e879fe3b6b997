/**
 * Writes the cut-out network's saliency of every picture of the category data set: what train_category.py replaces grounds by.
 *
 *     node saliency.mjs DATA OUT
 *
 * DATA  folder with a folder a category (dress, jacket, pants, skirt, top) of JPEG pictures
 * OUT   receives the same tree of grey PNG files, 320 × 320, the picture squeezed to a square; those that exist are kept
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import models from '../dist/index.js';

const [data, out] = process.argv.slice(2);
const networks = await models.loadModels({ provider: 'cpu', threads: 1 });
for (const category of ['dress', 'jacket', 'pants', 'skirt', 'top']) {
  mkdirSync(join(out, category), { recursive: true });
  for (const name of readdirSync(join(data, category)).sort()) {
    const target = join(out, category, name.replace(/\.\w+$/, '.png'));
    if (existsSync(target)) continue;
    const picture = sharp(join(data, category, name))
      .removeAlpha()
      .toColourspace('srgb');
    const { data: pixels, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const {
      width,
      height,
      data: map,
    } = await networks.cutOut({
      width: info.width,
      height: info.height,
      channels: 3,
      data: new Uint8ClampedArray(pixels),
    });
    const grey = Buffer.from(map.map((value) => value * 255));
    await sharp(grey, { raw: { width, height, channels: 1 } })
      .png()
      .toFile(target);
  }
}
await networks.close();
