import { dilate } from '@drape/imaging';
import type { MeasuredPicture } from '../picture';
import { raggedness } from './outline';
import type { WorkView } from './work-view';

/** What may have stayed that should have gone, and how torn the seen garment is. */
export interface RemnantFigures {
  /** What stays of the photo close to the old garment and has its colours, in squared shoulder widths. */
  readonly remnants: number;
  /** Outline of the seen garment against a smoothed one's. */
  readonly raggedSeen: number;
  /** Share of the garment that lies beside the photo's person. */
  readonly besideBody: number;
}

/** Levels of a channel that count as one colour. */
const SHIFT = 4;
const COLOURS = 1 << (3 * (8 - SHIFT));
/** How near to the old garment a remnant lies, in shoulder widths. */
const NEAR = 0.12;
/** How many times as often as elsewhere a colour must be the old garment's own. */
const OWN = 6;

export function remnantFigures(view: WorkView, picture: MeasuredPicture): RemnantFigures {
  const { width, height, seen, sw } = view;
  const solid = new Uint8Array(width * height);
  for (let i = 0; i < solid.length; i++) solid[i] = seen[i] > 0.5 ? 1 : 0;
  return {
    remnants: remnantArea(view, picture) / (sw * sw),
    raggedSeen: raggedness({ width, height, solid }, 2),
    besideBody: besideBody(view, picture),
  };
}

function colourAt(data: Uint8Array, i: number): number {
  const o = 3 * i;
  return ((data[o] >> SHIFT) << (2 * (8 - SHIFT))) | ((data[o + 1] >> SHIFT) << (8 - SHIFT)) | (data[o + 2] >> SHIFT);
}

function remnantArea({ before, width, height, sw, skin }: WorkView, { layers }: MeasuredPicture): number {
  const { old, removal, garment } = layers;
  const near = dilate(old, Math.max(1, Math.round(NEAR * sw)));
  const [own, other] = [new Float32Array(COLOURS), new Float32Array(COLOURS)];
  let [owns, others] = [1, 1];
  for (let i = 0; i < width * height; i++) {
    if (old.data[i] > 0.9) {
      own[colourAt(before.data, i)]++;
      owns++;
    } else if (near.data[i] < 0.1) {
      other[colourAt(before.data, i)]++;
      others++;
    }
  }
  let area = 0;
  for (let i = 0; i < width * height; i++) {
    const stays = near.data[i] > 0.5 && old.data[i] < 0.3 && removal.data[i] < 0.3 && garment.data[i] < 0.3;
    if (!stays || skin.data[i] > 0.8) continue;
    const colour = colourAt(before.data, i);
    if (own[colour] > 2 && own[colour] / owns > OWN * ((other[colour] + 0.5) / others)) area++;
  }
  return area;
}

function besideBody({ person }: WorkView, { layers }: MeasuredPicture): number {
  const { garment } = layers;
  let [beside, all] = [0, 1e-6];
  for (let i = 0; i < garment.data.length; i++) {
    all += garment.data[i];
    if (person.data[i] < 0.1) beside += garment.data[i];
  }
  return beside / all;
}
