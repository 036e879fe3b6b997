import type { ArmStates, Side } from '../../model/limbs';
import { losesHand } from './arm-states';
import { turnedIn } from './turned-in';
import type { Person } from '../../model/person';
import type { Scene } from '../../model/scene';
import type { Rule } from '../../rules/rule';

type Seen = Pick<Scene, 'person' | 'k' | 'category' | 'garment'>;

export const HIDDEN_HANDS: Rule<{ readonly posed: Seen; readonly states: ArmStates }, Person | null> = {
  id: 'hidden-hands',
  stage: 'remove',
  summary: 'Leads hands behind the body or in pockets below the new garment.',
  appliesTo: ({ posed }) => posed.category === 'dress' || posed.category === 'top',
  apply: ({ posed, states }) => withHiddenHands(posed, states),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 11, better: 3, worse: 0, same: 1, date: '2026-11-29' }],
};

/**
 * The person with hidden hands moved under a dress, or behind a top and the lower clothes: an invented forearm is turned towards the body
 * until its hand is under them. `null` where there is no such arm.
 */
function withHiddenHands({ person, k, garment, category }: Seen, states: ArmStates): Person | null {
  const under = [garment, ...(category === 'top' ? [person.planes.lower] : [])];
  const lead = (side: Side): Person['armTubes'][0] => {
    const tube = person.armTubes[side];
    const arm = states[side];
    const isLed = !arm.isBare && (category === 'dress' ? losesHand(arm) : arm.hand === 'hidden');
    return isLed ? turnedIn(tube, under, k, side === 0 ? -1 : 1) : tube;
  };
  const armTubes = [lead(0), lead(1)] as const;
  return armTubes.every((tube, side) => tube === person.armTubes[side]) ? null : { ...person, armTubes };
}
