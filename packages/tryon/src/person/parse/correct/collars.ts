import { boxAround } from '@drape/imaging';
import { collarLayer } from './jaw-collar';
import { classPlanes, moveShare } from '../class-planes';
import { forEachMisclassifiedPixel } from '../colour/for-each-misclassified-pixel';
import type { CorrectionInput } from './correction-input';
import { scale } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

/** Weight of the surroundings for collars; the colours of black hair and black clothes hardly differ. Tuned by eye. */
const COLLAR_NEIGHBOUR_WEIGHT = 6;

export const COLLARS: Rule<CorrectionInput, void> = {
  id: 'collars',
  stage: 'measure',
  summary: 'Reclaims collars beside the neck that are read as hair.',
  appliesTo: always,
  apply: reclaimCollars,
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 61, better: 3601, worse: 3949, same: null, date: '2026-11-29' }],
};

function reclaimCollars(input: CorrectionInput): void {
  const { guide, planes, joints, frame, workScale: k } = input;
  const classes = classPlanes(planes);
  const layer = classes[collarLayer(input)];
  const sw = frame.shoulderWidth * k;
  const mouth = scale(joints.mouth, k);
  const middle = scale(frame.shoulderMid, k);
  forEachMisclassifiedPixel(
    {
      guide,
      box: boxAround(guide, middle.x - 0.8 * sw, mouth.y - 1.1 * sw, middle.x + 0.8 * sw, middle.y + 0.6 * sw),
      from: planes.hair,
      to: planes.upper,
      teaches: [0, mouth.y],
      judged: [mouth.y, middle.y + 0.6 * sw],
      ratio: [0.4, 1.3],
      neighbourWeight: COLLAR_NEIGHBOUR_WEIGHT,
    },
    (i, part) => moveShare(classes.hair, layer, i, planes.hair.data[i] * part),
  );
}
