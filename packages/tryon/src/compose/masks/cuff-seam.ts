import { boxBlur, createPlane, type PlaneF32 } from '@drape/imaging';
import { isSleeveless } from '../scene/scene';
import type { LimbTube } from '../../model/person';
import type { LimbField, Scene } from '../../model/scene';
import type { OldGarment } from '../../model/layers';
import { sampleAt } from '../../geometry/sampling';
import { coversLegs, coversTorso } from '../scene/covers';
import { forEachFieldPixel } from '../scene/for-each-field-pixel';
import { clamp, smoothstep } from '../../geometry/numbers';
import { always, type Rule } from '../../rules/rule';

/** How far invented skin overlaps seen skin along a limb, in limb lengths. */
const OVERLAP_LENGTH = 0.12;
/**
 * Share of a limb beyond which an old sleeve counts as long: its hand is repainted by other rules. Trousers that end beyond the second
 * value show no ankle.
 */
const LONG_SLEEVE_FROM = 0.6;
const LONG_LEG_FROM = 0.93;
/** How far above the old end of trousers the seam begins, in leg lengths: further up, skin in front of them is a hand. */
const TROUSER_SEAM_LEAD = 0.08;

/** The old garment, and what the new neckline leaves open. */
interface CuffLayers {
  readonly scene: Scene;
  readonly old: OldGarment;
  readonly chest: PlaneF32;
}

export const CUFF_SEAM: Rule<CuffLayers, PlaneF32> = {
  id: 'cuff-seam',
  stage: 'remove',
  summary: 'Blends invented skin into the seen skin at old cuffs.',
  appliesTo: always,
  apply: cuffSeam,
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 69, better: 6, worse: 2, same: 2, date: '2026-11-29' }],
};

/**
 * Where seen skin of a limb begins under an old sleeve, trouser leg or skirt, or beside an old armhole where the shoulder becomes bare
 * (`chest`): 1 at the old edge … 0 a little further. There the invented limb overlaps the seen one instead of ending in a line, and the old
 * edge's own shadow goes with it.
 *
 * Space: work size.
 */
export function cuffSeam({ scene, old, chest }: CuffLayers): PlaneF32 {
  const seam = createPlane(scene.garment.width, scene.garment.height);
  const near = boxBlur(old.grown, Math.max(2, Math.round(0.03 * scene.sw)));
  const { skin, shoes } = scene.person.planes;
  const add = (field: LimbField, tube: LimbTube, isLeg: boolean): void => {
    const end = oldGarmentEnd(scene, tube, old.seen);
    if (end === null || end > (isLeg ? LONG_LEG_FROM : LONG_SLEEVE_FROM)) return;
    const way = Math.min(OVERLAP_LENGTH, 1 - end);
    const first = isLeg ? end - TROUSER_SEAM_LEAD : 0;
    forEachFieldPixel(scene, field, (i, j) => {
      const t = field.t[j];
      if (t < first || t > end + 3 * OVERLAP_LENGTH || skin.data[i] + old.grown.data[i] < 0.3) return;
      const along = 1 - smoothstep(t, end, end + way);
      const v = Math.max(along, smoothstep(near.data[i], 0.05, 0.5));
      const inside = clamp((1 - Math.abs(field.u[j])) * field.r[j] * 0.7, 0, 1);
      seam.data[i] = Math.max(seam.data[i], v * inside * (1 - shoes.data[i]));
    });
  };
  const addShoulder = ({ t }: LimbField, i: number, j: number): void => {
    const above = 1 - smoothstep(t[j], SHOULDER_OVERLAP_END - 0.1, SHOULDER_OVERLAP_END);
    const v = chest.data[i] * smoothstep(near.data[i], 0.05, 0.5) * above;
    if (v > seam.data[i]) seam.data[i] = v;
  };
  const { armTubes, legTubes } = scene.person;
  if (coversTorso(scene.category)) {
    scene.arms.forEach((field, i) => {
      // a hand in front of its own sleeve is not the sleeve's end
      if (scene.armStates[i].handBefore === null) add(field, armTubes[i], false);
      if (isSleeveless(scene, i)) forEachFieldPixel(scene, field, addShoulder.bind(null, field));
    });
  }
  if (coversLegs(scene.category)) scene.legs.forEach((field, i) => add(field, legTubes[i], true));
  return seam;
}

/** Share of an arm down to which a bare shoulder painted beside a seen arm overlaps it. */
const SHOULDER_OVERLAP_END = 0.32;

/** Share of a limb at which the old garment that covers it from above ends; null where it does not cover it. */
function oldGarmentEnd(scene: Scene, { centres }: LimbTube, old: PlaneF32): number | null {
  let last: number | null = null;
  for (let s = 2; s < centres.length; s++) {
    if (sampleAt(old, centres[s], scene.k) < 0.5) break;
    last = (s + 1) / (centres.length - 1);
  }
  return last;
}
