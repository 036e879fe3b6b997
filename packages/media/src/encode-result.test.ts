import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { inspectImageHeader, type RasterU8 } from '@drape/imaging';
import sharp from 'sharp';
import { decodePhoto } from './decode-photo';
import { encodeResult } from './encode-result';

function gradient(width: number, height: number): RasterU8 {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const at = Math.floor(i / 3);
    return [(at % width) / width, Math.floor(at / width) / height, 0.4].map((v) => Math.round(v * 255))[i % 3] ?? 0;
  });
  return { width, height, channels: 3, data };
}

describe('encodeResult', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('%s says how it was made and carries nothing else', async (format) => {
    const result = await encodeResult(gradient(321, 457), { format });
    const { exif, icc, iptc, xmpAsString, ...metadata } = await sharp(Buffer.from(result.bytes)).metadata();
    expect({ exif, icc, iptc }).toEqual({});
    expect(xmpAsString).toContain('/digitalsourcetype/compositeWithTrainedAlgorithmicMedia<');
    expect(metadata).toMatchObject({ format, width: 321, height: 457, channels: 3 });
    expect(Buffer.from(result.bytes).includes('Exif\0\0')).toBe(false);
    expect(Buffer.from(result.bytes).includes('<?xpacket begin=')).toBe(true);
    expect(inspectImageHeader(result.bytes)).toMatchObject({ format, width: 321, height: 457, orientation: 1 });
    expect(result).toMatchObject({ format, width: 321, height: 457 });
    expect(result.sha256).toBe(createHash('sha256').update(result.bytes).digest('hex'));
  });

  it.each([
    ['jpeg', 4],
    ['png', 0],
    ['webp', 8],
  ] as const)('%s gives back the same pixels within %i steps on average', async (format, tolerance) => {
    const raster = gradient(320, 400);
    const { raster: back } = await decodePhoto((await encodeResult(raster, { format, quality: 95 })).bytes);
    const total = raster.data.reduce((sum, value, i) => sum + Math.abs(value - (back.data[i] ?? 0)), 0);
    expect(total / raster.data.length).toBeLessThanOrEqual(tolerance);
  });

  it('makes the same bytes each time, and fewer at a lower quality', async () => {
    const raster = gradient(320, 400);
    const [first, second, low] = await Promise.all([
      encodeResult(raster, { format: 'jpeg' }),
      encodeResult(raster, { format: 'jpeg' }),
      encodeResult(raster, { format: 'jpeg', quality: 40 }),
    ]);
    expect(first.sha256).toBe(second.sha256);
    expect(low.bytes.length).toBeLessThan(first.bytes.length);
  });
});
