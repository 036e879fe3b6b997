import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@drape/contracts';
import { decodeGarment, decodePhoto, encodeResult, type ResultFormat } from '@drape/media';
import { renderTryOn, TryOnRefusal, type TryOnRender } from '@drape/tryon';
import { fromCaller, ownArguments, runCli, UsageError, withModels } from './run-cli';

const USAGE = `Puts a garment on a person, without queue or database.

  pnpm tryon --photo PHOTO --garment PICTURE [--category ${PRODUCT_CATEGORIES.join('|')}] --out FILE.jpg|png|webp

PHOTO shows one person from the front; PICTURE shows one garment. Without --category the picture is looked at.`;

interface Arguments {
  readonly photo: string;
  readonly garment: string;
  readonly out: string;
  readonly category: ProductCategory | undefined;
}

/** Reads the command line. Throws: UsageError where it cannot be understood. */
function readArguments(args: string[]): Arguments {
  const { values } = parseArgs({
    args,
    options: {
      photo: { type: 'string' },
      garment: { type: 'string' },
      category: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const { photo, garment, out } = values;
  if (photo === undefined || garment === undefined || out === undefined) throw new UsageError(USAGE);
  const category = PRODUCT_CATEGORIES.find((name) => name === values.category);
  if (values.category !== undefined && category === undefined) {
    throw new UsageError(`--category must be one of ${PRODUCT_CATEGORIES.join(', ')}, not "${values.category}".`);
  }
  return { photo: fromCaller(photo), garment: fromCaller(garment), out: fromCaller(out), category };
}

function formatOf(path: string): ResultFormat {
  const extension = extname(path).toLowerCase();
  return extension === '.png' ? 'png' : extension === '.webp' ? 'webp' : 'jpeg';
}

function describe(render: TryOnRender): string {
  const total = render.stages.reduce((sum, stage) => sum + stage.ms, 0);
  const lines = [
    `${render.category} (${render.categorySource}), ${render.image.width} × ${render.image.height}`,
    ...render.stages.map((stage) => `  ${stage.name.padEnd(8)} ${stage.ms.toFixed(0).padStart(5)} ms`),
    `  ${'total'.padEnd(8)} ${total.toFixed(0).padStart(5)} ms`,
    ...qualityLines(render),
    `evidence ${JSON.stringify(render.evidence, roundNumbers)}`,
    ...render.warnings.map((warning) => `warning ${warning.code}: ${warning.message}`),
  ];
  return lines.join('\n');
}

function qualityLines({ evidence: { quality, invented } }: TryOnRender): string[] {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const { skinShare, backgroundShare } = invented;
  return [
    `quality ${quality.level} ${quality.score}`,
    ...quality.reasons.map(({ code, about, message }) => `  ${about} ${code}: ${message}`),
    `invented skin ${percent(skinShare)}, background ${percent(backgroundShare)} of the photo`,
  ];
}

const roundNumbers = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(3)) : value;

async function tryOn(args: Arguments): Promise<number> {
  const photo = await decodePhoto(await readFile(args.photo));
  const garment = await decodeGarment(await readFile(args.garment));
  const options = args.category === undefined ? {} : { category: args.category };
  try {
    const render = await withModels((models) =>
      renderTryOn(photo.raster, garment.raster, options, models, { now: () => performance.now() }),
    );
    const encoded = await encodeResult(render.image, { format: formatOf(args.out) });
    await writeFile(args.out, encoded.bytes);
    console.log(`${describe(render)}\n${args.out}`);
    return 0;
  } catch (error) {
    if (!(error instanceof TryOnRefusal)) throw error;
    console.error(`${error.code}: ${error.detail}`);
    return 1;
  }
}

runCli(() => tryOn(readArguments(ownArguments())));
