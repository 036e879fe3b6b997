import { createPlane, gaussianBlur } from '@drape/imaging';
import { decodePhoto, encodeResult } from '@drape/media';

/** A photo out of focus, as PNG: blurred by a Gaussian of that many pixels. */
export async function blurred(photo: Uint8Array, sigma: number): Promise<Uint8Array> {
  const { raster } = await decodePhoto(photo);
  const { width, height, data } = raster;
  for (let channel = 0; channel < 3; channel++) {
    const plane = createPlane(width, height);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = data[3 * i + channel];
    gaussianBlur(plane, sigma).data.forEach((value, i) => {
      data[3 * i + channel] = Math.round(value);
    });
  }
  return (await encodeResult(raster, { format: 'png' })).bytes;
}
