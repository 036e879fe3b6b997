import type { ArmStates, Side } from '../../model/limbs';
import { losesHand } from './arm-states';
import { turnForearmIn } from './turn-forearm-in';
import type { Person } from '../../model/person';
import type { Scene } from '../../model/scene';
import type { Rule } from '../../rules/rule';

type ArmScene = Pick<Scene, 'person' | 'k' | 'category' | 'garment'>;

export const HIDDEN_HANDS: Rule<{ readonly posed: ArmScene; readonly states: ArmStates }, Person | null> = {
  id: 'hidden-hands',
  stage: 'remove',
  summary: 'Moves hands that are behind the body or in pockets under the new garment.',
  appliesTo: ({ posed }) => posed.category === 'dress' || posed.category === 'top',
  apply: ({ posed, states }) => moveHiddenHands(posed, states),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 11, better: 3, worse: 0, same: 1, date: '2026-11-29' }],
};

/**
 * The person with hidden hands moved under a dress, or behind a top and the lower clothes: an invented forearm is turned towards the body
 * until its hand is under them. `null` where there is no such arm.
 */
function moveHiddenHands({ person, k, garment, category }: ArmScene, states: ArmStates): Person | null {
  const under = [garment, ...(category === 'top' ? [person.planes.lower] : [])];
  const moved = (side: Side): Person['armTubes'][0] => {
    const tube = person.armTubes[side];
    const arm = states[side];
    const isLed = !arm.isBare && (category === 'dress' ? losesHand(arm) : arm.hand === 'hidden');
    return isLed ? turnForearmIn(tube, under, k, side === 0 ? -1 : 1) : tube;
  };
  const armTubes = [moved(0), moved(1)] as const;
  return armTubes.every((tube, side) => tube === person.armTubes[side]) ? null : { ...person, armTubes };
}
