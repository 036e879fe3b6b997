import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codedOf, gridOf } from '../heif-file';
import { mulberry } from '../mulberry';
import { quarters } from '../quarters';

export interface Seed {
  readonly format: 'JPEG' | 'CMYK JPEG' | 'PNG' | 'WebP' | 'HEIC' | 'AVIF';
  readonly bytes: Buffer;
}

const fixture = (name: string): Buffer => readFileSync(join(__dirname, '../fixtures', name));

/** Right files of all formats, each coded in more than one way. */
export async function readSeeds(): Promise<Seed[]> {
  const heic = fixture('quarters.heic');
  const grid = gridOf(codedOf(heic), { rows: 1, columns: 2, tile: [480, 320], size: [900, 320] });
  const p3 = quarters().withIccProfile('p3').withMetadata({ orientation: 6 });
  const avif = { effort: 0 } as const;
  const files: readonly (readonly [Seed['format'], Buffer])[] = [
    ['JPEG', await quarters().jpeg().toBuffer()],
    ['JPEG', await p3.clone().jpeg({ progressive: true }).toBuffer()],
    ['PNG', await quarters().png().toBuffer()],
    ['PNG', await p3.clone().png({ palette: true, progressive: true }).toBuffer()],
    ['WebP', await p3.clone().webp().toBuffer()],
    ['WebP', await quarters().ensureAlpha(0.5).webp({ lossless: true }).toBuffer()],
    ['HEIC', heic],
    ['HEIC', fixture('quarters-alpha.heic')],
    ['AVIF', await quarters().avif(avif).toBuffer()],
    ['HEIC', grid],
    ['AVIF', await quarters().ensureAlpha(0.5).avif(avif).toBuffer()],
    ['CMYK JPEG', await quarters().toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG', await quarters().toColourspace('rgb16').png().toBuffer()],
  ];
  return files.map(([format, bytes]) => ({ format, bytes }));
}

/** Damaged copies of the seeds in turn; the same for the same number. */
export function* mutated(seeds: readonly Seed[], { seed, count }: { seed: number; count: number }): Generator<Seed> {
  const random = mulberry(seed);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  for (let i = 0; i < count; i++) {
    const { format, bytes } = seeds[i % seeds.length] ?? { format: 'JPEG', bytes: Buffer.alloc(0) };
    yield { format, bytes: damage(bytes, upTo) };
  }
}

/** Mostly a few bytes changed, mostly near the beginning, where what is said of the picture stands; else a part lost, doubled or moved. */
function damage(file: Buffer, upTo: (limit: number) => number): Buffer {
  const bytes = Buffer.from(file);
  const place = (): number => upTo(upTo(2) === 0 ? Math.min(400, bytes.length) : bytes.length);
  const length = 1 + upTo(200);
  const at = place();
  switch (upTo(8)) {
    case 0:
      return bytes.subarray(0, 1 + place());
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    case 3:
      return bytes.fill([0, 0xff, 0x80, 0x7f][upTo(4)] ?? 0, at, Math.min(bytes.length, at + length));
    case 4:
      bytes.copyWithin(at, place(), bytes.length);
      return bytes;
    case 5:
      for (let edit = 0; edit <= upTo(4); edit++) bytes[place()] = [0, 1, 0x7f, 0x80, 0xff][upTo(5)] ?? 0;
      return bytes;
    default:
      for (let edit = 0; edit <= upTo(6); edit++) bytes[place()] = upTo(256);
      return bytes;
  }
}
