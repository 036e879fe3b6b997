import { resizeRaster, type RasterU8 } from '@drape/imaging';
import { GARMENT_CATEGORIES, type GarmentCategory, type GarmentClass } from '../types';
import { sigmoid, type Network } from './network';

const SIZE = 160;
/** Grey level around the garment, as in training. */
const GREY = 128;
/** Confidence below which the answer is `unknown`; the model card has the curve from which it was chosen. */
export const CATEGORY_THRESHOLD = 0.8;

/**
 * Classifies the kind of garment in a picture, by our own network.
 *
 * Layout: input [1, 3, 160, 160] RGB, −1…1: the picture fitted into a square and centred, grey 128 around it and wherever alpha is 0;
 * output [1, 5] logits in the order of GARMENT_CATEGORIES, already divided by the temperature. Works best on a cut-out (RGBA, cropped to
 * the garment): the background misleads it.
 */
export async function classifyGarment(network: Network, garment: RasterU8): Promise<GarmentClass> {
  const input = { data: fitIntoSquare(garment), shape: [1, 3, SIZE, SIZE] };
  const [output] = network.outputNames;
  const result = await network.run({ [network.inputNames[0]]: input }, [output]);
  return classOf(result[output].data);
}

/** Output of the classifier that says whether there is a garment at all. */
const GARMENT_OUTPUT = 'garment';

/** Whether a classifier supports {@link rateGarment}. */
export const ratesGarments = (network: Network): boolean => network.outputNames.includes(GARMENT_OUTPUT);

/**
 * How likely a whole picture shows a garment, worn or not, 0…1. The model card says how reliable that is.
 *
 * Layout: the input of {@link classifyGarment}; output [1, 1], a logit.
 */
export async function rateGarment(network: Network, picture: RasterU8): Promise<number> {
  const input = { data: fitIntoSquare(picture), shape: [1, 3, SIZE, SIZE] };
  const result = await network.run({ [network.inputNames[0]]: input }, [GARMENT_OUTPUT]);
  return sigmoid(result[GARMENT_OUTPUT].data[0]);
}

/** Planes R, G, B of {@link classifyGarment}'s input. */
export function fitIntoSquare(garment: RasterU8): Float32Array {
  const scale = SIZE / Math.max(garment.width, garment.height);
  const width = Math.max(1, Math.round(garment.width * scale));
  const height = Math.max(1, Math.round(garment.height * scale));
  const { data, channels } = resizeRaster(garment, width, height);
  const out = new Float32Array(3 * SIZE * SIZE).fill(GREY / 127.5 - 1);
  const left = Math.floor((SIZE - width) / 2);
  const top = Math.floor((SIZE - height) / 2);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * channels;
      const alpha = channels === 4 ? data[i + 3] / 255 : 1;
      const o = (top + y) * SIZE + left + x;
      for (let c = 0; c < 3; c++) {
        const value = data[i + (channels === 1 ? 0 : c)] * alpha + GREY * (1 - alpha);
        out[c * SIZE * SIZE + o] = value / 127.5 - 1;
      }
    }
  }
  return out;
}

/** Softmax of the logits, and the answer that follows from it. */
export function classOf(logits: Float32Array): GarmentClass {
  const highest = Math.max(...logits);
  const exps = GARMENT_CATEGORIES.map((_, k) => Math.exp(logits[k] - highest));
  const total = exps.reduce((sum, e) => sum + e, 0);
  const scores = { dress: 0, top: 0, pants: 0, jacket: 0, skirt: 0 };
  let best: GarmentCategory = GARMENT_CATEGORIES[0];
  GARMENT_CATEGORIES.forEach((category, k) => {
    scores[category] = exps[k] / total;
    if (scores[category] > scores[best]) best = category;
  });
  const confidence = scores[best];
  return { category: confidence >= CATEGORY_THRESHOLD ? best : 'unknown', confidence, scores };
}
