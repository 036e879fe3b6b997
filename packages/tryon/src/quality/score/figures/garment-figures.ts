import type { ProductCategory } from '@drape/contracts';
import type { Garment, UpperLandmarks } from '../../../model/garment';
import { mean } from '../../../geometry/numbers';
import { cellsOf, type Cells } from './cells';
import { outlineOf, raggedness } from './outline';
import { proportionsOf, type Proportions } from './proportions';

/** Rows in which a cut-out is sampled: more only cost time. */
const SAMPLED_ROWS = 128;
/** Cells inwards from the outline at and beyond which the fabric's colour is free of edge mixing. */
const INWARD_CELLS = 3;
/** Half the side of the square that smooths an outline, cells. */
const SMOOTHING_HALF_SIDE = 2;

interface SleeveFigures {
  /** Lowest and mean confidence of the sleeves. */
  readonly sleeveLowest: number;
  readonly sleeveMean: number;
  readonly sleeveLong: number;
  readonly sleeveShort: number;
}

/** The shape of a cut-out. */
interface ShapeFigures {
  /** Length of the outline relative to that of its smoothed version, and ÷ the square root of its area. */
  readonly ragged: number;
  readonly outline: number;
  /** Intersection over union with its own mirror image. */
  readonly symmetry: number;
  /** Partly transparent cells ÷ the outline's length. */
  readonly softness: number;
  /** The same cells ÷ the area. */
  readonly thin: number;
  /** Mean number of separate runs per row. */
  readonly pieces: number;
  /** Share of the bounding box that the cut-out fills; its height ÷ its width. */
  readonly filling: number;
  readonly slender: number;
}

/** The fabric of a cut-out. */
interface FabricFigures {
  /** Mean lightness of the fabric 0…1, its spread, its chroma, and the mean difference of neighbours. */
  readonly clothLight: number;
  readonly clothSpread: number;
  readonly clothChroma: number;
  readonly clothTexture: number;
  /** Difference in lightness between the rim and the fabric inside it. */
  readonly rim: number;
}

/** Measures of a product's cut-out and its landmarks that show how well they were read. */
export interface GarmentFigures extends Proportions, SleeveFigures, ShapeFigures, FabricFigures {
  /** Confidence of the landmarks as a whole. */
  readonly landmarks: number;
  readonly garmentQuality: number;
  readonly worn: number;
  /** Garment and background have similar colours. */
  readonly likeGround: number;
  readonly ownAlpha: number;
  readonly collar: number;
  readonly vNeck: number;
  readonly strap: number;
  readonly bandeau: number;
  /** Height of the cut-out in thousands of pixels. */
  readonly garmentHeight: number;
}

/** Computes all measures of a cut-out. Pure. */
export function garmentFigures(garment: Garment): GarmentFigures {
  const { landmarks, quality, notes, rgba } = garment;
  const cells = cellsOf(rgba, SAMPLED_ROWS);
  const upper = landmarks.kind === 'upper' ? landmarks : null;
  const kind = upper?.necklineKind;
  const has = (text: string): number => Number(notes.some((note) => note.includes(text)));
  return {
    landmarks: landmarks.confidence,
    ...sleeves(upper),
    garmentQuality: quality,
    worn: has('worn by a model'),
    likeGround: has('similar colours'),
    ownAlpha: has('transparent source'),
    collar: Number(kind === 'collar'),
    vNeck: Number(kind === 'v'),
    strap: Number(kind === 'strap'),
    bandeau: Number(kind === 'bandeau'),
    ...proportionsOf(landmarks),
    ...shapeFigures(cells),
    ...fabricFigures(cells),
    garmentHeight: rgba.height / 1000,
  };
}

function sleeves(upper: UpperLandmarks | null): SleeveFigures {
  const both = upper?.sleeves.filter(({ length }) => length !== 'none') ?? [];
  const confidences = both.map(({ confidence }) => confidence);
  return {
    sleeveLowest: Math.min(1, ...confidences),
    sleeveMean: both.length === 0 ? 1 : mean(confidences),
    sleeveLong: Number(both.some(({ length }) => length === 'long')),
    sleeveShort: Number(both.some(({ length }) => length === 'short')),
  };
}

function shapeFigures(cells: Cells): ShapeFigures {
  const { width, height, solid } = cells;
  const area = solid.reduce((count, cell) => count + cell, 0) || 1;
  const around = Math.max(1, outlineOf(cells));
  const { runs, rows } = runsOf(cells);
  return {
    ragged: raggedness(cells, SMOOTHING_HALF_SIDE),
    outline: around / Math.sqrt(area),
    symmetry: mirrorIou(cells),
    softness: cells.half / around,
    thin: cells.half / area,
    pieces: runs / Math.max(1, rows),
    filling: area / (width * height),
    slender: height / width,
  };
}

/** Intersection over union of the mask and its mirror image about its centre of mass. */
function mirrorIou({ width, height, solid }: Cells): number {
  let [sum, count] = [0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      sum += x * solid[i];
      count += solid[i];
    }
  }
  const twice = Math.round((2 * sum) / Math.max(1, count));
  let both = 0;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const other = twice - x;
      if (solid[i] === 1 && other >= 0 && other < width) both += solid[y * width + other];
    }
  }
  return both / Math.max(1, 2 * count - both);
}

function runsOf({ width, height, solid }: Cells): { runs: number; rows: number } {
  let [runs, rows] = [0, 0];
  for (let y = 0; y < height; y++) {
    const before = runs;
    for (let x = 0, i = y * width; x < width; x++, i++) if (solid[i] === 1 && (x === 0 || solid[i - 1] === 0)) runs++;
    if (runs > before) rows++;
  }
  return { runs, rows };
}

function fabricFigures({ width, height, solid, light, chroma }: Cells): FabricFigures {
  let [count, sum, squares, colour, steps, stepped, rim, rims] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (solid[i] === 0) continue;
      count++;
      sum += light[i];
      squares += light[i] * light[i];
      colour += chroma[i];
      const before = x > 0 && solid[i - 1] === 1;
      if (before) {
        stepped++;
        steps += Math.abs(light[i] - light[i - 1]);
      }
      const isRim = !before && x + INWARD_CELLS < width && solid[i + INWARD_CELLS] === 1;
      if (isRim) {
        rims++;
        rim += Math.abs(light[i] - light[i + INWARD_CELLS]);
      }
    }
  }
  const clothLight = sum / Math.max(1, count);
  return {
    clothLight,
    clothSpread: Math.sqrt(Math.max(0, squares / Math.max(1, count) - clothLight * clothLight)),
    clothChroma: colour / Math.max(1, count),
    clothTexture: steps / Math.max(1, stepped),
    rim: rim / Math.max(1, rims),
  };
}

/** 1 for the garment's own category, 0 for the others. */
export function categoryFlags(
  category: ProductCategory,
): Record<`is${'Top' | 'Jacket' | 'Pants' | 'Skirt' | 'Dress'}`, number> {
  return {
    isTop: Number(category === 'top'),
    isJacket: Number(category === 'jacket'),
    isPants: Number(category === 'pants'),
    isSkirt: Number(category === 'skirt'),
    isDress: Number(category === 'dress'),
  };
}
