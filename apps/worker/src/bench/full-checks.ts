import type { ProductCategory } from '@drape/contracts';
import { createRaster, psnr, resizeRaster, ssim, type RasterU8 } from '@drape/imaging';
import { pairedFidelity, wornGarment, type PairedFidelity } from '@drape/measures';
import { decodePhoto, encodeResult } from '@drape/media';
import type { Models } from '@drape/models';
import { renderTryOn } from '@drape/tryon';
import { pairHash, type BenchFolder } from './picture-folder';
import { personSlot, readGarment } from './render-pairs';

/** P1 of one person: the garment that is worn, tried on again. */
export interface SelfTransfer extends PairedFidelity {
  readonly person: string;
  readonly category: ProductCategory;
}

/** D of one pair: how similar the result of a changed input is to the plain result, once changed back. */
export interface Invariance {
  readonly person: string;
  readonly garment: string;
  readonly change: string;
  readonly ssim: number;
  readonly psnr: number;
}

export interface FullChecks {
  readonly P1: readonly SelfTransfer[];
  readonly D: readonly Invariance[];
  /** Persons and pairs that could not be rendered, and why. */
  readonly failed: readonly { readonly what: string; readonly reason: string }[];
}

/** Pairs that the invariances are measured on: the first by hash that can be rendered. */
const INVARIANCE_PAIRS = 6;

/** Self-transfers of all persons, and invariances of a small fixed set of pairs. */
export async function fullChecks(
  folder: BenchFolder,
  models: Models,
  log: (line: string) => void,
): Promise<FullChecks> {
  const failed: { what: string; reason: string }[] = [];
  const P1: SelfTransfer[] = [];
  for (const file of folder.persons) {
    const slot = personSlot(file, models);
    try {
      const [photo, person] = [await slot.photo(), await slot.analysed()];
      const worn = wornGarment(photo, person);
      if (worn === null) continue;
      const options = { category: worn.category };
      const { image } = await renderTryOn(photo, worn.rgba, options, models, { cache: { person: slot.analysed } });
      P1.push({ person: file.name, category: worn.category, ...pairedFidelity(photo, image, worn.region) });
    } catch (error) {
      failed.push({ what: `P1 ${file.name}`, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  log(`P1: ${P1.length} self-transfers`);
  const D = await invariances(folder, models);
  log(`D: ${D.length} invariances`);
  return { P1, D, failed };
}

async function invariances({ persons, garments }: BenchFolder, models: Models): Promise<Invariance[]> {
  const pairs = persons
    .flatMap((person) => garments.map((garment) => ({ person, garment })))
    .sort((a, b) => pairHash(a.person.name, a.garment.name, 'D ') - pairHash(b.person.name, b.garment.name, 'D '));
  const found: Invariance[] = [];
  let done = 0;
  for (const { person, garment } of pairs.slice(0, 5 * INVARIANCE_PAIRS)) {
    if (done === INVARIANCE_PAIRS) break;
    try {
      const photo = await personSlot(person, models).photo();
      const product = await readGarment(garment);
      const measured = await invariancesOf(photo, product, garment.category, models);
      found.push(...measured.map((figures) => ({ person: person.name, garment: garment.name, ...figures })));
      done++;
    } catch {
      continue; // a pair that is refused is counted by the gates; the next one stands in
    }
  }
  return found;
}

type Change = readonly [name: string, photo: RasterU8, product: RasterU8, back: (image: RasterU8) => RasterU8];

async function invariancesOf(
  photo: RasterU8,
  product: RasterU8,
  category: ProductCategory,
  models: Models,
): Promise<Omit<Invariance, 'person' | 'garment'>[]> {
  const render = async (p: RasterU8, g: RasterU8): Promise<RasterU8> =>
    (await renderTryOn(p, g, { category }, models)).image;
  const plain = await render(photo, product);
  const { width, height } = photo;
  const sized = (k: number): RasterU8 => resizeRaster(photo, Math.round(width * k), Math.round(height * k));
  const original = (image: RasterU8): RasterU8 => resizeRaster(image, width, height);
  const jpeg = await encodeResult(photo, { format: 'jpeg', quality: 60 });
  const changes: Change[] = [
    ['mirror', mirrored(photo), mirrored(product), mirrored],
    ['half size', sized(0.5), product, original],
    ['double size', sized(2), product, original],
    ['JPEG 60', (await decodePhoto(jpeg.bytes)).raster, product, (image) => image],
  ];
  const found: Omit<Invariance, 'person' | 'garment'>[] = [];
  for (const [change, changedPhoto, changedProduct, back] of changes) {
    const image = back(await render(changedPhoto, changedProduct));
    // at half the photo's size at most half its detail can have been kept
    const [a, b] = [plain, image].map((r) => resizeRaster(r, Math.ceil(width / 2), Math.ceil(height / 2)));
    if (a !== undefined && b !== undefined) found.push({ change, ssim: ssim(a, b), psnr: psnr(a, b) });
  }
  return found;
}

function mirrored(raster: RasterU8): RasterU8 {
  const { width, height, channels } = raster;
  const out = createRaster(width, height, channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * channels;
      const to = (y * width + width - 1 - x) * channels;
      for (let c = 0; c < channels; c++) out.data[to + c] = raster.data[from + c] ?? 0;
    }
  }
  return out;
}
