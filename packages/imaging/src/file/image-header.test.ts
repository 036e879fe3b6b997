import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { inspectImageHeader } from './image-header';

type Bytes = readonly number[];

const latin1 = (text: string): Bytes => [...text].map((c) => c.charCodeAt(0));
const be16 = (n: number): Bytes => [(n >> 8) & 255, n & 255];
const be32 = (n: number): Bytes => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const le16 = (n: number): Bytes => [...be16(n)].reverse();
const le32 = (n: number): Bytes => [...be32(n)].reverse();
const le24 = (n: number): Bytes => le32(n).slice(0, 3);
const u8 = (...parts: Bytes[]): Uint8Array => Uint8Array.from(parts.flat());

function tiff(orientation: number, little = false): Bytes {
  const [w, d] = little ? [le16, le32] : [be16, be32];
  const entry = [...w(0x0112), ...w(3), ...d(1), ...w(orientation), ...w(0)];
  const other = [...w(0x010f), ...w(3), ...d(1), ...w(1), ...w(0)];
  return [...latin1(little ? 'II' : 'MM'), ...w(42), ...d(8), ...w(2), ...other, ...entry, ...d(0)];
}
const segment = (marker: number, body: Bytes): Bytes => [0xff, marker, ...be16(body.length + 2), ...body];
const frame = (marker: number, width: number, height: number): Bytes =>
  segment(marker, [8, ...be16(height), ...be16(width), 1, 1, 0x11, 0]);
const exif = (body: Bytes): Bytes => segment(0xe1, [...latin1('Exif\0\0'), ...body]);
const jpeg = (...segments: Bytes[]): Uint8Array => u8([0xff, 0xd8], ...segments, [0xff, 0xda, 0, 2]);

const chunk = (name: string, body: Bytes): Bytes => [...be32(body.length), ...latin1(name), ...body, 0, 0, 0, 0];
const png = (width: number, height: number, ...chunks: Bytes[]): Uint8Array =>
  u8(
    latin1('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', [...be32(width), ...be32(height), 8, 2, 0, 0, 0]),
    ...chunks,
    chunk('IDAT', [1, 2, 3]),
    chunk('IEND', []),
  );

const riff = (...chunks: Bytes[]): Uint8Array => {
  const body = chunks.flat();
  return u8(latin1('RIFF'), le32(body.length + 4), latin1('WEBP'), body);
};
const webpChunk = (name: string, body: Bytes): Bytes => [
  ...latin1(name),
  ...le32(body.length),
  ...body,
  ...(body.length % 2 ? [0] : []),
];
const vp8 = (width: number, height: number): Bytes =>
  webpChunk('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...le16(width), ...le16(height), 0, 0]);
const vp8l = (width: number, height: number): Bytes =>
  webpChunk('VP8L', [0x2f, ...le32(((width - 1) | ((height - 1) << 14)) >>> 0), 0]);
const vp8x = (width: number, height: number, flags: number): Bytes =>
  webpChunk('VP8X', [flags, 0, 0, 0, ...le24(width - 1), ...le24(height - 1)]);

describe('JPEG headers', () => {
  it.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xcf])('reads the size from frame marker %i', (marker) => {
    expect(inspectImageHeader(jpeg(frame(marker, 640, 480)))).toEqual({
      format: 'jpeg',
      width: 640,
      height: 480,
      animated: false,
      orientation: 1,
    });
  });

  it.each([0xc4, 0xc8, 0xcc])('does not take table marker %i for a frame', (marker) => {
    expect(inspectImageHeader(jpeg(frame(marker, 1, 1), frame(0xc0, 7, 9)))).toMatchObject({ width: 7, height: 9 });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads orientation %i in both byte orders', (orientation) => {
    for (const little of [false, true]) {
      const bytes = jpeg(exif(tiff(orientation, little)), frame(0xc0, 64, 32));
      expect(inspectImageHeader(bytes)).toMatchObject({ width: 64, height: 32, orientation });
    }
  });

  it.each([0, 9, 65535])('takes orientation %i for none', (orientation) => {
    expect(inspectImageHeader(jpeg(exif(tiff(orientation)), frame(0xc0, 64, 32)))?.orientation).toBe(1);
  });

  it('skips fill bytes and other segments, and is not misled by a thumbnail inside EXIF', () => {
    const thumbnail = [0xff, 0xd8, ...frame(0xc0, 160, 120)];
    const bytes = jpeg(
      segment(0xe0, latin1('JFIF\0')),
      [0xff, 0xff],
      exif([...tiff(6), ...thumbnail]),
      frame(0xc2, 4000, 3000),
    );
    expect(inspectImageHeader(bytes)).toMatchObject({ width: 4000, height: 3000, orientation: 6 });
  });

  it('survives an EXIF directory that points outside the file', () => {
    const wild = [...latin1('MM'), ...be16(42), ...be32(0xfffffff0)];
    expect(inspectImageHeader(jpeg(exif(wild), frame(0xc0, 3, 4)))?.orientation).toBe(1);
  });

  it('refuses scans without a frame, zero sides and lengths below two', () => {
    expect(inspectImageHeader(jpeg())).toBeNull();
    expect(inspectImageHeader(jpeg(frame(0xc0, 0, 10)))).toBeNull();
    expect(inspectImageHeader(jpeg(frame(0xc0, 10, 0)))).toBeNull();
    expect(inspectImageHeader(u8([0xff, 0xd8, 0xff, 0xe0, 0, 1, 0, 0, 0, 0, 0, 0]))).toBeNull();
  });

  it('gives up after a bounded number of segments', () => {
    const many = Array.from({ length: 5000 }, () => segment(0xfe, []));
    expect(inspectImageHeader(jpeg(...many, frame(0xc0, 1, 1)))).toBeNull();
  });
});

describe('PNG headers', () => {
  it('reads the size', () => {
    expect(inspectImageHeader(png(8000, 5125))).toEqual({
      format: 'png',
      width: 8000,
      height: 5125,
      animated: false,
      orientation: 1,
    });
  });

  it('sees the animation chunk and the EXIF chunk', () => {
    const bytes = png(10, 20, chunk('tEXt', [1, 2]), chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]), chunk('eXIf', tiff(8)));
    expect(inspectImageHeader(bytes)).toMatchObject({ animated: true, orientation: 8 });
  });

  it('refuses a file whose first chunk is not IHDR, zero sides and sides over 31 bits', () => {
    expect(inspectImageHeader(u8(latin1('\x89PNG\r\n\x1a\n'), chunk('IDAT', Array(30).fill(0))))).toBeNull();
    expect(inspectImageHeader(png(0, 5))).toBeNull();
    expect(inspectImageHeader(png(0x80000000, 5))).toBeNull();
  });

  it('does not loop on a chunk of the greatest length', () => {
    const bytes = u8([...png(5, 6)].slice(0, 33), be32(0xffffffff), latin1('zzzz'));
    expect(inspectImageHeader(bytes)).toMatchObject({ width: 5, height: 6, animated: false });
  });
});

describe('WebP headers', () => {
  it.each([
    ['lossy', vp8(1023, 77)],
    ['lossless', vp8l(1023, 77)],
    ['lossless of the greatest size', vp8l(16384, 16384)],
  ])('reads the size of a %s file', (name, body) => {
    const size = name.endsWith('size') ? { width: 16384, height: 16384 } : { width: 1023, height: 77 };
    expect(inspectImageHeader(riff(body))).toEqual({ format: 'webp', ...size, animated: false, orientation: 1 });
  });

  it('reads canvas, animation flag, ANIM chunk and EXIF of an extended file', () => {
    const still = riff(vp8x(70000, 3, 0), vp8(9, 3), webpChunk('EXIF', tiff(3, true)));
    expect(inspectImageHeader(still)).toMatchObject({ width: 70000, height: 3, animated: false, orientation: 3 });
    const prefixed = riff(vp8x(7, 3, 0), webpChunk('EXIF', [...latin1('Exif\0\0'), ...tiff(5)]));
    expect(inspectImageHeader(prefixed)?.orientation).toBe(5);
    expect(inspectImageHeader(riff(vp8x(7, 3, 2), vp8(7, 3)))?.animated).toBe(true);
    expect(inspectImageHeader(riff(vp8x(7, 3, 0), webpChunk('ANIM', [0, 0, 0, 0, 0, 0])))?.animated).toBe(true);
  });

  it('refuses broken start codes', () => {
    expect(inspectImageHeader(riff(webpChunk('VP8 ', Array(12).fill(0))))).toBeNull();
    expect(inspectImageHeader(riff(webpChunk('VP8L', Array(12).fill(0))))).toBeNull();
    expect(inspectImageHeader(riff(webpChunk('JUNK', Array(20).fill(0))))).toBeNull();
  });
});

describe('bytes that are no picture', () => {
  it.each([
    '',
    'GIF89a\x01\0\x01\0',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\0\0\0\x1cftypavif',
    '%PDF-1.7',
    'BM',
  ])('answers null for %j', (text) => expect(inspectImageHeader(u8(latin1(text)))).toBeNull());

  const seeds = [
    jpeg(segment(0xe0, latin1('JFIF\0')), exif(tiff(6)), frame(0xc0, 640, 480)),
    png(100, 200, chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]), chunk('eXIf', tiff(8))),
    riff(vp8x(70, 30, 0), vp8(70, 30), webpChunk('EXIF', tiff(3))),
    riff(vp8(70, 30)),
    riff(vp8l(70, 30)),
  ];
  const isSane = (bytes: Uint8Array): boolean => {
    const header = inspectImageHeader(bytes);
    if (header === null) return true;
    const sides = [header.width, header.height];
    return sides.every((n) => Number.isInteger(n) && n > 0) && header.orientation >= 1 && header.orientation <= 8;
  };

  it('truncated at every byte, never throws', () => {
    for (const seed of seeds) for (let n = 0; n <= seed.length; n++) expect(isSane(seed.subarray(0, n))).toBe(true);
  });

  it('never throws and answers null or a sane header for mutated and random bytes', () => {
    const mutation = fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...seeds), mutation, fc.nat(120), (seed, edits, keep) => {
        const bytes = Uint8Array.from(seed);
        for (const [at, value] of edits) bytes[at % bytes.length] = value;
        return isSane(bytes) && isSane(bytes.subarray(0, keep));
      }),
      { numRuns: 5000, seed: 1 },
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(...seeds),
        (noise, seed) => isSane(noise) && isSane(u8([...seed.subarray(0, 30)], [...noise])),
      ),
      { numRuns: 2000, seed: 2 },
    );
  });
});
