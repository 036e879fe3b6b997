import { connectedComponents, cropPlane, type Box, type Point } from '@drape/imaging';
import { filledBox } from '../../../geometry/boxes';
import { scale } from '../../../geometry/vector';
import type { PersonPlanes } from '../../../model/person';
import type { BodyFrame } from '../../pose/joints';
import { touchShare } from './touch-share';

interface PrintInput {
  readonly planes: Pick<PersonPlanes, 'bag' | 'upper' | 'top'>;
  /** Knuckles, photo pixels. */
  readonly joints: { readonly hands: readonly Point[] };
  readonly frame: Pick<BodyFrame, 'shoulderWidth' | 'torsoLength' | 'hipMid'>;
  readonly workScale: number;
}

/** Belief from which a pixel belongs to a thing. */
const LIKELY = 0.15;
/** A hand this near holds the thing, in shoulder widths from its knuckles. */
const HELD = 0.45;
/** This share of the outline of a print lies beside upper clothes: straps and bags reach beyond them. */
const ON_CLOTHES = 0.9;
/** Larger things are worn across the chest; share of the torso. */
const LARGEST = 0.15;

/**
 * Prints and badges on the chest are read as things that are carried, and would stay before the new garment. What upper clothes enclose
 * and no hand is near goes with them.
 *
 * Aliasing: writes the planes in place. Space: work pixels.
 */
export function returnPrints({ planes, joints, frame, workScale: k }: PrintInput): void {
  const { bag, upper, top } = planes;
  const around = filledBox(bag);
  if (around.width === 0) return;
  const { labels, areas, boxes } = connectedComponents(cropPlane(bag, around), LIKELY);
  const sw = frame.shoulderWidth * k;
  const torso = sw * frame.torsoLength * k;
  const hips = scale(frame.hipMid, k).y;
  const hands = joints.hands.map((hand) => scale(hand, k));
  const isPrint = areas.map((area, c) => {
    const box = { ...boxes[c], x: boxes[c].x + around.x, y: boxes[c].y + around.y };
    if (area > LARGEST * torso || box.y + box.height > hips) return false;
    if (hands.some((hand) => distanceTo(box, hand) < HELD * sw)) return false;
    return touchShare(labels, c + 1, boxes[c], around, upper) > ON_CLOTHES;
  });
  for (let j = 0; j < labels.length; j++) {
    if (labels[j] === 0 || !isPrint[labels[j] - 1]) continue;
    const i = (around.y + Math.floor(j / around.width)) * bag.width + around.x + (j % around.width);
    upper.data[i] += bag.data[i];
    top.data[i] += bag.data[i];
    bag.data[i] = 0;
  }
}

function distanceTo({ x, y, width, height }: Box, p: Point): number {
  return Math.hypot(Math.max(0, x - p.x, p.x - x - width), Math.max(0, y - p.y, p.y - y - height));
}
