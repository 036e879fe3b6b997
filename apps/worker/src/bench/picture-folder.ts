import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@drape/contracts';
import { UsageError } from '../cli/run-cli';

/** A file of the bench's folder. */
export interface PictureFile {
  /** File name, extension included: what results are reported under. */
  readonly name: string;
  /** The name without its extension, for files made from it; with it where that would be ambiguous. */
  readonly stem: string;
  readonly path: string;
}

export interface GarmentFile extends PictureFile {
  readonly category: ProductCategory;
}

/** A garment to be tried on a person. */
export interface BenchPair {
  readonly person: PictureFile;
  readonly garment: GarmentFile;
}

export interface BenchFolder {
  readonly persons: readonly PictureFile[];
  readonly garments: readonly GarmentFile[];
  /** Persons outermost. */
  readonly pairs: readonly BenchPair[];
  /** Files that are no JPEG, PNG or WebP by name, relative to the folder. */
  readonly skipped: readonly string[];
}

const PICTURE_TYPES = new Set(['.jpg', '.jpeg', '.png', '.webp']);

const PAIRS_FILE = 'pairs.jsonl';

/**
 * Lists persons/* and garments/<category>/* of a folder in the order of their names, and pairs each with each; missing category folders are
 * fine. A folder with a pairs.jsonl holds the pairs that it names instead, see {@link readPairs}.
 *
 * Throws: UsageError where the folder, its persons or its garments are missing.
 */
export async function readBenchFolder(
  folder: string,
  categories: readonly ProductCategory[] = PRODUCT_CATEGORIES,
): Promise<BenchFolder> {
  if (!(await isFolder(folder))) throw new UsageError(`There is no folder ${folder}.`);
  if (existsSync(join(folder, PAIRS_FILE))) return readPairs(folder, categories);
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
  const pairs = persons.flatMap((person) => garments.map((garment) => ({ person, garment })));
  return { persons, garments, pairs, skipped };
}

/**
 * Pairs that a folder's pairs.jsonl lists, one per line: `{"person": FILE, "product": FILE, "category": NAME, "data": [FOLDER, …]}`. Files
 * count from the first of the folders in `data` that has them; without `data`, from the folder itself.
 */
async function readPairs(folder: string, categories: readonly ProductCategory[]): Promise<BenchFolder> {
  const persons = new Map<string, PictureFile>();
  const garments = new Map<string, GarmentFile>();
  const pairs: BenchPair[] = [];
  const lines = (await readFile(join(folder, PAIRS_FILE), 'utf8')).split('\n');
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const where = `${join(folder, PAIRS_FILE)}, line ${at + 1}`;
    const { person, product, category, data = ['.'] } = readPairLine(line, where);
    if (!categories.includes(category)) continue;
    const find = (name: string): PictureFile => {
      const path = data.map((from) => resolve(folder, from, name)).find(existsSync);
      if (path === undefined) throw new UsageError(`${where}: there is no ${name} in ${data.join(', ')}.`);
      return { name, stem: name.replaceAll(/[/\\.]/g, '-'), path };
    };
    const key = `${category} ${product}`;
    const pair = {
      person: persons.get(person) ?? find(person),
      garment: garments.get(key) ?? { ...find(product), category },
    };
    persons.set(person, pair.person);
    garments.set(key, pair.garment);
    pairs.push(pair);
  }
  if (pairs.length === 0)
    throw new UsageError(`${join(folder, PAIRS_FILE)} lists no pair of ${categories.join(', ')}.`);
  return { persons: [...persons.values()], garments: [...garments.values()], pairs, skipped: [] };
}

interface PairLine {
  readonly person: string;
  readonly product: string;
  readonly category: ProductCategory;
  readonly data?: readonly string[];
}

function readPairLine(line: string, where: string): PairLine {
  const wrong = new UsageError(
    `${where}: must be {"person": FILE, "product": FILE, "category": NAME, "data": [FOLDER, …]}.`,
  );
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw wrong;
  }
  const { person, product, category: name, data } = Object(value);
  const category = PRODUCT_CATEGORIES.find((known) => known === name);
  if (typeof person !== 'string' || typeof product !== 'string' || category === undefined) throw wrong;
  const folders: unknown[] | undefined = Array.isArray(data) ? data : undefined;
  if (data !== undefined && folders === undefined) throw wrong;
  return { person, product, category, ...(folders !== undefined && { data: folders.map(String) }) };
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** Pictures of a subfolder; none where it does not exist. Hidden files are ignored. */
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

/** All pairs, or the first `limit` by the hash of their names, in the folder's order. */
export function choosePairs(pairs: readonly BenchPair[], limit: number): readonly BenchPair[] {
  if (pairs.length <= limit) return pairs;
  const hashed = pairs.map((pair) => ({ pair, hash: pairHash(pair.person.name, pair.garment.name, 'sample ') }));
  const chosen = new Set(
    hashed
      .sort((a, b) => a.hash - b.hash)
      .slice(0, limit)
      .map(({ pair }) => pair),
  );
  return pairs.filter((pair) => chosen.has(pair));
}

/** 0…1 from the names of a pair, the same on every machine. Another `salt` gives another order. */
export function pairHash(person: string, garment: string, salt = ''): number {
  const digest = createHash('sha256').update(`${salt}${person}+${garment}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}
