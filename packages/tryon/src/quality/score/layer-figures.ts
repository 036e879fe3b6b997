import type { PlaneF32 } from '@drape/imaging';
import type { MeasuredPicture } from '../picture';
import type { WorkView } from './work-view';

/** How the new garment lies to the old one and to what stays in front. Areas in squared shoulder widths unless told otherwise. */
export interface LayerFigures {
  readonly garmentArea: number;
  readonly oldArea: number;
  /** Intersection over union of both; share of the new one that nothing lies in front of. */
  readonly overlap: number;
  readonly shown: number;
  /** Old garment that the new one does not cover ÷ the old one; likewise the other way. */
  readonly oldBeyond: number;
  readonly newBeyond: number;
  /** Invented limbs before the garment ÷ it. */
  readonly limbsBefore: number;
  /** Length of the outlines of what lies in front, on the garment, in shoulder widths. */
  readonly frontOutline: number;
  /** Light laid on the garment: mean and spread of the factor's logarithm. */
  readonly gainMean: number;
  readonly gainSpread: number;
  /** Rows of old and new garment: where the lower ends lie, in torso lengths below the shoulders. */
  readonly oldEnd: number;
  readonly newEnd: number;
  readonly endsApart: number;
}

export function layerFigures(view: WorkView, { layers }: MeasuredPicture): LayerFigures {
  const { garment, old, front, limbs, gain } = layers;
  const { width, height, sw, shoulderRow, hipRow } = view;
  let [news, olds, oldOut, newOut, both, shown, before, outline] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [gains, squares, lit] = [0, 0, 0];
  let [oldLast, newLast] = [0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    let [oldRow, newRow] = [0, 0];
    for (let x = 0; x < width; x++, i++) {
      const [g, o] = [garment.data[i], old.data[i]];
      if (g === 0 && o === 0) continue;
      news += g;
      olds += o;
      oldOut += o * (1 - g);
      newOut += g * (1 - o);
      both += Math.min(g, o);
      shown += g * (1 - front.data[i]);
      oldRow += o;
      newRow += g;
      if (g === 0) continue;
      before += g * limbs.data[i];
      if (x > 0 && g > 0.5) outline += Math.abs(front.data[i] - front.data[i - 1]);
      if (g > 0.5 && (x & 1) === 0 && (y & 1) === 0) {
        const log = Math.log(Math.max(0.05, gainAt(gain, x >> 1, y >> 1)));
        gains += log;
        squares += log * log;
        lit++;
      }
    }
    if (oldRow > 0.15 * sw) oldLast = y;
    if (newRow > 0.15 * sw) newLast = y;
  }
  const [unit, torso] = [sw * sw, Math.max(1, hipRow - shoulderRow)];
  const meanGain = gains / Math.max(1, lit);
  return {
    garmentArea: news / unit,
    oldArea: olds / unit,
    overlap: both / Math.max(1, news + olds - both),
    shown: shown / Math.max(1, news),
    oldBeyond: oldOut / Math.max(1, olds),
    newBeyond: newOut / Math.max(1, news),
    limbsBefore: before / Math.max(1, news),
    frontOutline: outline / sw,
    gainMean: meanGain,
    gainSpread: Math.sqrt(Math.max(0, squares / Math.max(1, lit) - meanGain * meanGain)),
    oldEnd: (oldLast - shoulderRow) / torso,
    newEnd: (newLast - shoulderRow) / torso,
    endsApart: (oldLast - newLast) / torso,
  };
}

const gainAt = ({ width, height, data }: PlaneF32, x: number, y: number): number =>
  data[Math.min(height - 1, y) * width + Math.min(width - 1, x)];
