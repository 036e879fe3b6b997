import type { PlaneF32 } from '@drape/imaging';
import { throatZone } from '../masks/throat-zone';
import type { Scene } from '../../model/scene';
import { changed, type Rule } from '../../rules/rule';
import { coversTorso } from '../scene/covers';

/** Share of a piece of skin inside the throat's wedge above which it is throat. */
const THROAT_SHARE_MAX = 0.6;

function shareIn(zone: PlaneF32, { data }: PlaneF32): number {
  let [all, inside] = [1e-6, 0];
  for (let i = 0; i < data.length; i++) {
    all += data[i];
    inside += data[i] * zone.data[i];
  }
  return inside / all;
}

/** `hands`: bare arms and hands in front of the garment, 0…1 at work size. */
interface BareParts {
  readonly scene: Scene;
  readonly hands: PlaneF32;
}

export const HANDS_BEFORE_ARMS: Rule<BareParts, PlaneF32> = {
  id: 'hands-before-arms',
  stage: 'remove',
  summary: 'Keeps a hand that is in front of its own arm in front of the garment.',
  appliesTo: ({ scene }) => coversTorso(scene.category),
  apply: ({ scene, hands }) => changed(hands, (copy) => addHandsBeforeArms(scene, copy)),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 4, better: 2, worse: 0, same: 2, date: '2026-11-29' }],
};

/** Adds hands that are in front of their own arm: no old cuff, and nothing that the new sleeve covers. Aliasing: writes `hands`. */
function addHandsBeforeArms(scene: Scene, hands: PlaneF32): void {
  for (const { handBefore: hand } of scene.armStates) {
    if (hand === null || shareIn(throatZone(scene), hand) > THROAT_SHARE_MAX) continue;
    for (let i = 0; i < hands.data.length; i++) hands.data[i] = Math.max(hands.data[i], hand.data[i]);
  }
}
