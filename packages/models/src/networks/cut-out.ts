import { resizeRaster, type PlaneF32, type RasterU8 } from '@drape/imaging';
import type { Network } from './network';

const SIZE = 320;
/** Mean and standard deviation of ImageNet, R, G, B. */
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];

/**
 * Probability that a point of a product picture belongs to the product, by U²-Net (small): a square map over the picture.
 *
 * Layout: input [1, 3, 320, 320] RGB, the picture resized to a square, divided by its brightest value, then normalised with ImageNet's mean
 * and deviation; the first output is a map [1, 1, n, n]. Ours is the second side output, n = 160: on 40 products its mean IoU with the
 * fused map of 320 is .989, and the last stage that it leaves out is half of the cost. Most of it computes in 8 bits (see
 * weights/MODEL_CARD-cut-out.md).
 * Range: stretched to 0…1 over the picture, as U²-Net's own script does; a picture without contrast gives zeros.
 * Source: https://github.com/xuebinqin/U-2-Net, u2net_test.py (normPRED) and data_loader.py (ToTensorLab, flag 0).
 */
export async function cutOut(network: Network, garment: RasterU8): Promise<PlaneF32> {
  const small = resizeRaster(garment, SIZE, SIZE);
  const input = { data: normalise(small), shape: [1, 3, SIZE, SIZE] };
  const [map] = network.outputNames;
  const result = await network.run({ [network.inputNames[0]]: input }, [map]);
  const { data, shape } = result[map];
  const [, , height, width] = shape;
  return { width, height, data: stretch(data) };
}

function normalise({ data, channels }: RasterU8): Float32Array {
  const cells = SIZE * SIZE;
  const colours = channels === 1 ? [0, 0, 0] : [0, 1, 2];
  let brightest = 1;
  for (let i = 0; i < cells; i++) {
    for (const k of colours) brightest = Math.max(brightest, data[i * channels + k]);
  }
  const out = new Float32Array(3 * cells);
  for (let c = 0; c < 3; c++) {
    const gain = 1 / (brightest * DEVIATION[c]);
    const offset = -MEAN[c] / DEVIATION[c];
    for (let i = 0; i < cells; i++) out[c * cells + i] = data[i * channels + colours[c]] * gain + offset;
  }
  return out;
}

/** Least difference between the surest product and the surest background; below it the picture has no finding. */
const CONTRAST_MIN = 1e-3;

function stretch(map: Float32Array): Float32Array {
  let [low, high] = [Infinity, -Infinity];
  for (const value of map) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(high - low > CONTRAST_MIN)) return new Float32Array(map.length);
  const out = new Float32Array(map.length);
  for (let i = 0; i < out.length; i++) out[i] = (map[i] - low) / (high - low);
  return out;
}
