import { boxAround, createPlane } from '@drape/imaging';
import { classPlanes, moveShare } from '../class-planes';
import { forEachMisclassifiedPixel } from '../colour/for-each-misclassified-pixel';
import type { CorrectionInput } from './correction-input';
import { scale } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

/** Half the side of the square around its knuckles that holds a hand, in shoulder widths. */
const HAND_HALF_SIDE = 0.4;
/** Visibility below which the hand is outside the photo. */
const HAND_VISIBILITY_MIN = 0.12;

export const OPEN_HANDS: Rule<CorrectionInput, void> = {
  id: 'open-hands',
  stage: 'measure',
  summary: 'Reclaims background between fingers that is read as skin.',
  appliesTo: always,
  apply: reclaimBackground,
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 58, better: 351, worse: 203, same: null, date: '2026-11-29' }],
};

/** A parse does not see the background between thumb and fingers; its colours distinguish it from skin. Aliasing: writes `planes`. */
function reclaimBackground({ guide, planes, joints, frame, workScale: k }: CorrectionInput): void {
  const reach = HAND_HALF_SIDE * frame.shoulderWidth * k;
  const outsidePerson = createPlane(guide.width, guide.height);
  const { skin, background } = classPlanes(planes);
  for (const hand of joints.hands) {
    if (hand.visibility < HAND_VISIBILITY_MIN) continue;
    const { x, y } = scale(hand, k);
    const box = boxAround(guide, x - reach, y - reach, x + reach, y + reach);
    for (let row = box.y; row < box.y + box.height; row++) {
      restOfRow(planes.person.data, outsidePerson.data, row * guide.width + box.x, box.width);
    }
    forEachMisclassifiedPixel(
      {
        guide,
        box,
        from: planes.skin,
        to: outsidePerson,
        teaches: [0, guide.height],
        judged: [0, guide.height],
        ratio: [3.2, 5.2],
        purge: true,
      },
      (i, part) => moveShare(skin, background, i, part * planes.skin.data[i]),
    );
  }
}

/** Writes 1 minus `data` for `count` elements, beginning at `start`. */
function restOfRow(data: Float32Array, into: Float32Array, start: number, count: number): void {
  for (let i = start; i < start + count; i++) into[i] = 1 - data[i];
}
