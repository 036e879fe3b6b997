import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RasterU8 } from '@drape/imaging';
import { encodeResult } from '@drape/media';
import type { Models } from '@drape/models';
import type { Rule } from '@drape/tryon';
import { fitInto } from '../drawing/sheet';
import { htmlPage } from './html-page';
import { cropStrip } from './pair-crops';
import { pairHash, type BenchFolder, type GarmentFile, type PictureFile } from './picture-folder';
import { garmentSlot, personSlot, readGarment, tryPair, type GarmentSlot, type RefusedPair } from './render-pairs';
import { makeReport, reportPair, type BenchReport, type ReportedPair } from './report';
import { createSheetBook, type SheetBook } from './sheet-book';

export interface PictureBenchJob {
  readonly folder: BenchFolder;
  /** Where results, sheets and page go. */
  readonly out: string;
  /** At most so many pairs, spread by the hash of their names. */
  readonly limit: number;
  /** Rules that are left out. */
  readonly without: readonly Rule[];
  readonly log: (line: string) => void;
}

const THUMBNAIL = 256;
const SHOWN = 640;
const QUALITY = 90;

/**
 * Renders every person × garment, measures each picture, and writes results, sheets and page.
 *
 * One pair after the other, persons outermost, so that the order and every figure are the same on each run.
 */
export async function benchPictures(job: PictureBenchJob, models: Models): Promise<BenchReport> {
  const { folder, out } = job;
  const chosen = choosePairs(folder, job.limit);
  const rows = folder.persons.filter((file) =>
    folder.garments.some((garment) => chosen.has(pairKey(file, garment))),
  ).length;
  const thumbnails = await showProducts(folder.garments, out);
  const book = createSheetBook(out, rows, folder.garments, (garment) => thumbnails.get(garment) ?? null);
  const slots = folder.garments.map((file) => garmentSlot(file, models, job.without));
  const found: Found = { pairs: [], refusals: [] };
  let done = 0;
  for (const file of folder.persons) {
    const own = slots.filter((slot) => chosen.has(pairKey(file, slot.file)));
    if (own.length === 0) continue;
    await benchPerson(job, models, file, own, book, found);
    done += own.length;
    job.log(`${file.name}: ${done} of ${chosen.size} pairs, ${found.refusals.length} refused`);
  }
  const { persons, garments, skipped } = folder;
  const report = makeReport({
    persons: persons.length,
    garments: garments.length,
    without: job.without,
    ...found,
    skipped,
  });
  await writePage(out, report, folder, await book.close());
  return report;
}

interface Found {
  readonly pairs: ReportedPair[];
  readonly refusals: RefusedPair[];
}

async function benchPerson(
  { out, without }: PictureBenchJob,
  models: Models,
  file: PictureFile,
  garments: readonly GarmentSlot[],
  book: SheetBook,
  found: Found,
): Promise<void> {
  const person = personSlot(file, models, without);
  const photo = await person.photo().catch(() => null);
  await book.nextPerson(photo === null ? null : fitInto(photo, THUMBNAIL), file.stem);
  if (photo !== null) await writeJpeg(join(out, photoPath(file)), fitInto(photo, SHOWN));
  for (const garment of garments) {
    const outcome = await tryPair(person, garment, models);
    if ('refused' in outcome) {
      found.refusals.push(outcome.refused);
      book.refuse(garment.file, outcome.refused.code);
      continue;
    }
    const { render, shoulderWidth } = outcome.rendered;
    const name = `results/${garment.file.category}/${file.stem}+${garment.file.stem}`;
    await writeJpeg(join(out, `${name}.jpg`), render.image);
    await writeJpeg(join(out, `${name}.crops.jpg`), cropStrip(render.image, render.placement, shoulderWidth));
    book.show(garment.file, fitInto(render.image, THUMBNAIL));
    found.pairs.push(reportPair(outcome.rendered, `${name}.jpg`, `${name}.crops.jpg`));
  }
}

const pairKey = (person: PictureFile, garment: GarmentFile): string =>
  `${person.name}\n${garment.category}\n${garment.name}`;
const photoPath = (file: PictureFile): string => `photos/${file.stem}.jpg`;
const productPath = (file: GarmentFile): string => `products/${file.category}/${file.stem}.jpg`;

/** All pairs, or the first `limit` by the hash of their names. */
function choosePairs({ persons, garments }: BenchFolder, limit: number): ReadonlySet<string> {
  const all = persons.flatMap((person) =>
    garments.map((garment) => ({
      key: pairKey(person, garment),
      hash: pairHash(person.name, garment.name, 'sample '),
    })),
  );
  all.sort((a, b) => a.hash - b.hash);
  return new Set(all.slice(0, limit).map(({ key }) => key));
}

/** Writes the products beside the page and returns their thumbnails; a picture that cannot be read has none. */
async function showProducts(
  garments: readonly GarmentFile[],
  out: string,
): Promise<ReadonlyMap<GarmentFile, RasterU8>> {
  const thumbnails = new Map<GarmentFile, RasterU8>();
  for (const garment of garments) {
    const picture = await readGarment(garment).catch(() => null);
    if (picture === null) continue;
    await writeJpeg(join(out, productPath(garment)), fitInto(picture, SHOWN));
    thumbnails.set(garment, fitInto(picture, THUMBNAIL));
  }
  return thumbnails;
}

async function writeJpeg(path: string, raster: RasterU8): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, (await encodeResult(raster, { format: 'jpeg', quality: QUALITY })).bytes);
}

async function writePage(
  out: string,
  report: BenchReport,
  { persons, garments }: BenchFolder,
  sheets: readonly string[],
): Promise<void> {
  const page = htmlPage(report, {
    sheets,
    product: (pair) => {
      const file = garments.find(({ name, category }) => name === pair.garment && category === pair.category);
      return file === undefined ? '' : productPath(file);
    },
    photo: (pair) => {
      const file = persons.find(({ name }) => name === pair.person);
      return file === undefined ? '' : photoPath(file);
    },
  });
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'index.html'), page);
}
