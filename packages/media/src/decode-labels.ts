import { hardenedSharp } from './hardened-sharp';

/** A label map: one index per pixel, rows from the top. */
export interface LabelMap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Reads a grey 8-bit picture whose levels are label indices, unscaled and unconverted.
 *
 * Throws: Error if the bytes are not a picture, or one with colours.
 */
export async function decodeLabels(bytes: Uint8Array): Promise<LabelMap> {
  const image = hardenedSharp()(bytes, { failOn: 'error' });
  const { space, depth } = await image.metadata();
  if (space !== 'b-w' || depth !== 'uchar') throw new Error(`label maps are grey with 8 bits, not ${space} ${depth}`);
  const { data, info } = await image
    .extractChannel(0)
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 1) throw new Error(`${info.channels} channels instead of one`);
  return { width: info.width, height: info.height, data };
}
