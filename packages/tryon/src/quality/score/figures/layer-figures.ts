import type { PlaneF32 } from '@drape/imaging';
import type { MeasuredPicture } from '../../picture';
import type { WorkView } from '../work-view';

/**
 * Measures of how the new garment relates to the old one and to what stays in front. Areas in squared shoulder widths unless stated
 * otherwise.
 */
export interface LayerFigures extends LightFigures {
  readonly garmentArea: number;
  readonly oldArea: number;
  /** Intersection over union of both; share of the new one with nothing in front of it. */
  readonly overlap: number;
  readonly shown: number;
  /** Area of the old garment that the new one does not cover ÷ the old one; likewise the other way round. */
  readonly oldBeyond: number;
  readonly newBeyond: number;
  /** Area of invented limbs in front of the garment ÷ the garment. */
  readonly limbsBefore: number;
  /** Length of the outlines of what is in front of the garment, in shoulder widths. */
  readonly frontOutline: number;
  /** Lower ends of the old and new garment in torso lengths below the shoulders, and the distance between them. */
  readonly oldEnd: number;
  readonly newEnd: number;
  readonly endsApart: number;
  /** Share of the garment that is beside the photo's person. */
  readonly besideBody: number;
}

/** Least width of a row, in shoulder widths, to count as part of a garment when its lower end is searched for. */
const ROW_WIDTH_MIN = 0.15;

export function layerFigures(view: WorkView, { layers }: MeasuredPicture): LayerFigures {
  const { width, height, sw, shoulderRow, hipRow, garment, old, front, limbs, person } = view;
  let [news, olds, both, shown, before, outline, beside] = [0, 0, 0, 0, 0, 0, 0];
  let [oldLast, newLast] = [0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    let [oldRow, newRow] = [0, 0];
    for (let x = 0; x < width; x++, i++) {
      const [g, o] = [garment[i], old[i]];
      if (g === 0 && o === 0) continue;
      both += Math.min(g, o);
      oldRow += o;
      newRow += g;
      if (g === 0) continue;
      shown += g * (1 - front[i]);
      before += g * limbs[i];
      if (person[i] < 0.1) beside += g;
      if (x > 0 && g > 0.5) outline += Math.abs(front[i] - front[i - 1]);
    }
    news += newRow;
    olds += oldRow;
    if (oldRow > ROW_WIDTH_MIN * sw) oldLast = y;
    if (newRow > ROW_WIDTH_MIN * sw) newLast = y;
  }
  const [unit, torso] = [sw * sw, Math.max(1, hipRow - shoulderRow)];
  return {
    garmentArea: news / unit,
    oldArea: olds / unit,
    overlap: both / Math.max(1, news + olds - both),
    shown: shown / Math.max(1, news),
    oldBeyond: (olds - both) / Math.max(1, olds),
    newBeyond: (news - both) / Math.max(1, news),
    limbsBefore: before / Math.max(1, news),
    frontOutline: outline / sw,
    oldEnd: (oldLast - shoulderRow) / torso,
    newEnd: (newLast - shoulderRow) / torso,
    endsApart: (oldLast - newLast) / torso,
    besideBody: beside / Math.max(1, news),
    ...lightFigures(view, layers.gain),
  };
}

/** Light applied to the garment: mean and spread of the factor's logarithm. */
export interface LightFigures {
  readonly gainMean: number;
  readonly gainSpread: number;
}

/** The light factor has half the work size, like the view. */
function lightFigures({ width, height, garment }: WorkView, gain: PlaneF32): LightFigures {
  let [sum, squares, lit] = [0, 0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(gain.height - 1, y) * gain.width;
    for (let x = 0; x < width; x++, i++) {
      if (garment[i] < 0.5) continue;
      const log = Math.log(Math.max(0.05, gain.data[row + Math.min(gain.width - 1, x)]));
      sum += log;
      squares += log * log;
      lit++;
    }
  }
  const mean = sum / Math.max(1, lit);
  return { gainMean: mean, gainSpread: Math.sqrt(Math.max(0, squares / Math.max(1, lit) - mean * mean)) };
}
