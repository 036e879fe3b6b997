import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ProductCategory } from '@drape/contracts';
import { dropAlpha, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { decodeGarment, encodeResult } from '@drape/media';
import type { Models } from '@drape/models';
import { analyseGarment, seenIn } from '@drape/tryon';
import { scoreLabel, summarise, type GarmentScore, type LabelScore } from '../bench/garment/garment-scores';
import { parseLabels, type GarmentLabel } from '../bench/garment/label';
import { readingOfNetwork } from '../bench/garment/network-reading';
import type { GarmentReading } from '../bench/garment/reading';
import { readingOfProduct } from '../bench/garment/product-reading';
import { fromCaller, ownArguments, runCli, UsageError, withModels } from './run-cli';

const USAGE = `Measures how product pictures are understood, against labels made by eye: landmarks, outline, sleeves.

  pnpm bench:garment FOLDER --labels FILE.jsonl --json OUT [--readings FOLDER]

FOLDER holds the pictures; FILE.jsonl has a label a line, whose "image" is the path in FOLDER (packages/models/training has such files).
Points count as right within 5 and 10 % of the outline's width; one that is not told counts as wrong. OUT tells the garment reader's
figures, then those of the product (what a try-on goes by: the reader, with geometry). --readings writes what the product reads of each picture: a line in readings.jsonl, and the matte beside it.`;

/** Longer side at which masks are compared. */
const MASK_SIDE = 512;

interface Arguments {
  readonly folder: string;
  readonly labels: string;
  readonly json: string;
  readonly readings: string | null;
}

/** Throws: UsageError. */
function readArguments(args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      labels: { type: 'string' },
      json: { type: 'string' },
      readings: { type: 'string' },
    },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0 || values.labels === undefined || values.json === undefined)
    throw new UsageError(USAGE);
  return {
    folder: fromCaller(folder),
    labels: fromCaller(values.labels),
    json: fromCaller(values.json),
    readings: values.readings === undefined ? null : fromCaller(values.readings),
  };
}

/** Throws: UsageError. */
async function listLabels(file: string): Promise<GarmentLabel[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`There is no file ${file}.`);
  });
  try {
    const labels = parseLabels(text);
    if (labels.length === 0) throw new UsageError(`${file} has no label.`);
    return labels;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

type Size = Pick<RasterU8, 'width' | 'height'>;

function maskSize({ width, height }: Size): Size {
  const scale = Math.min(1, MASK_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

interface Product {
  readonly size: Size;
  readonly raster: RasterU8;
}

/** Throws: UsageError where the picture is not there. */
async function openProduct(folder: string, image: string): Promise<Product> {
  const bytes = await readFile(join(folder, image)).catch(() => {
    throw new UsageError(`There is no picture ${join(folder, image)}.`);
  });
  const { raster } = await decodeGarment(bytes);
  return { raster, size: maskSize(raster) };
}

interface Read {
  /** null: refused. */
  readonly reading: GarmentReading | null;
  readonly reason: string | null;
  readonly ms: number;
}

async function readAsProduct({ raster, size }: Product, { category }: GarmentLabel, models: Models): Promise<Read> {
  const startedMs = performance.now();
  const ms = (): number => performance.now() - startedMs;
  try {
    const garment = await analyseGarment(raster, category, models);
    return { reading: readingOfProduct(garment, raster, size), reason: null, ms: ms() };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return { reading: null, reason: `${String(error.code)}: ${error.message}`, ms: ms() };
  }
}

async function readByNetwork({ raster, size }: Product, label: GarmentLabel, models: Models): Promise<Read> {
  const rgb = dropAlpha(raster);
  const seen = seenIn(rgb, await models.cutOut(rgb));
  const startedMs = performance.now();
  const read = await models.readGarment(rgb, label.category, seen);
  return { reading: readingOfNetwork(read, label, raster, size), reason: null, ms: performance.now() - startedMs };
}

interface Measured {
  readonly network: readonly LabelScore[];
  readonly product: readonly LabelScore[];
  /** Mean inference time per picture. */
  readonly networkMs: number;
}

async function measure(labels: readonly GarmentLabel[], args: Arguments, models: Models): Promise<Measured> {
  const network: LabelScore[] = [];
  const product: LabelScore[] = [];
  const lines: string[] = [];
  let spentMs = 0;
  for (const [i, label] of labels.entries()) {
    const opened = await openProduct(args.folder, label.image);
    const byNetwork = await readByNetwork(opened, label, models);
    network.push(scoreLabel(label, byNetwork.reading, opened.size));
    spentMs += byNetwork.ms;
    const read = await readAsProduct(opened, label, models);
    product.push(scoreLabel(label, read.reading, opened.size));
    if (args.readings !== null) lines.push(await writeReading(args.readings, label, read));
    if ((i + 1) % 20 === 0) console.log(`${i + 1} of ${labels.length} pictures`);
  }
  if (args.readings !== null) await writeFile(join(args.readings, 'readings.jsonl'), `${lines.join('\n')}\n`);
  return { network, product, networkMs: spentMs / Math.max(1, network.length) };
}

/** Writes the matte, and returns the line with everything else. */
async function writeReading(
  folder: string,
  { image, category }: GarmentLabel,
  { reading, reason, ms }: Read,
): Promise<string> {
  const file = `${category}__${basename(image, extname(image))}.png`;
  if (reading !== null) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), await pngOf(reading.outline));
  }
  return JSON.stringify({
    image,
    category,
    refused: reason,
    ms: Math.round(ms),
    matte: reading === null ? null : file,
    ...(reading === null ? {} : readingForFile(reading)),
  });
}

/** Grey, 255 where the plane is 1. */
async function pngOf({ width, height, data }: PlaneF32): Promise<Uint8Array> {
  const grey = Uint8Array.from(data, (value) => Math.round(255 * value));
  return (await encodeResult({ width, height, channels: 1, data: grey }, { format: 'png' })).bytes;
}

const percent = (value: number): number => Math.round(value * 10_000) / 100;

function readingForFile({
  points,
  sleeveStates,
  view,
  confidence,
  sleevePolygons,
}: GarmentReading): Record<string, unknown> {
  return {
    confidence,
    points: Object.fromEntries([...points].map(([name, { x, y }]) => [name, [percent(x), percent(y)]])),
    sleeves: sleeveStates,
    sleevePolygons: sleevePolygons.map((polygon) => polygon?.map(({ x, y }) => [percent(x), percent(y)]) ?? null),
    view,
  };
}

function report(scores: readonly LabelScore[]): Record<string, unknown> {
  const categories = [...new Set(scores.map(({ category }) => category))].sort();
  const of = (category: ProductCategory): GarmentScore =>
    summarise(scores.filter((each) => each.category === category));
  return {
    categories: Object.fromEntries(categories.map((category) => [category, of(category)])),
    all: summarise(scores),
  };
}

const digits = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(4)) : value;

function printScore(name: string, { pck5, pck10, outlineIoU, sleeveIoU, sleeveState, n, refused }: GarmentScore): void {
  const share = (value: number | null): string => (value === null ? '–' : (100 * value).toFixed(1)).padStart(6);
  console.log(
    `${name.padEnd(8)} n ${String(n).padStart(4)}  refused ${String(refused).padStart(3)}  PCK@5 ${share(pck5)}  PCK@10 ${share(pck10)}  outline ${share(outlineIoU)}  sleeves ${share(sleeveIoU)}  states ${share(sleeveState)}`,
  );
}

function printScores(name: string, scores: readonly LabelScore[]): void {
  console.log(`\n${name}`);
  for (const category of [...new Set(scores.map((score) => score.category))].sort())
    printScore(category, summarise(scores.filter((score) => score.category === category)));
  printScore('all', summarise(scores));
}

runCli(async () => {
  const args = readArguments(ownArguments());
  const labels = await listLabels(args.labels);
  const { network, product, networkMs } = await withModels((models) => measure(labels, args, models));
  const figures = {
    ...report(network),
    ms: networkMs,
    product: report(product),
    labels: { network, product },
  };
  await mkdir(dirname(args.json), { recursive: true });
  await writeFile(args.json, `${JSON.stringify(figures, digits, 1)}\n`);
  printScores(`network, ${networkMs.toFixed(0)} ms a picture`, network);
  printScores('product', product);
  console.log(args.json);
  return 0;
});
