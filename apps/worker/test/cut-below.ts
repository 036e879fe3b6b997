import { cropRaster } from '@drape/imaging';
import { decodePhoto, encodeResult } from '@drape/media';

/** A photo without what lies below a share of its height, as PNG. */
export async function cutBelow(photo: Uint8Array, share: number): Promise<Uint8Array> {
  const { raster } = await decodePhoto(photo);
  const height = Math.round(share * raster.height);
  const cut = cropRaster(raster, { x: 0, y: 0, width: raster.width, height });
  return (await encodeResult(cut, { format: 'png' })).bytes;
}
