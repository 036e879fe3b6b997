import type { PlaneF32 } from '@drape/imaging';
import { inwards } from '../scene/scene';
import type { Scene } from '../../model/scene';
import { sampleAt } from '../../geometry/sampling';
import { forEachFieldPixel } from '../scene/for-each-field-pixel';
import { smoothstep } from '../../geometry/numbers';
import { changed, type Rule } from '../../rules/rule';

/** Shares of an arm between which its sleeve may be in front of a new waistband. */
const FOREARM_SPAN = [0.42, 0.97] as const;
/**
 * Distances from the arm's middle between which fabric ceases to be its sleeve, in radii: towards the body, where the top begins, and away
 * from it.
 */
const INNER_RAMP = [1.15, 1.35] as const;
const OUTER_RAMP = [1.65, 1.8] as const;
/** Visibility below which the pose only guesses where an arm is: a strip of the tucked-in top would then stay in front of the waistband. */
const VISIBILITY_MIN = 0.3;

type SleeveScene = Pick<Scene, 'person' | 'k' | 'arms' | 'armStates' | 'garment'>;

/** `stays`: what is in front of new trousers or a skirt, 0…1 at work size; `tucked`: the top goes under their waistband. */
interface TuckedTop {
  readonly scene: SleeveScene;
  readonly stays: PlaneF32;
  readonly tucked: boolean;
}

export const KEPT_SLEEVES: Rule<TuckedTop, PlaneF32> = {
  id: 'kept-sleeves',
  stage: 'remove',
  summary: 'Keeps the sleeves of a tucked-in top in front of new trousers.',
  appliesTo: ({ tucked }) => tucked,
  apply: ({ scene, stays }) => changed(stays, (copy) => addKeptSleeves(scene, copy)),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 17, better: 4, worse: 2, same: 4, date: '2026-11-29' }],
};

/**
 * Adds the old sleeves of the forearms to `stays`, the part in front of new trousers or a skirt, 0…1 at work size. A top that is tucked in
 * goes under the waistband, but its sleeves do not: otherwise a hand without an arm would be left in front of it.
 *
 * Aliasing: writes `stays`.
 */
export function addKeptSleeves(scene: SleeveScene, stays: PlaneF32): void {
  const { person, arms, armStates, k } = scene;
  const { upper } = person.planes;
  arms.forEach((arm, side) => {
    const { centres, visibility } = person.armTubes[side];
    if (visibility < VISIBILITY_MIN || armStates[side].isFar) return;
    const last = centres.length - 1;
    const from = Math.round(FOREARM_SPAN[0] * last);
    let end = from;
    while (end < FOREARM_SPAN[1] * last && sampleAt(upper, centres[end], k) > 0.5) end++;
    if (end === from) return;
    // share of the arm down to which its middle is sleeved below the elbow; fabric past bare skin is not a sleeve
    const until = (end - 0.5) / last;
    forEachFieldPixel(scene, arm, (i, j) => {
      if (arm.t[j] < FOREARM_SPAN[0] || arm.t[j] > until) return;
      const [full, none] = inwards(side) * arm.u[j] > 0 ? INNER_RAMP : OUTER_RAMP;
      const fabric = upper.data[i] * (1 - smoothstep(Math.abs(arm.u[j]), full, none));
      if (fabric > stays.data[i]) stays.data[i] = fabric;
    });
  });
}
