import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceError } from '@drape/contracts';
import { resizeRaster, type Box, type RasterU8 } from '@drape/imaging';
import { classMap, createParseScorer, type ParseScore } from '@drape/measures';
import { decodeLabels, decodePhoto, PHOTO_LIMITS } from '@drape/media';
import { CCP_LABELS, ccpMergeTable, type Models } from '@drape/models';
import { settleParse } from '@drape/tryon';
import { engineVersion } from '../render/engine-version';
import { fromCaller, ownArguments, runCli, UsageError, withModels } from './run-cli';

const USAGE = `Measures the clothes parser through the whole person path: pose, crop, parse, dress or skirt settled
by the whole garment, borders pulled onto the photo's edges as in a render.

  pnpm bench:parser FOLDER --json FILE [--names FILE]

FOLDER has photos/*.jpg and labels/*.png of the same names and sizes; a label's grey levels are the 59 indices of Clothing Co-Parsing (or those
of FOLDER/label-names.json). --names takes only the photos whose names, without extension, stand in FILE, one a line.`;

interface Arguments {
  readonly folder: string;
  readonly json: string;
  readonly names: string | null;
}

/** Below this score the landmark network itself doubts that it sees a person; try-ons reject such photos. */
const POSE_SCORE_MIN = 0.5;
/** A label with a smaller labelled share counts as empty, as in training. */
const LABELLED_MIN = 0.01;
const PICTURE_TYPES = new Set(['.jpg', '.jpeg', '.png', '.webp']);

/** Throws: UsageError. */
function readArguments(args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'string' }, names: { type: 'string' } },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0 || values.json === undefined) throw new UsageError(USAGE);
  const names = values.names === undefined ? null : fromCaller(values.names);
  return { folder: fromCaller(folder), json: fromCaller(values.json), names };
}

interface Sample {
  readonly name: string;
  readonly photo: string;
  readonly label: string;
}

/** Photos that have a label. Throws: UsageError where there is none. */
async function listSamples({ folder, names }: Arguments): Promise<Sample[]> {
  const list = (part: string): Promise<string[]> =>
    readdir(join(folder, part)).catch(() => {
      throw new UsageError(`There is no folder ${join(folder, part)}.`);
    });
  const labels = new Set(await list('labels'));
  const wanted = names === null ? null : new Set((await readFile(names, 'utf8')).split(/\s+/));
  const samples = (await list('photos'))
    .filter((file) => PICTURE_TYPES.has(extname(file).toLowerCase()))
    .sort()
    .map((file) => ({ name: file.slice(0, file.length - extname(file).length), photo: join(folder, 'photos', file) }))
    .filter(({ name }) => labels.has(`${name}.png`) && wanted?.has(name) !== false)
    .map((sample) => ({ ...sample, label: join(folder, 'labels', `${sample.name}.png`) }));
  if (samples.length === 0) throw new UsageError(`${folder} has no photo with a label.`);
  return samples;
}

async function mergeTable(folder: string): Promise<Uint8Array> {
  const text = await readFile(join(folder, 'label-names.json'), 'utf8').catch(() => null);
  const names: unknown = text === null ? CCP_LABELS : JSON.parse(text);
  if (!Array.isArray(names)) throw new UsageError('label-names.json is not a list of names.');
  return ccpMergeTable(names.map(String));
}

interface Counted {
  readonly n: number;
  readonly undetected: number;
  /** Photos without a usable label or that cannot be read, with the reason. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly score: ParseScore;
}

async function measure(samples: readonly Sample[], table: Uint8Array, models: Models): Promise<Counted> {
  const scorer = createParseScorer();
  const skipped: { name: string; reason: string }[] = [];
  let [n, undetected] = [0, 0];
  for (const [i, sample] of samples.entries()) {
    const found = await parseSample(sample, table, models);
    if ('reason' in found) {
      skipped.push({ name: sample.name, reason: found.reason });
      continue;
    }
    scorer.add(found.truth, found.guess ?? new Uint8Array(found.truth.length));
    if (found.guess === null) undetected++;
    n++;
    if ((i + 1) % 10 === 0) console.log(`${i + 1} of ${samples.length} photos`);
  }
  return { n, undetected, skipped, score: scorer.score() };
}

type Parsed = { readonly truth: Uint8Array; readonly guess: Uint8Array | null } | { readonly reason: string };

/** Ground truth and prediction for a photo; `guess` is null where no person was found. */
async function parseSample(sample: Sample, table: Uint8Array, models: Models): Promise<Parsed> {
  try {
    const label = await decodeLabels(await readFile(sample.label));
    const truth = label.data.map((index) => table[index] ?? 0);
    if (truth.filter((part) => part !== 0).length < LABELLED_MIN * truth.length)
      return { reason: 'the label is empty' };
    const photo = (await decodePhoto(await readFile(sample.photo), { ...PHOTO_LIMITS, minSide: 1 })).raster;
    const { person } = await models.detectPose(photo);
    if (person === null || person.score < POSE_SCORE_MIN) return { truth, guess: null };
    const parse = settleParse(photo, await models.parsePerson(photo, person), person);
    return {
      truth,
      guess: classMap(inLabelPixels(parse, photo, label), resizeRaster(photo, label.width, label.height)),
    };
  } catch (error) {
    return { reason: error instanceof ServiceError ? error.detail : String(error) };
  }
}

type LabelSize = Pick<RasterU8, 'width' | 'height'>;

/** Scales a parse to the label's pixels, where the photo is larger than the working size. */
function inLabelPixels<T extends { readonly box: Box }>(parse: T, photo: RasterU8, { width, height }: LabelSize): T {
  const [kx, ky] = [width / photo.width, height / photo.height];
  const { box } = parse;
  return { ...parse, box: { x: box.x * kx, y: box.y * ky, width: box.width * kx, height: box.height * ky } };
}

const digits = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(4)) : value;

runCli(async () => {
  const args = readArguments(ownArguments());
  const samples = await listSamples(args);
  const table = await mergeTable(args.folder);
  const { n, undetected, skipped, score } = await withModels((models) => measure(samples, table, models));
  const { classes, ...figures } = score;
  const report = { engine: engineVersion(), ...figures, n, undetected, skipped, classes };
  await mkdir(dirname(args.json), { recursive: true });
  await writeFile(args.json, `${JSON.stringify(report, digits, 1)}\n`);
  for (const [name, value] of Object.entries({ ...figures, ...classes })) {
    console.log(`${name.padEnd(12)} ${value.toFixed(4)}`);
  }
  console.log(`${n} photos, ${undetected} without a detected person, ${skipped.length} skipped\n${args.json}`);
  return 0;
});
