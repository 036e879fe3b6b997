import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectImageHeader, type RasterU8 } from '@drape/imaging';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { decodeGarment } from '../src/decode-garment';
import { decodeHeif, HeifTimeout } from '../src/decode-heif';
import { decodePhoto, PHOTO_LIMITS } from '../src/decode-photo';
import { clap, codedOf, gridOf, icc, imir, irot, nclx, single, type Coded } from './heif-file';
import { BLUE, corners, expectNear, GREEN, ORIENTED, pixel, quarters, RED, WHITE } from './quarters';

const FIXTURES = join(__dirname, 'fixtures');
const SHIRT = join(__dirname, '../../local/samples/garments/top/striped-long-sleeve.jpg');
const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));
const SIZE = [480, 320] as const;
const CODECS = ['heic', 'avif'] as const;

const coded: Record<(typeof CODECS)[number], Coded> = { heic: codedOf(fixture('quarters.heic')), avif: none() };

function none(): Coded {
  return {
    type: 'av01',
    data: Buffer.alloc(0),
    config: Buffer.alloc(0),
  };
}

beforeAll(async () => {
  coded.avif = codedOf(await quarters().avif({ quality: 90, effort: 0 }).toBuffer());
});

function expectQuarters(raster: RasterU8, tolerance = 12): void {
  corners(raster).forEach((colour, i) => expectNear(colour, [RED, GREEN, BLUE, WHITE][i] ?? WHITE, tolerance));
}

describe.each(CODECS)('%s', (format) => {
  it('gives RGB of the right colours', async () => {
    const { raster, original, warnings } = await decodePhoto(single(coded[format], SIZE));
    expect(original).toEqual({
      width: 480,
      height: 320,
      format,
    });
    expect([raster.width, raster.height, raster.channels]).toEqual([480, 320, 3]);
    expect(warnings.map(({ code }) => code)).toEqual(['low_resolution_photo']);
    expectQuarters(raster);
  });

  const turns = (orientation: number): Buffer[] =>
    [[], [imir(1)], [irot(2)], [imir(0)], [irot(3), imir(1)], [irot(3)], [irot(1), imir(1)], [irot(1)]][
      orientation - 1
    ] ?? [];

  it.each(ORIENTED)('is turned and mirrored exactly once: %i', async (orientation, expected) => {
    const file = single(coded[format], SIZE, ...turns(orientation));
    expect(inspectImageHeader(file)).toMatchObject({ width: 480, height: 320, orientation });
    const { raster, original } = await decodePhoto(file);
    const [width, height] = orientation > 4 ? [320, 480] : SIZE;
    expect([original.width, original.height]).toEqual([width, height]);
    expect([raster.width, raster.height]).toEqual([width, height]);
    corners(raster).forEach((colour, i) => expectNear(colour, expected[i] ?? WHITE));
  });

  it('is turned behind a mirror the other way round', async () => {
    const file = single(coded[format], SIZE, imir(1), irot(1));
    const { orientation } = inspectImageHeader(file) ?? { orientation: 0 };
    const expected = ORIENTED.find(([known]) => known === orientation)?.[1] ?? [];
    corners((await decodePhoto(file)).raster).forEach((colour, i) => expectNear(colour, expected[i] ?? WHITE));
  });

  it('is put together from a grid, less what lies beyond its size', async () => {
    const spec = {
      rows: 2,
      columns: 2,
      tile: SIZE,
      size: [900, 600],
    } as const;
    const { raster } = await decodePhoto(gridOf(coded[format], spec));
    expect([raster.width, raster.height]).toEqual([900, 600]);
    expectNear(pixel(raster, 479 + 60, 319 + 60), RED);
    expectNear(pixel(raster, 479 + 300, 319 + 60), GREEN);
    expectNear(pixel(raster, 120, 319 + 240), BLUE);
  });

  it('is taken for Display P3 where it says so, by profile and by number', async () => {
    const p3 = (await sharp(await quarters().withIccProfile('p3').png().toBuffer()).metadata()).icc;
    // The numbers of sRGB's red, read as Display P3, are a stronger red.
    const { raster } = await decodePhoto(single(coded[format], SIZE, icc(p3 ?? Buffer.alloc(0))));
    const { raster: byNumber } = await decodePhoto(single(coded[format], SIZE, nclx(12)));
    const plain = (await decodePhoto(single(coded[format], SIZE, nclx(1)))).raster;
    const [red = 0] = pixel(raster, 100, 80);
    expect(red).toBeGreaterThan((pixel(plain, 100, 80)[0] ?? 0) + 8);
    expectNear(pixel(byNumber, 100, 80), pixel(raster, 100, 80), 2);
    expectNear(pixel(byNumber, 400, 80), pixel(raster, 400, 80), 2);
  });
});

describe('HEIC', () => {
  it('of ten bits gives the colours of eight', async () => {
    expectQuarters((await decodePhoto(fixture('quarters-10-bit.heic'))).raster);
  });

  it('keeps alpha for product images and lays photos on white', async () => {
    const { raster } = await decodeGarment(fixture('quarters-alpha.heic'));
    expect(raster.channels).toBe(4);
    expectNear(pixel(raster, 100, 80), [...RED, 255]);
    expectNear(pixel(raster, 400, 80), [...GREEN, 64]);
    const { raster: photo } = await decodePhoto(fixture('quarters-alpha.heic'));
    expectNear(pixel(photo, 400, 80), [196, 231, 206], 14);
  });

  it('is cropped as it says, and judged by what is left', async () => {
    const { raster, original } = await decodePhoto(single(coded.heic, SIZE, clap(440, 300)));
    expect([raster.width, raster.height, original.width]).toEqual([440, 300, 440]);
    await expect(decodePhoto(single(coded.heic, SIZE, clap(480, 250)))).rejects.toMatchObject({
      code: 'photo_rejected',
      message: expect.stringMatching(/480 × 250 pixels; the shorter side needs at least 256/),
    });
  });

  it('looks like the JPEG of the same picture', async () => {
    const { raster } = await decodePhoto(fixture('shirt.heic'));
    const same = await sharp(readFileSync(SHIRT)).resize(640).raw().toBuffer();
    expect([raster.width, raster.height]).toEqual([640, 768]);
    let sum = 0;
    for (let i = 0; i < same.length; i++) sum += Math.abs((same[i] ?? 0) - (raster.data[i] ?? 0));
    expect(sum / same.length).toBeLessThan(3);
  });

  it('of many megapixels is reduced like a JPEG', async () => {
    const spec = {
      rows: 10,
      columns: 9,
      tile: SIZE,
      size: [4320, 3200],
    } as const;
    const { raster, original, warnings } = await decodePhoto(gridOf(coded.heic, spec, irot(3)));
    expect([original.width, original.height]).toEqual([3200, 4320]);
    expect([raster.width, raster.height]).toEqual([1517, 2048]);
    expect(warnings.map(({ code }) => code)).toEqual(['photo_downscaled']);
  });

  it('that takes too long is given up, and its thread with it', async () => {
    const spec = {
      rows: 20,
      columns: 15,
      tile: SIZE,
      size: [7200, 5500],
    } as const;
    const file = gridOf(coded.heic, spec);
    const since = performance.now();
    const picture = {
      format: 'heic',
      file,
      orientation: 1,
      limits: PHOTO_LIMITS,
      timeoutSeconds: 0.3,
    } as const;
    await expect(decodeHeif(picture)).rejects.toBeInstanceOf(HeifTimeout);
    expect(performance.now() - since).toBeLessThan(3_000);
  });
});
