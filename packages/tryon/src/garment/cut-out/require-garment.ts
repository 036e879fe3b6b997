import { type PlaneF32, type RasterU8, solidBox } from '@drape/imaging';
import { PARSE_CLASSES, type ParseClass, type ParseResult, type TryOnPorts } from '../../ports';
import { noGarment } from '../no-garment';
import { standInBody } from '../worn/wearer';
import { always, type Rule } from '../../rules/rule';

/** Greatest share of its box that a garment fills; of 1,515 products the fullest, a pencil skirt, .934. */
const BOX_FILL_MAX = 0.97;
/**
 * Least belief of the network that a garment is shown: chosen on half of 1,003 products, measured on the other half
 * (docs/picture/what-to-expect.md).
 */
const GARMENT_BELIEF_MIN = 0.027;
/** Least share of what stands out that the parser takes for clothes, and the share of the picture from which the parser is asked. */
const CLOTHES_SHARE_MIN = 0.25;
const SALIENT_SHARE_MIN = 0.01;
const CLOTHES_CLASSES = (['top', 'outer', 'dress', 'pants', 'skirt'] satisfies ParseClass[]).map((name) =>
  PARSE_CLASSES.indexOf(name),
);

/** A product picture, what stands out in it, and a parse of it where one already exists. */
interface ShownProduct {
  readonly rgb: RasterU8;
  readonly salient: PlaneF32;
  readonly known: ParseResult | null;
  readonly ports: Pick<TryOnPorts, 'parsePerson' | 'rateGarment'>;
}

export const NO_GARMENT: Rule<ShownProduct, Promise<void>> = {
  id: 'no-garment',
  stage: 'garment',
  summary: 'Refuses product pictures that show no garment.',
  appliesTo: always,
  apply: requireGarment,
  evidence: [],
};

/**
 * Requires that what stands out in a product picture looks like a garment. It must not be a plain rectangle (a drawn square, a photo within
 * a white frame), nor something else to the classifier (a piece of a street), nor something in which the parser sees hardly any clothes.
 * `known` is a parse of the picture where one already exists.
 *
 * Space: `salient` covers `rgb` at any size. Throws: TryOnRefusal(garment_not_detected). Cost: the classifier, and the parser where nothing
 * is known.
 */
export async function requireGarment({ rgb, salient, known, ports }: ShownProduct): Promise<void> {
  const { parsePerson, rateGarment } = ports;
  const seen = salient.data.reduce((count, v) => (v >= 0.5 ? count + 1 : count), 0);
  if (seen < SALIENT_SHARE_MIN * salient.data.length) return;
  const box = solidBox(salient);
  if (seen > BOX_FILL_MAX * box.width * box.height)
    throw noGarment('What stands out in the product image is a rectangle, not a garment.');
  if (rateGarment !== undefined && (await rateGarment(rgb)) < GARMENT_BELIEF_MIN)
    throw noGarment('What the product image shows does not look like a garment.');
  const parse = known ?? (await parsePerson(rgb, standInBody(salient)));
  if (clothesShare(rgb, salient, parse) < CLOTHES_SHARE_MIN)
    throw noGarment('What stands out in the product image does not look like a garment.');
}

/** Share of what stands out, as far as the parse covers it, that it calls clothes; 1 where it covers nothing. */
export function clothesShare(rgb: RasterU8, salient: PlaneF32, { box, planes }: ParseResult): number {
  const { width, height } = planes[0];
  let [all, clothes] = [0, 0];
  for (let y = 0; y < height; y++) {
    const row = Math.floor(((box.y + ((y + 0.5) / height) * box.height) / rgb.height) * salient.height);
    if (row < 0 || row >= salient.height) continue;
    for (let x = 0; x < width; x++) {
      const column = Math.floor(((box.x + ((x + 0.5) / width) * box.width) / rgb.width) * salient.width);
      if (column < 0 || column >= salient.width || salient.data[row * salient.width + column] < 0.5) continue;
      all++;
      for (const c of CLOTHES_CLASSES) clothes += planes[c].data[y * width + x];
    }
  }
  return all === 0 ? 1 : clothes / all;
}
