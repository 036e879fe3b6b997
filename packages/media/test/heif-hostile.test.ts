import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectHeif, inspectImageHeader } from '@drape/imaging';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { decodeGarment } from '../src/decode-garment';
import { decodePhoto } from '../src/decode-photo';
import { box, codedOf, fullBox, grid, gridOf, heifFile, ispe, single, u16, u32, type Coded } from './heif-file';
import { quarters } from './quarters';
import { mulberry } from './mulberry';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));
const HEIC = ['heic', 'mif1', 'heic'];
const SIZE = [480, 320] as const;
/** What one file may cost; processor time, because other tests run beside this one. */
const CPU_MS_MAX = 3_000;
const MEMORY_BYTES_MAX = 500 * 1024 * 1024;

const files = new Map<string, Buffer>();
const file = (name: string): Buffer => files.get(name) ?? Buffer.alloc(0);
let rssBefore = 0;

beforeAll(async () => {
  const whole = fixture('quarters.heic');
  const hevc = codedOf(whole);
  const avif = await quarters().avif({ effort: 0 }).toBuffer();
  const av1 = codedOf(avif);
  const flat = sharp({
    create: {
      width: 6000,
      height: 6000,
      channels: 3,
      background: '#8899aa',
    },
  });
  const large = codedOf(await flat.avif({ effort: 0, quality: 1 }).toBuffer());
  const add = (name: string, bytes: Buffer): void => void files.set(name, bytes);

  add('HEIC that is cut', whole.subarray(0, Math.floor(whole.length * 0.6)));
  add('AVIF that is cut', avif.subarray(0, Math.floor(avif.length * 0.6)));
  add('brands alone', whole.subarray(0, 24));
  for (const [name, coded] of [['HEIC', hevc] as const, ['AVIF', av1] as const]) {
    add(`${name} of one pixel`, single(coded, [1, 1]));
    add(`${name} that claims 10 gigapixels`, single(coded, [100_000, 100_000]));
    add(`${name} that claims 39 megapixels`, single(coded, name === 'HEIC' ? [6500, 6000] : [3500, 3500]));
    add(`${name} that claims less than it holds`, single(coded, [300, 300]));
    add(`${name} of noise`, single({ ...coded, data: noise(4000) }, SIZE));
    add(`${name} without data`, single({ ...coded, data: Buffer.alloc(0) }, SIZE));
    add(`${name} with a configuration of noise`, single({ ...coded, config: box(configOf(coded), noise(60)) }, SIZE));
    add(`${name} with the other codec's data`, single({ ...coded, data: (name === 'HEIC' ? av1 : hevc).data }, SIZE));
    add(`${name} with two sizes`, single(coded, SIZE, ispe(6000, 6000)));
  }
  add('AVIF of 36 megapixels that claims 9', single(large, [3000, 3000]));
  add('AVIF of 36 megapixels', single(large, [6000, 6000]));
  addGrids(hevc);
  addBoxes(hevc, whole);
  rssBefore = process.resourceUsage().maxRSS * 1024;
});

const configOf = ({ type }: Coded): string => (type === 'hvc1' ? 'hvcC' : 'av1C');

function addGrids(coded: Coded): void {
  const tile = {
    id: 2,
    type: coded.type,
    data: coded.data,
    properties: [coded.config, ispe(...SIZE)],
  };
  const fields = (data: Buffer, to: number[], size: readonly [number, number] = [960, 640]) => ({
    id: 1,
    type: 'grid',
    data,
    properties: [ispe(...size)],
    references: [{ type: 'dimg', to }],
  });
  const add = (name: string, ...items: Parameters<typeof heifFile>[0]['items'][number][]): void => {
    files.set(name, heifFile({ brands: HEIC, items }));
  };
  const whole = grid(2, 2, 960, 640);
  add('grid of itself', fields(whole, [1, 1, 1, 1]));
  add('grid of grids', fields(whole, [3, 3, 3, 3]), { ...fields(whole, [1, 1, 1, 1]), id: 3 });
  add('grid without tiles', { ...fields(whole, []), references: [] });
  add('grid of tiles that are not there', fields(whole, [7, 8, 9, 10]));
  add('grid of one tile four times', fields(whole, [2, 2, 2, 2]), tile);
  add('grid that lacks tiles', fields(grid(16, 16, 960, 640), [2]), tile);
  add('grid of 256 × 256 fields', fields(grid(256, 256, 6000, 6000), [2], [6000, 6000]), tile);
  add(
    'grid of another size than it says',
    fields(grid(2, 2, 60_000, 60_000), [2, 3, 4, 5]),
    ...[2, 3, 4, 5].map((id) => ({ ...tile, id })),
  );
  add(
    'grid of 2,000 tiles',
    fields(
      whole,
      Array.from({ length: 2000 }, () => 2),
    ),
    tile,
  );
  add('grid of a HEIC and an AVIF', fields(grid(1, 2, 960, 320), [2, 3]), tile, { ...tile, id: 3, type: 'av01' });
  add('overlay', { ...fields(Buffer.alloc(40), [2]), type: 'iovl' }, tile);
  add('picture derived from itself', { ...fields(Buffer.alloc(0), [1]), type: 'iden' });
  add('alpha that is its own alpha', { ...tile, id: 1, references: [{ type: 'auxl', to: [1] }] }, tile);
  const tiny = { ...tile, properties: [coded.config, ispe(64, 64)] };
  add(
    'tiles that claim less than they hold',
    fields(grid(2, 2, 300, 300), [2, 3, 4, 5], [300, 300]),
    ...[2, 3, 4, 5].map((id) => ({ ...tiny, id })),
  );
}

function addBoxes(coded: Coded, whole: Buffer): void {
  const add = (name: string, bytes: Buffer): void => void files.set(name, bytes);
  const nothing = Buffer.alloc(0);
  const item = (id: number) => ({
    id,
    type: coded.type,
    data: nothing,
    properties: [],
  });
  add('60,000 items', heifFile({ brands: HEIC, items: Array.from({ length: 60_000 }, (_, i) => item(i + 1)) }));
  add('no items', heifFile({ brands: HEIC, items: [] }));
  let nested = box('meta', Buffer.alloc(4));
  for (let i = 0; i < 2000; i++) nested = box('meta', Buffer.alloc(4), nested);
  const ftyp = whole.subarray(0, whole.readUInt32BE(0));
  add('2,000 nested boxes', Buffer.concat([ftyp, nested]));
  add('100,000 empty boxes', Buffer.concat([ftyp, ...Array.from({ length: 100_000 }, () => box('free'))]));
  add('a box of size 4', Buffer.concat([ftyp, u32(4), Buffer.from('meta'), whole.subarray(ftyp.length)]));
  add('a box without end', Buffer.concat([ftyp, u32(0), Buffer.from('meta'), whole.subarray(ftyp.length)]));
  add('a box of 2^63 bytes', Buffer.concat([ftyp, u32(1), Buffer.from('meta'), u32(0x7fffffff, 0xffffffff)]));
  add('a movie', heifFile({ brands: ['hevc', 'msf1', 'mif1'], items: [{ ...item(1), properties: [ispe(...SIZE)] }] }));
  add('a picture with a movie', Buffer.concat([single(coded, SIZE), box('moov', Buffer.alloc(8))]));
  add(
    'a picture of JPEG data',
    heifFile({ brands: ['mif1', 'mif1'], items: [{ ...item(1), type: 'jpeg', properties: [ispe(...SIZE)] }] }),
  );
  add(
    'brands of a video',
    Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isomheic')), whole.subarray(ftyp.length)]),
  );
  const ipma = fullBox('ipma', 0, 1, u32(0xffffffff), u16(1));
  add('4 billion associations', Buffer.concat([ftyp, fullBox('meta', 0, 0, box('iprp', box('ipco'), ipma))]));
}

const random = mulberry(11);
const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

async function outcomeOf(attempt: Promise<unknown>): Promise<unknown> {
  const before = process.cpuUsage();
  const outcome = await attempt.then(
    () => 'accepted',
    (error: unknown) => error,
  );
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(CPU_MS_MAX);
  return outcome;
}

afterAll(() => {
  expect(process.resourceUsage().maxRSS * 1024 - rssBefore).toBeLessThan(MEMORY_BYTES_MAX);
});

describe('hostile HEIF files', () => {
  it('are each refused with a sentence', async () => {
    expect(files.size).toBeGreaterThan(45);
    for (const [name, bytes] of files) {
      expect({ name, outcome: await outcomeOf(decodePhoto(bytes)) }).toEqual({
        name,
        outcome: expect.objectContaining({ code: 'photo_rejected', message: expect.stringMatching(/\.$/) }),
      });
    }
  }, 120_000);

  it.each([
    ['HEIC that is cut', 'product_image_not_an_image'],
    ['HEIC that claims less than it holds', 'product_image_not_an_image'],
    ['AVIF of noise', 'product_image_not_an_image'],
    ['AVIF of 36 megapixels', 'product_image_too_large'],
    ['HEIC of one pixel', 'product_image_too_small'],
  ])('%s is no product image either', async (name, code) => {
    expect(await outcomeOf(decodeGarment(file(name)))).toMatchObject({ code });
  });

  it.each([
    'HEIC of one pixel',
    'HEIC that claims 10 gigapixels',
    'AVIF of 36 megapixels',
    'grid of itself',
    'grid of 2,000 tiles',
    'overlay',
    '60,000 items',
    '2,000 nested boxes',
    '100,000 empty boxes',
    'a box of 2^63 bytes',
    '4 billion associations',
    'a movie',
  ])('%s: nothing of it is decoded', async (name) => {
    const before = process.cpuUsage();
    inspectHeif(file(name));
    await decodePhoto(file(name)).catch(() => undefined);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(60);
  });

  it('a major brand that lies is not believed: the data tell', () => {
    const { data, config } = codedOf(fixture('quarters.heic'));
    const bytes = heifFile({
      brands: ['avif', 'mif1'],
      items: [
        {
          id: 1,
          type: 'hvc1',
          data,
          properties: [config, ispe(...SIZE)],
        },
      ],
    });
    expect(inspectImageHeader(bytes)?.format).toBe('heic');
  });

  it('200 mutated files are refused or decoded, within the limits', async () => {
    const seeds = [
      fixture('quarters.heic'),
      fixture('quarters-alpha.heic'),
      await quarters().avif({ effort: 0 }).toBuffer(),
      gridOf(codedOf(fixture('quarters.heic')), { rows: 1, columns: 2, tile: SIZE, size: [900, 320] }),
    ];
    const counts = { accepted: 0, refused: 0 };
    for (let run = 0; run < 200; run++) {
      const bytes = Buffer.from(seeds[run % seeds.length] ?? seeds[0] ?? []);
      for (let edit = 0; edit < 1 + (run % 4); edit++) bytes[Math.floor(random() * bytes.length)] = random() * 256;
      const outcome = await outcomeOf(decodePhoto(bytes));
      if (outcome !== 'accepted') expect(outcome).toMatchObject({ code: 'photo_rejected' });
      counts[outcome === 'accepted' ? 'accepted' : 'refused'] += 1;
    }
    expect(counts.accepted).toBeGreaterThan(10);
    expect(counts.refused).toBeGreaterThan(40);
  }, 300_000);
});
