import type { Box, Point } from '@drape/imaging';
import type { DoubtfulDisc } from './colour/arbitrate';
import type { CorrectionInput } from './correct/correction-input';
import { always, type Rule } from '../../rules/rule';
import { add, lerp, sub, unit } from '../../geometry/vector';

/**
 * Places along a forearm, elbow 0 … wrist 1, and the radius around them in shoulder widths: a bare forearm and the pose's error. Then the
 * radius around a hand.
 */
const FOREARM_PLACES = [0, 0.25, 0.5, 0.75];
const FOREARM_RADIUS = 0.17;
const HAND_RADIUS = 0.46;
/**
 * Visibility below which a wrist or a hand is outside the photo. It is low, as folded arms hide their own hands: the pose is unsure of
 * wrists and hands that can clearly be seen.
 */
const PRESENT_VISIBILITY_MIN = 0.12;

type ArmsInput = Pick<CorrectionInput, 'joints' | 'frame' | 'workScale'>;

/** A person, the box of the parse in work pixels, and how wide the parse is. */
interface ParsedArms extends ArmsInput {
  readonly box: Box;
  readonly width: number;
}

export const ARM_DISCS: Rule<ParsedArms, DoubtfulDisc[]> = {
  id: 'arm-discs',
  stage: 'measure',
  summary: 'Looks for skin by its colours around hands and forearms.',
  appliesTo: always,
  apply: (input) => armDiscs(input, input.box, input.width),
  evidence: [
    { set: 'CCP, labels', pairs: 110, fired: 105, better: 9438, worse: 15286, same: null, date: '2026-11-29' },
  ],
};

/**
 * Hands and crossed forearms are in front of clothes and are often read as part of them. The hands' discs extend from the wrist past the
 * finger tips, whichever way the pose believes the hand to point.
 */
function armDiscs(input: ArmsInput, box: Box, width: number): DoubtfulDisc[] {
  const { joints, frame, workScale } = input;
  const k = (width / box.width) * workScale;
  const disc = (p: Point, radius: number): DoubtfulDisc => ({
    centre: { x: p.x * k - (box.x * width) / box.width, y: p.y * k - (box.y * width) / box.width },
    radius: radius * frame.shoulderWidth * k,
  });
  return ([0, 1] as const).flatMap((side) => {
    const [elbow, wrist, hand] = [joints.elbows[side], joints.wrists[side], joints.hands[side]];
    const ahead = unit(sub(hand, wrist));
    const fist =
      hand.visibility > PRESENT_VISIBILITY_MIN ? [disc(add(hand, ahead, 0.08 * frame.shoulderWidth), HAND_RADIUS)] : [];
    const seen = elbow.visibility > 0.3 && wrist.visibility > PRESENT_VISIBILITY_MIN;
    return seen ? [...fist, ...FOREARM_PLACES.map((t) => disc(lerp(elbow, wrist, t), FOREARM_RADIUS))] : fist;
  });
}
