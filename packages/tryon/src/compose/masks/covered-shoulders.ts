import type { PlaneF32 } from '@drape/imaging';
import { HAND_SPAN_START } from '../scene/limb-field';
import { leavesShoulders, upperRegion } from '../scene/scene';
import type { LimbField, Scene } from '../../model/scene';
import { changed, type Rule } from '../../rules/rule';
import { forEachFieldPixel } from '../scene/for-each-field-pixel';
import { smoothstep } from '../../geometry/numbers';
import { dot, sub } from '../../geometry/vector';

/** Shares of an arm between which its cap, rounded off by the sleeve, blends into the arm that the sleeve covers. */
export const CAP_SPAN = [0.1, 0.16] as const;
/**
 * Distance from the arm's middle within which skin still belongs to the cap, in radii; and distances from the body's middle, in facing
 * widths, below which it is the neck.
 */
const CAP_HALF_WIDTH = 1.4;
const CAP_OUTWARD_RAMP = [0.3, 0.36] as const;

/** The old garment, 0…1, and what the new neckline leaves open. */
interface ShoulderLayers {
  readonly scene: Scene;
  readonly old: PlaneF32;
  readonly chest: PlaneF32;
}

export const COVERED_SHOULDERS: Rule<ShoulderLayers, PlaneF32> = {
  id: 'covered-shoulders',
  stage: 'remove',
  summary: 'Removes bare skin above a new sleeve like old clothes.',
  appliesTo: ({ scene }) => upperRegion(scene.placement) !== null,
  apply: ({ scene, old, chest }) => changed(old, (copy) => addCoveredShoulders(scene, copy, chest)),
  evidence: [
    { set: 'J and I, blind', pairs: 207, fired: 12, better: 3, worse: 3, same: 8, date: '2026-11-29' },
    { set: 'N and O, blind', pairs: 116, fired: 9, better: 3, worse: 2, same: 4, date: '2026-11-29' },
  ],
};

/** A bare shoulder that sticks out above a sleeve is removed like old clothes: the sleeve's own outline ends it. */
function addCoveredShoulders(scene: Scene, old: PlaneF32, chest: PlaneF32): void {
  const region = upperRegion(scene.placement);
  if (region === null || leavesShoulders(region)) return;
  const { k, person, garment } = scene;
  scene.arms.forEach((arm, side) => {
    if (region.sleeves[side].length === 'none') return;
    forEachFieldPixel(scene, arm, (i, j) => {
      const t = arm.t[j];
      if (t > CAP_SPAN[1] || Math.abs(arm.u[j]) > CAP_HALF_WIDTH) return;
      const bare = person.planes.skin.data[i] * (1 - garment.data[i]) * (1 - chest.data[i]);
      if (bare <= old.data[i] || mayBeHand(scene, scene.arms[1 - side], i)) return;
      const at = { x: ((i % old.width) + 0.5) / k, y: (Math.floor(i / old.width) + 0.5) / k };
      const { shoulderMid, across, facingWidth } = person.body;
      const out = Math.abs(dot(sub(at, shoulderMid), across)) / facingWidth;
      const cap =
        (1 - smoothstep(t, CAP_SPAN[0], CAP_SPAN[1])) * smoothstep(out, CAP_OUTWARD_RAMP[0], CAP_OUTWARD_RAMP[1]);
      old.data[i] = Math.max(old.data[i], bare * cap);
    });
  });
}

/** Whether a work pixel may be the hand of an arm, placed on the other shoulder. */
function mayBeHand({ garment }: Scene, { box, t, u }: LimbField, i: number): boolean {
  const [x, y] = [(i % garment.width) - box.x, Math.floor(i / garment.width) - box.y];
  if (x < 0 || y < 0 || x >= box.width || y >= box.height) return false;
  const j = y * box.width + x;
  return t[j] > HAND_SPAN_START && u[j] < 8;
}
