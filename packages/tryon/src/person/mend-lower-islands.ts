import { connectedComponents, cropPlane, type Box } from '@drape/imaging';
import { filledBox, overlapOf } from './boxes';
import { scale } from './geometry';
import { bodyPoint } from './joints';
import type { MendInput } from './mend-planes';

/** Belief from which on lower clothes hang together. */
const PRESENT = 0.1;
/** Down to this height, in torso lengths below the shoulders, lie islands; what goes on further down is worn below the waist, or a bib. */
const WAIST = 0.62;

/**
 * Islands of trousers or skirt on a sleeve or a chest, that hang together with none below the waist, are of the clothes around them: new
 * trousers would bore a hole through the sleeve. Aliasing: writes the planes.
 */
export function returnLowerIslands({
  planes,
  frame,
  workScale: k,
}: Pick<MendInput, 'planes' | 'frame' | 'workScale'>): void {
  const { lower, upper, outer, top, pants, skirt, dress } = planes;
  const end = Math.min(lower.height, Math.floor(scale(bodyPoint(frame, 0, WAIST), k).y));
  const above: Box = { x: 0, y: 0, width: lower.width, height: Math.max(0, end) };
  if (above.height === 0) return;
  const box = overlapOf(filledBox(lower, above), above);
  if (box.width <= 0 || box.height <= 0) return;
  const { labels, boxes } = connectedComponents(cropPlane(lower, box), PRESENT);
  const isIsland = boxes.map(({ y, height }) => box.y + y + height < end);
  for (let j = 0; j < labels.length; j++) {
    if (labels[j] === 0 || !isIsland[labels[j] - 1]) continue;
    const i = (box.y + Math.floor(j / box.width)) * lower.width + box.x + (j % box.width);
    const moved = lower.data[i];
    const layer = outer.data[i] > top.data[i] ? outer : top;
    for (const plane of [lower, pants, skirt]) plane.data[i] = 0;
    dress.data[i] = Math.min(dress.data[i], upper.data[i]);
    upper.data[i] += moved;
    layer.data[i] += moved;
  }
}
