import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RasterU8 } from '@drape/imaging';
import { encodeResult } from '@drape/media';
import type { Models } from '@drape/models';
import type { AnyRule } from '@drape/tryon';
import { fitInto } from '../drawing/sheet';
import { htmlPage } from './html-page';
import { cropStrip } from './pair-crops';
import { choosePairs, type BenchFolder, type GarmentFile, type PictureFile } from './picture-folder';
import {
  garmentSlot,
  personSlot,
  readGarment,
  readsGarment,
  readsPerson,
  tryPair,
  type GarmentSlot,
  type PairOutcome,
  type PersonSlot,
  type RefusedPair,
} from './render-pairs';
import { makeReport, reportPair, summariseFired, type BenchReport, type ReportedPair } from './report';
import { createSheetBook, type SheetBook } from './sheet-book';

export interface PictureBenchJob {
  readonly folder: BenchFolder;
  /** Folder for results, sheets and page. */
  readonly out: string;
  /** Maximum number of pairs, chosen by the hash of their names. */
  readonly limit: number;
  /** Rules to switch off. */
  readonly without: readonly AnyRule[];
  /** Shows and reports only pairs whose picture differs from the one with all rules. */
  readonly onlyFired: boolean;
  readonly log: (line: string) => void;
}

const THUMBNAIL_SIDE = 256;
const SHOWN_SIDE = 640;
const JPEG_QUALITY = 90;

/**
 * Renders every person × garment, measures each picture, and writes results, sheets and page.
 *
 * One pair after the other, persons outermost, so that the order and every figure are the same on each run.
 */
export async function benchPictures(job: PictureBenchJob, models: Models): Promise<BenchReport> {
  const { folder, out } = job;
  const chosen = choosePairs(folder.pairs, job.limit);
  const rows = new Set(chosen.map(({ person }) => person)).size;
  const thumbnails = await showProducts(folder.garments, out);
  const book = createSheetBook(out, rows, folder.garments, (garment) => thumbnails.get(garment) ?? null);
  const slots = folder.garments.map((file): GarmentSides => {
    const slot = garmentSlot(file, models, job.without);
    return { slot, whole: job.without.some(readsGarment) ? garmentSlot(file, models) : slot };
  });
  const found: Found = { pairs: [], refusals: [], whole: [], compared: 0 };
  let done = 0;
  for (const file of folder.persons) {
    const worn = new Set(chosen.filter(({ person }) => person === file).map(({ garment }) => garment));
    const own = slots.filter(({ slot }) => worn.has(slot.file));
    if (own.length === 0) continue;
    await benchPerson(job, models, file, own, book, found);
    done += own.length;
    job.log(`${file.name}: ${done} of ${chosen.length} pairs, ${found.refusals.length} refused`);
  }
  const { persons, garments, skipped } = folder;
  const report = makeReport({
    persons: persons.length,
    garments: garments.length,
    without: job.without.map(({ id }) => id),
    onlyFired: job.onlyFired ? summariseFired(found.compared, found.whole) : null,
    ...found,
    skipped,
  });
  await writePage(out, report, folder, await book.close());
  return report;
}

interface Found {
  readonly pairs: ReportedPair[];
  readonly refusals: RefusedPair[];
  /** With --only-fired: pairs that changed, with all rules, and how many were compared. */
  readonly whole: ReportedPair[];
  compared: number;
}

/** A garment as it is looked at without the rules that are left out, and with all. */
interface GarmentSides {
  readonly slot: GarmentSlot;
  readonly whole: GarmentSlot;
}

async function benchPerson(
  { out, without, onlyFired }: PictureBenchJob,
  models: Models,
  file: PictureFile,
  garments: readonly GarmentSides[],
  book: SheetBook,
  found: Found,
): Promise<void> {
  const person = personSlot(file, models, without);
  const wholePerson = without.some(readsPerson) ? personSlot(file, models) : person;
  const photo = await person.photo().catch(() => null);
  await book.nextPerson(photo === null ? null : fitInto(photo, THUMBNAIL_SIDE), file.stem);
  if (photo !== null) await writeJpeg(join(out, photoPath(file)), fitInto(photo, SHOWN_SIDE));
  for (const { slot: garment, whole } of garments) {
    const outcome = await tryPair(person, garment, models, without);
    if (onlyFired && !(await hasChanged(outcome, wholePerson, whole, { models, out, found }))) continue;
    if ('refused' in outcome) {
      found.refusals.push(outcome.refused);
      book.refuse(garment.file, outcome.refused.code);
      continue;
    }
    const { render, shoulderWidth } = outcome.rendered;
    const name = `results/${garment.file.category}/${file.stem}+${garment.file.stem}`;
    await writeJpeg(join(out, `${name}.jpg`), render.image);
    await writeJpeg(join(out, `${name}.crops.jpg`), cropStrip(render.image, render.placement, shoulderWidth));
    book.show(garment.file, fitInto(render.image, THUMBNAIL_SIDE));
    found.pairs.push(reportPair(outcome.rendered, `${name}.jpg`, `${name}.crops.jpg`));
  }
}

/** Whether a pair's picture, or its refusal, differs from the one with all rules, which is kept beside it. */
async function hasChanged(
  outcome: PairOutcome,
  person: PersonSlot,
  garment: GarmentSlot,
  { models, out, found }: { readonly models: Models; readonly out: string; readonly found: Found },
): Promise<boolean> {
  const whole = await tryPair(person, garment, models);
  found.compared++;
  if ('refused' in whole) return !('refused' in outcome && outcome.refused.code === whole.refused.code);
  const { image } = whole.rendered.render;
  if ('rendered' in outcome && Buffer.compare(image.data, outcome.rendered.render.image.data) === 0) return false;
  const name = `results/${garment.file.category}/${person.file.stem}+${garment.file.stem}.all-rules.jpg`;
  await writeJpeg(join(out, name), image);
  found.whole.push(reportPair(whole.rendered, name, name));
  return true;
}

const photoPath = (file: PictureFile): string => `photos/${file.stem}.jpg`;
const productPath = (file: GarmentFile): string => `products/${file.category}/${file.stem}.jpg`;

/** Writes the products beside the page and returns their thumbnails; a picture that cannot be read has none. */
async function showProducts(
  garments: readonly GarmentFile[],
  out: string,
): Promise<ReadonlyMap<GarmentFile, RasterU8>> {
  const thumbnails = new Map<GarmentFile, RasterU8>();
  for (const garment of garments) {
    const picture = await readGarment(garment).catch(() => null);
    if (picture === null) continue;
    await writeJpeg(join(out, productPath(garment)), fitInto(picture, SHOWN_SIDE));
    thumbnails.set(garment, fitInto(picture, THUMBNAIL_SIDE));
  }
  return thumbnails;
}

async function writeJpeg(path: string, raster: RasterU8): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, (await encodeResult(raster, { format: 'jpeg', quality: JPEG_QUALITY })).bytes);
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
