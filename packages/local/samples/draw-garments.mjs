/**
 * Draws the garment samples: `node packages/local/samples/draw-garments.mjs [name …]`. The drawings are our own, in the style of a shop's product
 * pictures; nothing is traced or copied. The same script gives the same pixels on every machine.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drawGarment } from './draw/cloth.mjs';
import { blueJeans } from './draw/garments/blue-jeans.mjs';
import { camelMini } from './draw/garments/camel-mini.mjs';
import { charcoalBlazer } from './draw/garments/charcoal-blazer.mjs';
import { denimJacket } from './draw/garments/denim-jacket.mjs';
import { wrapDress } from './draw/garments/emerald-wrap.mjs';
import { floralDress } from './draw/garments/floral-summer.mjs';
import { khakiShorts } from './draw/garments/khaki-shorts.mjs';
import { logoTee } from './draw/garments/logo-tee.mjs';
import { pleatedSkirt } from './draw/garments/pleated-midi.mjs';
import { ribbedTank } from './draw/garments/ribbed-tank.mjs';
import { stripedLongSleeve } from './draw/garments/striped-long-sleeve.mjs';

const GARMENTS = {
  'top/logo-tee': logoTee,
  'top/striped-long-sleeve': stripedLongSleeve,
  'top/ribbed-tank': ribbedTank,
  'pants/blue-jeans': blueJeans,
  'pants/khaki-shorts': khakiShorts,
  'skirt/pleated-midi': pleatedSkirt,
  'skirt/camel-mini': camelMini,
  'dress/floral-summer': floralDress,
  'dress/emerald-wrap': wrapDress,
  'jacket/denim-jacket': denimJacket,
  'jacket/charcoal-blazer': charcoalBlazer,
};

const wanted = process.argv.slice(2);
for (const [name, describe] of Object.entries(GARMENTS)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const file = join(import.meta.dirname, 'garments', `${name}.jpg`);
  await mkdir(dirname(file), { recursive: true });
  const bytes = await drawGarment(describe());
  await writeFile(file, bytes);
  process.stdout.write(`${name}.jpg ${Math.round(bytes.length / 1024)} kB\n`);
}
