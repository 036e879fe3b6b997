import { boxAround, eachWronglyTaken } from '../colour/return-by-colour';
import type { MendInput } from './mend-input';
import { scale } from '../../../geometry/vector';

/** Shafts of boots that are read as trousers: they must clearly have the shoes' colours, for both are often black. */
export function returnBoots({ guide, planes, joints, frame, workScale: k }: MendInput): void {
  const reach = 0.45 * frame.shoulderWidth * k;
  for (const ankle of joints.ankles) {
    if (ankle.visibility < 0.4) continue;
    const { x, y } = scale(ankle, k);
    eachWronglyTaken(
      {
        guide,
        box: boxAround(guide, x - reach, y - 1.6 * reach, x + reach, y + reach),
        from: planes.lower,
        to: planes.shoes,
        teaches: [0, y - 0.8 * reach],
        judged: [y - 1.3 * reach, guide.height],
        ratio: [1.5, 3.5],
      },
      (i, moved) => {
        planes.shoes.data[i] += moved * planes.lower.data[i];
        for (const plane of [planes.lower, planes.pants, planes.skirt, planes.dress]) plane.data[i] *= 1 - moved;
      },
    );
  }
}
