import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { box, codedOf, gridOf, single } from '../heif-file';
import { quarters } from '../quarters';
import type { AddPicture } from './picture';
import { webpCanvas, webpChunk, webpFile } from './picture-chunks';

const flat = (width: number, height: number): sharp.Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#8899aa' } });

async function frames(): Promise<sharp.Sharp> {
  const stripes = Uint8Array.from({ length: 300 * 900 * 3 }, (_, i) => (i < 300 * 300 * 3 ? 40 : i % 251));
  return sharp(stripes, { raw: { width: 300, height: 900, channels: 3, pageHeight: 300 } });
}

export async function addWebps(add: AddPicture): Promise<void> {
  const webp = await quarters().webp().toBuffer();
  const still = webp.subarray(12);
  add('header', 'animated WebP', await (await frames()).webp({ loop: 0, delay: [50, 50, 50] }).toBuffer());
  add('header', 'WebP canvas of 268 megapixels', webpFile(webpCanvas(16_384, 16_384), still));
  add(
    'header',
    'lossless WebP that claims 268 megapixels',
    webpFile(webpChunk('VP8L', Buffer.from([0x2f, 255, 255, 255, 15, 0, 0]))),
  );
  add(
    'refused',
    'WebP that claims 40 megapixels',
    webpFile(webpChunk('VP8L', Buffer.from([0x2f, 255, 63, 98, 2, 0, 0, 0, 0]))),
  );
  add('refused', 'WebP that is cut', webp.subarray(0, Math.floor(webp.length * 0.6)));
  add('refused', 'WebP whose canvas is not its picture', webpFile(webpCanvas(4_000, 4_000), still));
  add('refused', 'WebP of noise', Buffer.concat([webp.subarray(0, 40), Buffer.alloc(50_000, 0xa7)]));
  add(
    'accepted',
    'lossless WebP of 40 megapixels',
    await flat(8_000, 5_000).webp({ lossless: true, effort: 0 }).toBuffer(),
  );
  add(
    'accepted',
    'WebP with 1 MB of EXIF',
    webpFile(webpCanvas(480, 320, 8), still, webpChunk('EXIF', Buffer.alloc(1_000_000, 'II*\0'))),
  );
}

export async function addHeifs(add: AddPicture): Promise<void> {
  const heic = readFileSync(join(__dirname, '../fixtures/quarters.heic'));
  const hevc = codedOf(heic);
  const avif = await quarters().avif({ effort: 0 }).toBuffer();
  const av1 = codedOf(avif);
  const large = codedOf(await flat(6_000, 6_000).avif({ effort: 0, quality: 1 }).toBuffer());
  const size = [480, 320] as const;
  add('header', 'HEIC that claims 10 gigapixels', single(hevc, [100_000, 100_000]));
  add('header', 'AVIF of 36 megapixels', single(large, [6_000, 6_000]));
  add(
    'header',
    'HEIC of 100,000 boxes',
    Buffer.concat([heic.subarray(0, 24), Buffer.concat(Array<Buffer>(100_000).fill(box('free')))]),
  );
  add('refused', 'AVIF of 36 megapixels that claims 9', single(large, [3_000, 3_000]));
  add('refused', 'HEIC that is cut', heic.subarray(0, Math.floor(heic.length * 0.6)));
  add('refused', 'AVIF that is cut', avif.subarray(0, Math.floor(avif.length * 0.6)));
  add('refused', 'HEIC of AV1 data', single({ ...hevc, data: av1.data }, size));
  add('refused', 'HEIC that claims 39 megapixels', single(hevc, [6_500, 6_000]));
  const twelve = { rows: 10, columns: 8, tile: size, size: [3_840, 3_200] } as const;
  add('accepted', 'HEIC of 12 megapixels from one tile', gridOf(hevc, twelve));
  const plain = codedOf(await flat(4_000, 3_000).avif({ effort: 0 }).toBuffer());
  add('accepted', 'AVIF of 12 megapixels', single(plain, [4_000, 3_000]));
}

/** Files that other programs take for pictures. */
export async function addStrangers(add: AddPicture): Promise<void> {
  const png = await quarters().png().toBuffer();
  const svg = (inside: string): Buffer =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500">${inside}</svg>`);
  const begin = (text: string): Buffer => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(5_000)]);
  add('header', 'SVG', svg('<rect width="9" height="9"/>'));
  add('header', 'SVG that reads a file', svg('<image href="file:///etc/passwd"/>'));
  add(
    'header',
    'SVG of nested entities',
    Buffer.concat([Buffer.from('<!DOCTYPE a [<!ENTITY b "cccc">]>'), svg('&b;')]),
  );
  add('header', 'GIF', await (await frames()).gif().toBuffer());
  add('header', 'TIFF', await quarters().tiff().toBuffer());
  add('header', 'gzip of a PNG', gzipSync(png));
  for (const [name, text] of [
    ['BMP', 'BM\x36\x00\x10\x00'],
    ['ICO', '\x00\x00\x01\x00\x01\x00'],
    ['PSD', '8BPS\x00\x01'],
    ['PDF', '%PDF-1.7\n'],
    ['PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n'],
    ['JPEG XL', '\x00\x00\x00\x0cJXL \r\n\x87\n'],
    ['JPEG 2000', '\x00\x00\x00\x0cjP  \r\n\x87\n'],
    ['Radiance HDR', '#?RADIANCE\n'],
    ['OpenEXR', 'v/1\x01'],
    ['MVG for ImageMagick', 'push graphic-context\nimage over 0,0 0,0 "|id"\n'],
    ['ZIP', 'PK\x03\x04'],
    ['movie', '\x00\x00\x00\x18ftypisom\x00\x00\x02\x00'],
    ['page', '<!doctype html><script>alert(1)</script>'],
  ] as const)
    add('header', name, begin(text));
  add('header', 'no bytes', Buffer.alloc(0));
  add('header', 'three bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff]));
  add('header', 'zeros', Buffer.alloc(1_000_000));
}
