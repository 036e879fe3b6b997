import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { ROOT } from '../paths.mjs';
import { Problem } from '../say.mjs';

/**
 * A pair: `name`, the photo's path `person`, the products `garments` (`path`, `category`) with more than one for a look, and how a look's
 * top is worn (`tuck`).
 */

const SAMPLES = join(ROOT, 'packages/local/samples');
const CATEGORIES = ['dress', 'top', 'pants', 'jacket', 'skirt'];
const PICTURE_TYPES = ['.jpg', '.jpeg', '.png', '.webp'];

/** Products of a look, innermost last: the order is the renderer's business. */
const LOOKS = [
  { garments: ['top/logo-tee.jpg', 'pants/blue-jeans.jpg'], tuck: 'in' },
  { garments: ['jacket/denim-jacket.jpg', 'top/striped-long-sleeve.jpg', 'skirt/camel-mini.jpg'], tuck: 'auto' },
];

/** Every drawn product and every look on every sample person. */
export function samplePairs() {
  const looks = LOOKS.map(({ garments, tuck }) => ({ garments: garments.map(sampleGarment), tuck }));
  return pairsOf(SAMPLES).flatMap((pair, at, all) =>
    all[at + 1]?.person === pair.person ? [pair] : [pair, ...looks.map((look) => withLook(pair.person, look))],
  );
}

/** Every product of garments/<category>/ on everybody in persons/, ordered by name. Throws: Problem where there are none. */
export function pairsOf(folder) {
  const persons = picturesIn(resolve(folder, 'persons'));
  const garments = CATEGORIES.flatMap((category) =>
    picturesIn(resolve(folder, 'garments', category)).map((path) => ({ path, category })),
  );
  if (persons.length === 0) throw new Problem(`${join(folder, 'persons')} holds no jpg, png or webp picture.`);
  if (garments.length === 0) {
    throw new Problem(`${join(folder, 'garments')} holds no picture in ${CATEGORIES.join(', ')}.`);
  }
  return persons.flatMap((person) => garments.map((garment) => pairOf(person, [garment])));
}

function sampleGarment(name) {
  const [category] = name.split('/');
  return { path: join(SAMPLES, 'garments', name), category };
}

const withLook = (person, { garments, tuck }) => ({ ...pairOf(person, garments), tuck });

function pairOf(person, garments) {
  return { name: [person, ...garments.map(({ path }) => path)].map(stemOf).join('+'), person, garments };
}

const stemOf = (path) => basename(path, extname(path));

function picturesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.') && PICTURE_TYPES.includes(extname(name).toLowerCase()))
    .sort()
    .map((name) => join(folder, name));
}
