import { boxAround } from '@drape/imaging';
import { forEachMisclassifiedPixel } from '../colour/for-each-misclassified-pixel';
import { classPlanes, movePart } from '../class-planes';
import type { CorrectionInput } from './correction-input';
import { scale } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

export const BOOTS: Rule<CorrectionInput, void> = {
  id: 'boots',
  stage: 'measure',
  summary: 'Reclaims the shafts of boots that are read as trousers.',
  appliesTo: always,
  apply: reclaimBoots,
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 22, better: 462, worse: 2611, same: null, date: '2026-11-29' }],
};

/** Corrects shafts of boots that are read as trousers: they must clearly have the shoes' colours, as both are often black. */
export function reclaimBoots({ guide, planes, joints, frame, workScale: k }: CorrectionInput): void {
  const reach = 0.45 * frame.shoulderWidth * k;
  const { lowerClothes, shoes } = classPlanes(planes);
  for (const ankle of joints.ankles) {
    if (ankle.visibility < 0.4) continue;
    const { x, y } = scale(ankle, k);
    forEachMisclassifiedPixel(
      {
        guide,
        box: boxAround(guide, x - reach, y - 1.6 * reach, x + reach, y + reach),
        from: planes.lower,
        to: planes.shoes,
        teaches: [0, y - 0.8 * reach],
        judged: [y - 1.3 * reach, guide.height],
        ratio: [1.5, 3.5],
      },
      (i, part) => movePart(lowerClothes, shoes, i, part),
    );
  }
}
