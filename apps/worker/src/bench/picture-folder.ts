import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@drape/contracts';
import { UsageError } from '../cli/run-cli';

/** A file of the bench's folder. */
export interface PictureFile {
  /** File name, extension included: what results are reported under. */
  readonly name: string;
  /** The name without extension where that is clear, for files made from it. */
  readonly stem: string;
  readonly path: string;
}

export interface GarmentFile extends PictureFile {
  readonly category: ProductCategory;
}

export interface BenchFolder {
  readonly persons: readonly PictureFile[];
  readonly garments: readonly GarmentFile[];
  /** Files that are no JPEG, PNG or WebP by name, relative to the folder. */
  readonly skipped: readonly string[];
}

const PICTURE_TYPES = new Set(['.jpg', '.jpeg', '.png', '.webp']);

/**
 * Lists persons/* and garments/<category>/* of a folder in the order of their names. Missing category folders are fine.
 *
 * Throws: UsageError where the folder, its persons or its garments are missing.
 */
export async function readBenchFolder(
  folder: string,
  categories: readonly ProductCategory[] = PRODUCT_CATEGORIES,
): Promise<BenchFolder> {
  if (!(await isFolder(folder))) throw new UsageError(`There is no folder ${folder}.`);
  const skipped: string[] = [];
  const persons = await listPictures(folder, 'persons', skipped);
  const garments: GarmentFile[] = [];
  for (const category of categories) {
    const found = await listPictures(folder, join('garments', category), skipped);
    garments.push(...found.map((file) => ({ ...file, category })));
  }
  if (persons.length === 0) throw new UsageError(`${join(folder, 'persons')} holds no jpg, png or webp picture.`);
  if (garments.length === 0) {
    throw new UsageError(`${join(folder, 'garments')} holds no picture in ${categories.join(', ')}.`);
  }
  return { persons, garments, skipped };
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** Pictures of a sub-folder; none where there is no such folder. Hidden files are nobody's pictures. */
async function listPictures(folder: string, within: string, skipped: string[]): Promise<PictureFile[]> {
  const path = join(folder, within);
  if (!(await isFolder(path))) return [];
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
  const pictures = names.filter((name) => PICTURE_TYPES.has(extname(name).toLowerCase()));
  skipped.push(...names.filter((name) => !pictures.includes(name)).map((name) => join(within, name)));
  const stems = pictures.map((name) => name.slice(0, name.length - extname(name).length));
  return pictures.map((name, i) => {
    const stem = stems[i] ?? name;
    const isClear = stems.filter((other) => other.toLowerCase() === stem.toLowerCase()).length === 1;
    return { name, stem: isClear ? stem : name.replaceAll('.', '-'), path: join(path, name) };
  });
}

/** 0…1 from the names of a pair: the same on every machine. Other `salt`, other order. */
export function pairHash(person: string, garment: string, salt = ''): number {
  const digest = createHash('sha256').update(`${salt}${person}+${garment}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}
