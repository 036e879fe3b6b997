import { crc32, deflateSync } from 'node:zlib';
import { u16, u32 } from '../heif-file';

/** Writes PNG, JPEG and WebP files part by part, wrong ones too. */

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, data: Buffer, crc?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.length), body, u32(crc ?? crc32(body))]);
}

export interface PngHead {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  /** 0 grey, 2 RGB, 3 palette, 6 RGBA. */
  readonly colour?: number;
  readonly interlaced?: boolean;
}

export function pngHeader({ width, height, depth = 8, colour = 2, interlaced = false }: PngHead): Buffer {
  return pngChunk('IHDR', Buffer.concat([u32(width, height), Buffer.from([depth, colour, 0, 0, interlaced ? 1 : 0])]));
}

export const pngFile = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([PNG_SIGNATURE, ...chunks]);
export const pngEnd = pngChunk('IEND', Buffer.alloc(0));
/** Zeros: rows without a filter, black. */
export const pngZeros = (bytes: number): Buffer => pngChunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 1 }));

/** Puts chunks behind the header of a PNG file. */
export function withPngChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

export function jpegSegment(marker: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), u16(data.length + 2), data]);
}

/** Puts segments behind the first two bytes of a JPEG file. */
export function withJpegSegments(jpeg: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** A Huffman table of one code, the bit 0. */
const huffman = (kind: 0 | 1, symbol: number): Buffer =>
  jpegSegment(0xc4, Buffer.from([kind << 4, 1, ...Array<number>(15).fill(0), symbol]));

/** The longest run of empty blocks that one code tells of: its bit 0, and 14 bits of length. */
const RUN = 32_767;

/**
 * A grey progressive JPEG in which every one of `scans` passes over all blocks says nothing, in some 40 bytes. What it costs is the
 * number of blocks times the number of scans.
 */
export function jpegOfScans({ width, height, scans }: { width: number; height: number; scans: number }): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const frame = Buffer.concat([Buffer.from([8]), u16(height, width), Buffer.from([1, 1, 0x11, 0])]);
  const runs = '011111111111111'.repeat(Math.ceil(blocks / RUN));
  const parts = [
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, Buffer.from([0, ...Array<number>(64).fill(1)])),
    jpegSegment(0xc2, frame),
    huffman(0, 0),
    scan(0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    huffman(1, 0xe0),
  ];
  for (let i = 1; i < scans; i++) parts.push(scan(1 + ((i - 1) % 63), 1 + ((i - 1) % 63), 0), bits(runs));
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

const scan = (first: number, last: number, approximation: number): Buffer =>
  jpegSegment(0xda, Buffer.from([1, 1, 0, first, last, approximation]));

/** Text of 0 and 1 as a JPEG's entropy-coded bytes: filled up with ones, 0xff followed by 0. */
function bits(text: string): Buffer {
  const bytes = (text.match(/.{1,8}/g) ?? []).map((part) => Number.parseInt(part.padEnd(8, '1'), 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

export function webpFile(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), u32Little(body.length), body]);
}

export function webpChunk(type: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type, 'latin1'), u32Little(data.length), data, Buffer.alloc(data.length % 2)]);
}

/** A canvas of an extended WebP. */
export function webpCanvas(width: number, height: number, flags = 0): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', data);
}

function u32Little(value: number): Buffer {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value >>> 0);
  return out;
}
