import { releaseBuffers, softmaxByLabel, type Box, type PlaneF32, type Pyramid } from '@drape/imaging';
import type { DetectedPerson, ParseResult } from '../types';
import type { Network } from './network';
import { sampleRegion } from './sample-region';

/** Classes in the order of the returned planes; the same list as the pipeline's port. */
export const PARSE_CLASSES = [
  'background',
  'hair',
  'skin',
  'top',
  'outer',
  'dress',
  'pants',
  'skirt',
  'shoes',
  'bag',
  'other',
] as const;

const OTHER = PARSE_CLASSES.length - 1;
const SKIN = 2;
const MASK_MIN = 0.5;
const VISIBILITY_MIN = 0.5;
/** Factor by which the person's box grows, as in training; then it is extended to the layout's aspect. */
const MARGIN = 1.08;

/** What the manifest says about a parser's tensors. */
export interface ParserLayout {
  readonly width: number;
  readonly height: number;
  /** Height ÷ width of the crop that is resized to the input. */
  readonly aspect: number;
  /** Value v in 0…255 is passed as v · scale + offset, for R, G, B. */
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
  /** For each channel of the network's output, its class in PARSE_CLASSES. */
  readonly labels: readonly number[];
}

/**
 * Our own parser: 512×288 in −1…1, logits at half of it; a twelfth channel (socks and tights) counts as other, a thirteenth (hands) as
 * skin.
 */
export const OWN_PARSER: ParserLayout = {
  width: 288,
  height: 512,
  aspect: 512 / 288,
  scale: [1 / 127.5, 1 / 127.5, 1 / 127.5],
  offset: [-1, -1, -1],
  labels: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, OTHER, OTHER, SKIN],
};

/**
 * Class probabilities of the person's crop.
 *
 * Layout: input [1, 3, height, width] RGB, the photo's edge replicated; output [1, classes, h, w] logits, turned into
 * probabilities and summed by `labels`. Planes have the size of the network's output and cover `box`.
 */
export async function parsePerson(
  network: Network,
  pyramid: Pyramid,
  person: DetectedPerson,
  layout: ParserLayout = OWN_PARSER,
): Promise<ParseResult> {
  const { width, height, aspect, scale, offset } = layout;
  const box = personBox(person, pyramid.photo, aspect);
  const region = {
    centre: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    width: box.width,
    height: box.height,
    angleRad: 0,
  };
  const data = sampleRegion(pyramid, region, { width, height, border: 'replicate', scale, offset });
  const [output] = network.outputNames;
  const result = await network.run({ [network.inputNames[0]]: { data, shape: [1, 3, height, width] } }, [output]);
  releaseBuffers(data);
  return { box, planes: softmaxPlanes(result[output].data, result[output].shape, layout.labels) };
}

interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/** Box of the mask united with the visible landmarks, × 1.08, extended about its centre to height = `aspect` · width. */
export function personBox({ mask, landmarks }: DetectedPerson, photo: PhotoSize, aspect: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, visibility } of landmarks) {
    if (visibility < VISIBILITY_MIN) continue;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const seen = maskBounds(mask);
  const [kx, ky] = [photo.width / mask.width, photo.height / mask.height];
  left = Math.min(left, seen.left * kx);
  right = Math.max(right, seen.right * kx);
  top = Math.min(top, seen.top * ky);
  bottom = Math.max(bottom, seen.bottom * ky);
  if (right <= left || bottom <= top) [left, top, right, bottom] = [0, 0, photo.width, photo.height];
  const width = Math.max((right - left) * MARGIN, ((bottom - top) * MARGIN) / aspect);
  const height = width * aspect;
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}

/** Bounds of the pixels above MASK_MIN; infinite and crossed if there are none. */
function maskBounds({ width, height, data }: PlaneF32) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] <= MASK_MIN) continue;
      if (x < left) left = x;
      if (x + 1 > right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  return { left, right, top, bottom };
}

/**
 * Turns logits into probabilities and sums them by class.
 *
 * Layout: `logits` [1, classes, height, width] with that `shape`; `labels` names one class of PARSE_CLASSES per channel.
 * Throws: if the network has more channels than `labels`.
 */
export function softmaxPlanes(logits: Float32Array, shape: readonly number[], labels: readonly number[]): PlaneF32[] {
  const [, classes, height, width] = shape;
  if (classes > labels.length) {
    throw new Error(`the parser has ${classes} channels, ${labels.length} are named`);
  }
  const cells = width * height;
  const planes: PlaneF32[] = [];
  for (const data of softmaxByLabel(logits, cells, labels.slice(0, classes), PARSE_CLASSES.length)) {
    planes.push({ width, height, data });
  }
  return planes;
}
