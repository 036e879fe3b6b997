import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { u32 } from '../heif-file';
import { quarters } from '../quarters';
import type { AddPicture } from './picture';
import { pngChunk, pngEnd, pngFile, pngHeader, pngZeros, withPngChunks } from './picture-chunks';

const MEBIBYTE = 1024 * 1024;
/** As a compressed text or profile holds it: a name, the method, the stream. */
const compressed = (name: string, bytes: number): Buffer =>
  Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), deflateSync(Buffer.alloc(bytes), { level: 1 })]);

/** Bytes of the rows of a picture, with the byte in front of each that names its filter. */
const rowBytes = (width: number, height: number, bytesAPixel: number): number => height * (1 + width * bytesAPixel);
/** The same of its seven passes where it is interlaced: at most so much more. */
const interlacedBytes = (width: number, height: number, bytesAPixel: number): number =>
  rowBytes(width, height, bytesAPixel) + 2 * height;

export async function addPngs(add: AddPicture): Promise<void> {
  const png = await quarters().png().toBuffer();
  const small = { width: 480, height: 320 };
  const large = { width: 7_600, height: 5_200 };
  add(
    'header',
    'PNG that claims 2 gigapixels',
    pngFile(pngHeader({ width: 50_000, height: 40_000 }), pngZeros(1000), pngEnd),
  );
  add('header', 'PNG of no width', pngFile(pngHeader({ width: 0, height: 320 }), pngZeros(1000), pngEnd));
  add(
    'header',
    'PNG of 2^31 pixels a row',
    pngFile(pngHeader({ width: 2 ** 31, height: 300 }), pngZeros(1000), pngEnd),
  );
  add(
    'header',
    'PNG of 41 megapixels',
    pngFile(pngHeader({ width: 8_000, height: 5_125 }), pngZeros(rowBytes(8_000, 5_125, 3)), pngEnd),
  );
  add('header', 'animated PNG', withPngChunks(png, pngChunk('acTL', u32(1_000_000, 0))));
  add(
    'refused',
    'PNG of a size that its header checksum denies',
    Buffer.concat([pngFile(pngChunk('IHDR', png.subarray(16, 29), 1)), png.subarray(33)]),
  );
  add('refused', 'PNG that is cut', png.subarray(0, Math.floor(png.length * 0.6)));
  add('refused', 'PNG that claims 40 megapixels', pngFile(pngHeader(large), pngZeros(100_000), pngEnd));
  add(
    'refused',
    'PNG with a wrong checksum',
    pngFile(pngHeader(small), pngChunk('IDAT', deflateSync(Buffer.alloc(rowBytes(480, 320, 3))), 1), pngEnd),
  );
  add('refused', 'PNG of noise', pngFile(pngHeader(small), pngChunk('IDAT', Buffer.alloc(100_000, 0x5a)), pngEnd));
  add('refused', 'PNG without pixels', pngFile(pngHeader(small), pngEnd));
  add('refused', 'PNG of 3 bits', pngFile(pngHeader({ ...small, depth: 3 }), pngZeros(200_000), pngEnd));
  add(
    'refused',
    'PNG of a palette that is missing',
    pngFile(pngHeader({ ...small, colour: 3 }), pngZeros(rowBytes(480, 320, 1)), pngEnd),
  );
  add(
    'refused',
    'SVG behind a PNG header',
    Buffer.concat([png.subarray(0, 33), Buffer.from('<svg xmlns="x" width="9"/>')]),
  );
  add('refused', 'PNG of a chunk of 2 GB', withPngChunks(png, Buffer.concat([u32(0x7fffffff), Buffer.from('zTXt')])));
  add(
    'accepted',
    'PNG that holds 256 MB for 0.5 MB of pixels',
    pngFile(pngHeader(small), pngZeros(256 * MEBIBYTE), pngEnd),
  );
  const text = pngChunk('zTXt', compressed('a', 64 * MEBIBYTE));
  add('accepted', 'PNG with 64 MB of compressed text', withPngChunks(png, text));
  add('accepted', 'PNG with 50 × 64 MB of compressed text', withPngChunks(png, ...Array<Buffer>(50).fill(text)));
  add(
    'accepted',
    'PNG with a compressed profile of 64 MB',
    withPngChunks(png, pngChunk('iCCP', compressed('p', 64 * MEBIBYTE))),
  );
  add(
    'accepted',
    'PNG of 200,000 texts',
    withPngChunks(png, Buffer.concat(Array<Buffer>(200_000).fill(pngChunk('tEXt', Buffer.from('a\0b'))))),
  );
  add(
    'accepted',
    'RGBA PNG of 40 megapixels',
    pngFile(pngHeader({ ...large, colour: 6 }), pngZeros(rowBytes(7_600, 5_200, 4)), pngEnd),
  );
  const deep = { ...large, depth: 16, colour: 6 } as const;
  add(
    'accepted',
    '16-bit RGBA PNG of 40 megapixels',
    pngFile(pngHeader(deep), pngZeros(rowBytes(7_600, 5_200, 8)), pngEnd),
  );
  const woven = pngHeader({ ...deep, interlaced: true });
  add(
    'accepted',
    'interlaced 16-bit RGBA PNG of 40 megapixels',
    pngFile(woven, pngZeros(interlacedBytes(7_600, 5_200, 8)), pngEnd),
  );
  const behind = await sharp(png).jpeg().toBuffer();
  add('accepted', 'PNG with a JPEG behind its end', Buffer.concat([png, behind]));
}
