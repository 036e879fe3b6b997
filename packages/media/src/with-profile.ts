import type { HeifHeader, RasterU8 } from '@drape/imaging';
import type { Sharp } from 'sharp';
import { crc32, deflateSync } from 'node:zlib';
import { hardenedSharp } from './hardened-sharp';

/** Most bytes of a colour profile: those of phones have 500, those of printers up to some 2 MB. */
const PROFILE_BYTES_MAX = 4 * 1024 * 1024;
/** ITU-T H.273. */
const DISPLAY_P3 = 12;
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const COLOUR_TYPES = { 3: 2, 4: 6 } as const;

/**
 * The pixels as a sharp image that knows their colour space from the file that they were decoded from.
 *
 * sharp takes a profile only from a file, so pixels that have one are passed as an uncompressed PNG.
 */
export async function withProfile(raster: RasterU8, file: Uint8Array, header: HeifHeader): Promise<Sharp> {
  const { width, height, channels, data } = raster;
  if (channels !== 3 && channels !== 4) throw new Error(`${channels} channels after decoding`);
  const profile = await profileOf(file, header);
  if (profile === null) return hardenedSharp()(data, { raw: { width, height, channels } });
  return hardenedSharp()(toPng({ ...raster, channels }, profile), { failOn: 'error' });
}

async function profileOf(file: Uint8Array, { profile, primaries }: HeifHeader): Promise<Uint8Array | null> {
  if (profile !== null && profile.end - profile.start <= PROFILE_BYTES_MAX) {
    return file.subarray(profile.start, profile.end);
  }
  return primaries === DISPLAY_P3 ? displayP3() : null;
}

let ofDisplayP3: Promise<Uint8Array | null> | undefined;

/** sharp includes the profile, and a picture of one pixel is enough to extract it. */
function displayP3(): Promise<Uint8Array | null> {
  ofDisplayP3 ??= (async () => {
    const sharp = hardenedSharp();
    const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
    const { icc } = await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata();
    return icc ?? null;
  })();
  return ofDisplayP3;
}

/** Source: PNG 3rd edition §11.2 and §11.3.2.3; rows without a filter, stored without compression. */
function toPng({ width, height, channels, data }: RasterU8 & { channels: 3 | 4 }, profile: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPES[channels]], 8);
  const length = width * channels;
  const rows = Buffer.alloc((length + 1) * height);
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * length, (y + 1) * length), y * (length + 1) + 1);
  return Buffer.concat([
    PNG_SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)])),
    ...chunk('IDAT', deflateSync(rows, { level: 0 })),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer[] {
  const name = Buffer.from(type, 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(data, crc32(name)));
  return [length, name, data, check];
}
