import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@drape/contracts';
import { decodeGarment, decodePhoto, encodeResult } from '@drape/media';
import type { Models } from '@drape/models';
import { renderTryOn, TryOnRefusal, type Garment, type Person } from '@drape/tryon';
import { fromCaller, ownArguments, runCli, UsageError, withModels } from './run-cli';
import { createSheet, type Sheet } from '../drawing/sheet';

const USAGE = `Puts every garment on every person and shows all results in one picture.

  pnpm contact-sheet --persons DIR --garments DIR --out FILE.jpg [--cell 384] [--match TEXT]

A garment's category is the name of the folder that it lies in, where that is one of ${PRODUCT_CATEGORIES.join(', ')}.
Full-size results go to a folder beside FILE.jpg, named like it. --match keeps the pairs "person+garment" that contain TEXT.`;

interface Arguments {
  readonly persons: string;
  readonly garments: string;
  readonly out: string;
  readonly cell: number;
  readonly match: string;
}

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly category: ProductCategory | undefined;
}

const PICTURE_TYPES = new Set(['.jpg', '.jpeg', '.png', '.webp']);

function readArguments(args: string[]): Arguments {
  const { values } = parseArgs({
    args,
    options: {
      persons: { type: 'string' },
      garments: { type: 'string' },
      out: { type: 'string' },
      cell: { type: 'string', default: '384' },
      match: { type: 'string', default: '' },
    },
  });
  const { persons, garments, out } = values;
  if (persons === undefined || garments === undefined || out === undefined) throw new UsageError(USAGE);
  return {
    persons: fromCaller(persons),
    garments: fromCaller(garments),
    out: fromCaller(out),
    cell: Math.max(64, Number(values.cell) || 384),
    match: values.match,
  };
}

async function listPictures(folder: string): Promise<Picture[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries
    .filter((entry) => PICTURE_TYPES.has(extname(entry).toLowerCase()))
    .sort()
    .map((entry) => ({
      name: basename(entry, extname(entry)),
      path: join(folder, entry),
      category: PRODUCT_CATEGORIES.find((category) => category === basename(dirname(join(folder, entry)))),
    }));
}

async function fillSheet(args: Arguments, models: Models): Promise<{ sheet: Sheet; done: number; refused: number }> {
  const persons = await listPictures(args.persons);
  const garments = await listPictures(args.garments);
  const folder = args.out.slice(0, args.out.length - extname(args.out).length);
  await mkdir(folder, { recursive: true });
  const sheet = createSheet(garments.length + 1, persons.length + 1, args.cell);
  const products = await Promise.all(garments.map(async (g) => (await decodeGarment(await readFile(g.path))).raster));
  products.forEach((product, at) => sheet.show(product, at + 1, 0, garments[at]?.name ?? ''));
  const kept = new Map<number, Garment>();
  let [done, refused] = [0, 0];
  for (const [row, picture] of persons.entries()) {
    const photo = (await decodePhoto(await readFile(picture.path))).raster;
    sheet.show(photo, 0, row + 1, picture.name);
    let person: Person | undefined;
    for (const [column, product] of products.entries()) {
      const garment = garments[column];
      if (garment === undefined || !`${picture.name}+${garment.name}`.includes(args.match)) continue;
      const options = garment.category === undefined ? {} : { category: garment.category };
      try {
        const render = await renderTryOn(photo, product, options, models, {
          cache: {
            person: async (compute) => (person ??= await compute()),
            garment: async (compute) => kept.get(column) ?? keep(kept, column, await compute()),
          },
        });
        sheet.show(render.image, column + 1, row + 1, garment.name);
        const encoded = await encodeResult(render.image, { format: 'png' });
        await writeFile(join(folder, `${picture.name}+${garment.name}.png`), encoded.bytes);
        done++;
      } catch (error) {
        if (!(error instanceof TryOnRefusal)) throw new Error(`${picture.name}+${garment.name}`, { cause: error });
        sheet.label(column + 1, row + 1, error.code);
        sheet.label(column + 1, row + 1, garment.name, 1);
        refused++;
      }
    }
    console.log(`${picture.name}: ${done} rendered, ${refused} refused so far`);
  }
  return { sheet, done, refused };
}

function keep(kept: Map<number, Garment>, column: number, garment: Garment): Garment {
  kept.set(column, garment);
  return garment;
}

runCli(async () => {
  const args = readArguments(ownArguments());
  const { sheet, done, refused } = await withModels((models) => fillSheet(args, models));
  await writeFile(args.out, (await encodeResult(sheet.raster, { format: 'jpeg', quality: 88 })).bytes);
  console.log(`${done} rendered, ${refused} refused: ${args.out}`);
  return 0;
});
