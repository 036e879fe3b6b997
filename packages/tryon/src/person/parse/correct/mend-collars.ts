import { boxAround } from '@drape/imaging';
import { collarLayer } from './mend-jaw';
import { classPlanes, moveShare } from '../class-planes';
import { eachWronglyTaken } from '../colour/return-by-colour';
import type { MendInput } from './mend-input';
import { scale } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

/** Weight of the surroundings for collars; the colours of black hair and black clothes hardly differ. Tuned by eye. */
const COLLAR_COMPANY = 6;

export const COLLARS: Rule<MendInput, void> = {
  id: 'collars',
  stage: 'measure',
  summary: 'Gives back collars beside the neck that are read as hair.',
  appliesTo: always,
  apply: returnCollars,
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 61, better: 3601, worse: 3949, same: null, date: '2026-11-29' }],
};

function returnCollars(input: MendInput): void {
  const { guide, planes, joints, frame, workScale: k } = input;
  const classes = classPlanes(planes);
  const layer = classes[collarLayer(input)];
  const sw = frame.shoulderWidth * k;
  const mouth = scale(joints.mouth, k);
  const middle = scale(frame.shoulderMid, k);
  eachWronglyTaken(
    {
      guide,
      box: boxAround(guide, middle.x - 0.8 * sw, mouth.y - 1.1 * sw, middle.x + 0.8 * sw, middle.y + 0.6 * sw),
      from: planes.hair,
      to: planes.upper,
      teaches: [0, mouth.y],
      judged: [mouth.y, middle.y + 0.6 * sw],
      ratio: [0.4, 1.3],
      company: COLLAR_COMPANY,
    },
    (i, part) => moveShare(classes.hair, layer, i, planes.hair.data[i] * part),
  );
}
