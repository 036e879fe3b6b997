import { cropRaster, guidedModels, resizeRaster, type RasterU8, RowSampler, wholeBox } from '@drape/imaging';
import { mean, PARSE_CLASSES, REFINEMENT_EPS, refinementRadius, type ParseClass, type ParseResult } from '@drape/tryon';

const CLASS_COUNT = PARSE_CLASSES.length;

/**
 * The most probable class of each pixel of a photo: the planes are aligned with the photo's edges by the filter that the renderer uses;
 * outside their box is background.
 *
 * Layout: indices of PARSE_CLASSES, rows from the top. Space: the parse's box in pixels of `photo`. Cost: about 200 ns per pixel of the
 * box.
 */
export function classMap(parse: ParseResult, photo: RasterU8): Uint8Array {
  const { width, height } = photo;
  const map = new Uint8Array(width * height);
  const box = wholeBox(parse.box);
  const [plane] = parse.planes;
  const guide = resizeRaster(cropRaster(photo, box, 'replicate'), plane.width, plane.height);
  const models = guidedModels(guide, parse.planes, refinementRadius(plane.width), REFINEMENT_EPS);
  const sampler = new RowSampler(models.coefficients, box);
  const [x0, x1] = [Math.max(0, box.x), Math.min(width, box.x + box.width)];
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    sampler.load(y);
    classRow(map, photo, y * width + x0, y * width + x1, x0, sampler);
  }
  return map;
}

/** Classifies the pixels [from, to) of a row whose first pixel is in column x. */
function classRow(map: Uint8Array, photo: RasterU8, from: number, to: number, x: number, sampler: RowSampler): void {
  const { data, channels } = photo;
  for (let i = from; i < to; i++) {
    sampler.read(x + i - from);
    const { values } = sampler;
    const [r, g, b] = [data[i * channels] / 255, data[i * channels + 1] / 255, data[i * channels + 2] / 255];
    let [best, max] = [0, -Infinity];
    for (let c = 0; c < CLASS_COUNT; c++) {
      const value = values[4 * c] * r + values[4 * c + 1] * g + values[4 * c + 2] * b + values[4 * c + 3];
      if (value > max) [max, best] = [value, c];
    }
    map[i] = best;
  }
}

/** Intersection over union of pixels, 0…1, over all photos that were added; NaN for a class in neither truth nor prediction. */
export interface ParseScore {
  readonly personIoU: number;
  /** top ∪ outer ∪ dress ∪ pants ∪ skirt, as one class. */
  readonly clothesIoU: number;
  readonly upperIoU: number;
  readonly lowerIoU: number;
  readonly skinIoU: number;
  readonly hairIoU: number;
  /** Mean over the classes that occur, background among them. */
  readonly mIoU: number;
  readonly classes: Readonly<Record<ParseClass, number>>;
}

export interface ParseScorer {
  /** Adds a photo: class indices of truth and prediction, pixel by pixel. */
  add(truth: Uint8Array, guess: Uint8Array): void;
  score(): ParseScore;
}

export function createParseScorer(): ParseScorer {
  /** Rows truth, columns prediction. */
  const table = new Float64Array(CLASS_COUNT * CLASS_COUNT);
  return {
    add(truth, guess) {
      if (truth.length !== guess.length) throw new RangeError('truth and guess differ in size');
      for (let i = 0; i < truth.length; i++) table[truth[i] * CLASS_COUNT + guess[i]]++;
    },
    score: () => scoreOf(table),
  };
}

function scoreOf(table: Float64Array): ParseScore {
  const of = (...names: readonly ParseClass[]): number => unionIou(table, names);
  const classes = {
    background: of('background'),
    hair: of('hair'),
    skin: of('skin'),
    top: of('top'),
    outer: of('outer'),
    dress: of('dress'),
    pants: of('pants'),
    skirt: of('skirt'),
    shoes: of('shoes'),
    bag: of('bag'),
    other: of('other'),
  };
  return {
    personIoU: of(...PARSE_CLASSES.filter((name) => name !== 'background')),
    clothesIoU: of('top', 'outer', 'dress', 'pants', 'skirt'),
    upperIoU: of('top', 'outer', 'dress'),
    lowerIoU: of('pants', 'skirt'),
    skinIoU: classes.skin,
    hairIoU: classes.hair,
    mIoU: mean(Object.values(classes).filter((value) => !Number.isNaN(value))),
    classes,
  };
}

/** The named classes taken as one. */
function unionIou(table: Float64Array, names: readonly ParseClass[]): number {
  const wanted = PARSE_CLASSES.map((name) => names.includes(name));
  let [both, either] = [0, 0];
  for (let truth = 0; truth < CLASS_COUNT; truth++) {
    for (let guess = 0; guess < CLASS_COUNT; guess++) {
      const n = table[truth * CLASS_COUNT + guess];
      if (wanted[truth] && wanted[guess]) both += n;
      if (wanted[truth] || wanted[guess]) either += n;
    }
  }
  return both / either;
}
