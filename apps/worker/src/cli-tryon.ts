import { readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PRODUCT_CATEGORIES, ServiceError, type ProductCategory } from '@drape/contracts';
import { decodeGarment, decodePhoto, encodeResult, type ResultFormat } from '@drape/media';
import { renderTryOn, TryOnRefusal, type TryOnRender } from '@drape/tryon';
import { openModels } from './open-models';

const USAGE = `Puts a garment on a person, without queue or database.

  pnpm tryon --photo PHOTO --garment PICTURE [--category ${PRODUCT_CATEGORIES.join('|')}] --out FILE.jpg|png|webp

PHOTO shows one person from the front; PICTURE shows one garment. Without --category the picture is looked at.`;

interface Arguments {
  readonly photo: string;
  readonly garment: string;
  readonly out: string;
  readonly category: ProductCategory | undefined;
}

/** Reads the command line; a sentence where it cannot be understood. */
function readArguments(args: string[]): Arguments | string {
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
  if (photo === undefined || garment === undefined || out === undefined) return USAGE;
  const category = PRODUCT_CATEGORIES.find((name) => name === values.category);
  if (values.category !== undefined && category === undefined) {
    return `--category must be one of ${PRODUCT_CATEGORIES.join(', ')}, not "${values.category}".`;
  }
  return { photo: fromCaller(photo), garment: fromCaller(garment), out: fromCaller(out), category };
}

/** Paths count from where the command was typed, which is not where pnpm runs it. */
const fromCaller = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);

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
    `evidence ${JSON.stringify(render.evidence, roundNumbers)}`,
    ...render.warnings.map((warning) => `warning ${warning.code}: ${warning.message}`),
  ];
  return lines.join('\n');
}

const roundNumbers = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(3)) : value;

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2).filter((arg) => arg !== '--'));
  if (typeof args === 'string') {
    console.error(args);
    return 2;
  }
  const models = await openModels();
  try {
    const photo = await decodePhoto(await readFile(args.photo));
    const garment = await decodeGarment(await readFile(args.garment));
    const options = args.category === undefined ? {} : { category: args.category };
    const render = await renderTryOn(photo.raster, garment.raster, options, models, { now: () => performance.now() });
    const encoded = await encodeResult(render.image, { format: formatOf(args.out) });
    await writeFile(args.out, encoded.bytes);
    console.log(`${describe(render)}\n${args.out}`);
    return 0;
  } catch (error) {
    if (error instanceof TryOnRefusal || error instanceof ServiceError) {
      console.error(`${error.code}: ${error.detail}`);
      return 1;
    }
    throw error;
  } finally {
    await models.close();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 70;
  },
);
