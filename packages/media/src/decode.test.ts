import { beforeAll, describe, expect, it } from '@jest/globals';
import { inspectImageHeader } from '@drape/imaging';
import sharp from 'sharp';
import { decodeGarment, GARMENT_LIMITS } from './decode-garment';
import { mulberry } from '../test/mulberry';
import { BLUE, corners, expectNear, GREEN, ORIENTED, pixel, quarters, RED, WHITE } from '../test/quarters';
import { decodePhoto, PHOTO_LIMITS } from './decode-photo';

const plain = (width: number, height: number, background: sharp.Color = '#8899aa'): sharp.Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

const refusal = async (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'accepted',
    (error: unknown) => error,
  );

describe('decodePhoto', () => {
  it.each(ORIENTED)('applies orientation %i exactly once, in all three formats', async (orientation, expected) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await quarters().withMetadata({ orientation }).toFormat(format, { quality: 95 }).toBuffer();
      expect(inspectImageHeader(bytes)).toMatchObject({ format, width: 480, height: 320, orientation });
      const { raster, original } = await decodePhoto(bytes);
      const [width, height] = orientation > 4 ? [320, 480] : [480, 320];
      expect({ ...raster, data: null }).toEqual({ width, height, channels: 3, data: null });
      expect(original).toEqual({ width, height, format });
      corners(raster).forEach((colour, i) => expectNear(colour, expected[i] ?? WHITE));
    }
  });

  it('shrinks what is longer than 2048 pixels and warns about it, upright files too', async () => {
    const bytes = await plain(3000, 1500).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { raster, original, warnings } = await decodePhoto(bytes);
    expect([raster.width, raster.height]).toEqual([1024, 2048]);
    expect([original.width, original.height]).toEqual([1500, 3000]);
    expect(warnings.map(({ code }) => code)).toEqual(['photo_downscaled']);
  });

  it('never enlarges, and warns below 512 pixels', async () => {
    const { raster, warnings } = await decodePhoto(await plain(300, 400).webp().toBuffer());
    expect([raster.width, raster.height]).toEqual([300, 400]);
    expect(warnings.map(({ code }) => code)).toEqual(['low_resolution_photo']);
  });

  it('lays transparency on white', async () => {
    const half = { r: 0, g: 0, b: 0, alpha: 0.5 };
    const bytes = await sharp({ create: { width: 300, height: 300, channels: 4, background: half } })
      .png()
      .toBuffer();
    expectNear(pixel((await decodePhoto(bytes)).raster, 150, 150), [128, 128, 128], 1);
  });

  it.each([
    ['CMYK JPEG', () => quarters().toColourspace('cmyk').jpeg({ quality: 95 }), 55],
    ['16-bit PNG', () => quarters().toColourspace('rgb16').png(), 1],
    ['palette PNG', () => quarters().png({ palette: true }), 12],
    ['progressive JPEG', () => quarters().jpeg({ progressive: true, quality: 95 }), 12],
    ['Display P3 JPEG', () => quarters().withIccProfile('p3').jpeg({ quality: 95 }), 14],
    ['lossless WebP', () => quarters().webp({ lossless: true }), 1],
  ])('gives RGB of the right colours for a %s', async (_name, make, tolerance) => {
    const { raster } = await decodePhoto(await make().toBuffer());
    expect(raster.channels).toBe(3);
    corners(raster).forEach((colour, i) => expectNear(colour, [RED, GREEN, BLUE, WHITE][i] ?? WHITE, tolerance));
  });

  it.each([
    ['JPEG', () => quarters().greyscale().jpeg()],
    ['PNG with alpha', () => quarters().ensureAlpha().greyscale().png()],
    ['16-bit PNG', () => quarters().toColourspace('grey16').png()],
    ['1-bit PNG', () => quarters().greyscale().threshold(128).png({ palette: true, colours: 2 })],
  ])('gives RGB for a grey %s', async (_name, make) => {
    const { raster } = await decodePhoto(await make().toBuffer());
    expect(raster.channels).toBe(3);
    const [red, green, blue] = pixel(raster, 100, 100);
    expect([green, blue]).toEqual([red, red]);
  });
});

describe('hostile files', () => {
  const files = new Map<string, Uint8Array>();
  const file = (name: string): Uint8Array => files.get(name) ?? new Uint8Array();

  beforeAll(async () => {
    const jpeg = await quarters().jpeg().toBuffer();
    const png = await quarters().png().toBuffer();
    const stripes = Uint8Array.from({ length: 300 * 900 * 3 }, (_, i) => (i < 300 * 300 * 3 ? 40 : i % 251));
    const frames = sharp(stripes, {
      raw: { width: 300, height: 900, channels: 3, pageHeight: 300 },
    });
    files.set(
      'animated WebP',
      await frames
        .clone()
        .webp({ loop: 0, delay: [50, 50, 50] })
        .toBuffer(),
    );
    files.set('GIF', await frames.clone().gif().toBuffer());
    files.set('TIFF', await quarters().tiff().toBuffer());
    files.set('SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"/>'));
    files.set('text', Buffer.from('hello '.repeat(100)));
    files.set('no bytes', new Uint8Array());
    files.set('truncated JPEG', jpeg.subarray(0, Math.floor(jpeg.length * 0.6)));
    files.set('truncated PNG', png.subarray(0, Math.floor(png.length * 0.6)));
    files.set('JPEG header alone', jpeg.subarray(0, 700));
    files.set('SVG with a PNG signature', Buffer.concat([png.subarray(0, 33), file('SVG')]));
    files.set('41 megapixels', await plain(8000, 5125).png({ compressionLevel: 9 }).toBuffer());
    files.set('PNG that claims 2 gigapixels', withPngSize(png, 50_000, 40_000));
    files.set('PNG that claims a greater height', withPngSize(png, 480, 640));
    files.set('JPEG that claims a greater size', withJpegSize(jpeg, 4000, 4000));
    files.set('255 pixels wide', await plain(255, 600).png().toBuffer());
    files.set('longer than 4:1', await plain(1201, 300).jpeg().toBuffer());
    files.set('corrupt middle', corrupt(png));
  });

  const NAMES = `animated WebP, GIF, TIFF, SVG, text, no bytes, truncated JPEG, truncated PNG, JPEG header alone,
    SVG with a PNG signature, 41 megapixels, PNG that claims 2 gigapixels, PNG that claims a greater height,
    JPEG that claims a greater size, 255 pixels wide, longer than 4:1, corrupt middle`.split(/,\s+/);

  it.each(NAMES)('%s: refused as a photo, with a sentence', async (name) => {
    expect(files.has(name)).toBe(true);
    const error = await refusal(decodePhoto(file(name)));
    expect(error).toMatchObject({ code: 'photo_rejected' });
    expect(String(error)).toMatch(/userPhoto cannot be used\. .+\.$/);
  });

  it.each(NAMES.filter((name) => !name.startsWith('255')))('%s: refused as a product image', async (name) => {
    const code = name.endsWith('pixels') ? 'product_image_too_large' : 'product_image_not_an_image';
    expect(await refusal(decodeGarment(file(name)))).toMatchObject({ code });
  });

  it('refuses by size in bytes before it looks at them', async () => {
    const bytes = await quarters().jpeg().toBuffer();
    const tight = { maxBytes: bytes.length - 1 };
    expect(await refusal(decodePhoto(bytes, { ...PHOTO_LIMITS, ...tight }))).toMatchObject({ code: 'photo_rejected' });
    const error = await refusal(decodeGarment(bytes, { ...GARMENT_LIMITS, ...tight }));
    expect(error).toMatchObject({ code: 'product_image_too_large' });
  });

  it('keeps file names, URLs and other formats away from sharp for the whole process', async () => {
    await expect(sharp(Buffer.from(file('SVG'))).toBuffer()).rejects.toThrow(/unsupported image format/);
    await expect(sharp(Buffer.from(file('GIF'))).toBuffer()).rejects.toThrow(/unsupported image format/);
    await expect(sharp(__filename).toBuffer()).rejects.toThrow();
    expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, items: { max: 0 } });
  });

  it('refuses or decodes mutated files, and never does anything else', async () => {
    const random = mulberry(7);
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const seed = await quarters().toFormat(format).toBuffer();
      for (let run = 0; run < 100; run++) {
        const bytes = Uint8Array.from(seed);
        for (let edit = 0; edit < 4; edit++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        const outcome = await refusal(decodePhoto(bytes));
        expect(outcome === 'accepted' || outcome).toEqual(
          outcome === 'accepted' || expect.objectContaining({ code: 'photo_rejected' }),
        );
      }
    }
  });
});

describe('decodeGarment', () => {
  it('keeps alpha where some pixel is transparent, straight and not premultiplied', async () => {
    const data = new Uint8Array(400 * 400 * 4);
    for (let i = 0; i < data.length; i += 4) data.set([200, 30, 40, i < data.length / 2 ? 255 : 64], i);
    const bytes = await sharp(data, { raw: { width: 400, height: 400, channels: 4 } })
      .png()
      .toBuffer();
    const { raster } = await decodeGarment(bytes);
    expect(raster.channels).toBe(4);
    expect([pixel(raster, 5, 5), pixel(raster, 5, 395)]).toEqual([
      [200, 30, 40, 255],
      [200, 30, 40, 64],
    ]);
  });

  it('drops an alpha channel that says nothing', async () => {
    const { raster } = await decodeGarment(await quarters().ensureAlpha().png().toBuffer());
    expect(raster.channels).toBe(3);
    expect(raster.data.length).toBe(480 * 320 * 3);
    expectNear(pixel(raster, 10, 10), RED, 0);
  });

  it('shrinks to 1536 pixels and refuses fewer than 200', async () => {
    const { raster } = await decodeGarment(await plain(1000, 3072).jpeg().toBuffer());
    expect([raster.width, raster.height]).toEqual([500, 1536]);
    const error = await refusal(decodeGarment(await plain(199, 400).png().toBuffer()));
    expect(error).toMatchObject({ code: 'product_image_too_small' });
  });
});

function withPngSize(png: Uint8Array, width: number, height: number): Uint8Array {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function withJpegSize(jpeg: Uint8Array, width: number, height: number): Uint8Array {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

function corrupt(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file);
  return bytes.fill(0xaa, bytes.length >> 1, (bytes.length >> 1) + 64);
}
