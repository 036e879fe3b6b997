import { createPlane, cropPlane, type PlaneF32 } from '@drape/imaging';
import { coversLegs, coversTorso } from '../../compose/scene';
import { brokenLimbShare } from '../limb-continuity';
import type { MeasuredPicture } from '../picture';
import type { WorkView } from './work-view';

/** How much of what was to stay is still there, and of what was to go. */
export interface SurvivalFigures {
  /** Changed share of bags and other things, 0…1. */
  readonly thingsGone: number;
  /** Clothes of the kind that goes which are still seen, and of them jackets; squared shoulder widths. */
  readonly keptOld: number;
  readonly keptOuter: number;
  /** Share of the bone lines that end in the open. */
  readonly broken: number;
}

const SURE = 0.7;
/** Sum of the three channels' levels from which a pixel is another one. */
const CHANGED = 60;
/** Fewer pixels than this are no thing. */
const LEAST = 30;

export function survivalFigures(view: WorkView, picture: MeasuredPicture): SurvivalFigures {
  const { person, layers, garment } = picture;
  const { box, workScale: k } = layers;
  const part = { x: Math.round(box.x * k), y: Math.round(box.y * k), width: view.width, height: view.height };
  const crop = (plane: PlaneF32): PlaneF32 => cropPlane(plane, part);
  const { bag, other, upper, lower, outer } = person.planes;
  const [torso, legs] = [coversTorso(garment.category), coversLegs(garment.category)];
  const going = torso && legs ? joined(crop(upper), crop(lower)) : crop(torso ? upper : lower);
  return {
    thingsGone: goneShare(view, joined(crop(bag), crop(other))),
    keptOld: keptArea(view, picture, going),
    keptOuter: torso ? keptArea(view, picture, crop(outer)) : 0,
    broken: brokenLimbShare(picture) ?? 0,
  };
}

function joined(a: PlaneF32, b: PlaneF32): PlaneF32 {
  const out = createPlane(a.width, a.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.min(1, a.data[i] + b.data[i]);
  return out;
}

/** Changed share of what surely belongs to a plane. */
function goneShare({ before, after }: WorkView, { data }: PlaneF32): number {
  const [a, b] = [before.data, after.data];
  let [all, gone] = [0, 0];
  for (let i = 0, o = 0; i < data.length; i++, o += 3) {
    if (data[i] < SURE) continue;
    all++;
    const moved = Math.abs(a[o] - b[o]) + Math.abs(a[o + 1] - b[o + 1]) + Math.abs(a[o + 2] - b[o + 2]);
    if (moved > CHANGED) gone++;
  }
  return gone / Math.max(LEAST, all);
}

function keptArea({ bared, seen, sw }: WorkView, { layers }: MeasuredPicture, plane: PlaneF32): number {
  let area = 0;
  for (let i = 0; i < seen.length; i++) {
    if (plane.data[i] <= 0.5) continue;
    area += plane.data[i] * (1 - seen[i]) * (1 - layers.removal.data[i]) * (1 - bared[i]);
  }
  return area / (sw * sw);
}
