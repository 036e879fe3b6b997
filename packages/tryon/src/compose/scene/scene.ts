import { createPlane, createRaster, type PlaneF32, type RasterU8, resizeRaster } from '@drape/imaging';
import type { ProductCategory } from '@drape/contracts';
import type { PlacedLower, PlacedUpper, Placement } from '../../model/placement';
import type { Cropped } from './crop';
import { armLight } from '../paint/skin/arm-relief';
import { cylinderShade, limbField, limbTones } from './limb-field';
import { limbShade } from '../paint/skin/limb-shade';
import { armStates } from '../arms/arm-states';
import { HIDDEN_HANDS } from '../arms/hidden-hands';
import { placedSleeve } from './arm-sleeves';
import type { Person } from '../../model/person';
import { follow, type AnyRule } from '../../rules/rule';
import type { ArmSleeve, LimbField, Scene } from '../../model/scene';
import { coversLegs, coversTorso } from './covers';

export function upperRegion(placement: Placement): PlacedUpper | null {
  return placement.region.kind === 'upper' ? placement.region : null;
}

/** Whether the new garment has an armhole without a sleeve on one side. */
export const isSleeveless = ({ placement }: Pick<Scene, 'placement'>, side: number): boolean =>
  upperRegion(placement)?.sleeves[side].length === 'none';

/** Whether no part of a garment is on the shoulders: its flounces may hang over the arms. */
export const leavesShoulders = ({ necklineKind }: Pick<PlacedUpper, 'necklineKind'>): boolean =>
  necklineKind === 'bandeau';

/** Whether shoulders are uncovered beside the garment: it has no sleeves, or none that begin on the shoulders. */
export const hasBareShoulders = (region: Pick<PlacedUpper, 'necklineKind' | 'sleeves'>): boolean =>
  leavesShoulders(region) || region.sleeves.every(({ length }) => length === 'none');

export function lowerRegion(placement: Placement): PlacedLower | null {
  return placement.region.kind === 'upper' ? null : placement.region;
}

/** Sign of `u` towards the body, for the arm at the image's left, 0, and right, 1. */
export const inwards = (side: number): 1 | -1 => (side === 0 ? 1 : -1);

/** Light across the arm at the image's left, 0, or right, 1, where the light comes from `light`. */
const armRound =
  (side: number, light: number) =>
  (u: number): number =>
    armLight(inwards(side) * u, inwards(side) * light);

export function buildScene(
  photo: RasterU8,
  cropped: Cropped,
  category: ProductCategory,
  without: readonly AnyRule[] = [],
): Scene {
  const { box, placement } = cropped;
  const k = cropped.person.workScale;
  const { width, height } = cropped.person.planes.person;
  const small = smallGarment(placement, k, width, height);
  const sw = cropped.person.body.facingWidth * k;
  const posed = { person: cropped.person, k, sw, category, garment: small.garment };
  const states = armStates(posed);
  const led = follow(HIDDEN_HANDS, { posed, states }, without);
  const person = led ?? cropped.person;
  const guide = person.guide;
  const field = (tube: Person['armTubes'][0]): LimbField => limbField(tube, k, width, height);
  const tones = (tube: Person['armTubes'][0], tone: readonly number[]) =>
    limbTones(tube, guide, person.planes.skin, k, tone);
  const arms = [field(person.armTubes[0]), field(person.armTubes[1])] as const;
  const placed = placement.region.kind === 'upper' ? placement.region.sleeves : null;
  const sleeve = (side: 0 | 1): ArmSleeve =>
    placedSleeve(placed?.[side] ?? null, person.armTubes[side], { k, width, height });
  const legTubes = coversLegs(category) ? person.legTubes : [];
  const legs = legTubes.map(field);
  const armTones = person.armTubes.map((tube) => tones(tube, person.skinTone.arm));
  const legTones = legTubes.map((tube) => tones(tube, person.skinTone.leg));
  return {
    category,
    without,
    photo,
    box,
    guide,
    person,
    placement,
    k,
    sw,
    ...small,
    arms,
    armStates: led === null ? states : armStates({ ...posed, person: led }),
    sleeves: [sleeve(0), sleeve(1)],
    legs,
    armTones,
    legTones,
    armShades: coversTorso(category)
      ? arms.map((arm, i) => limbShade(arm, armTones[i], guide, person.planes.skin, armRound(i, person.lightSide)))
      : [],
    legShades: legs.map((leg, i) =>
      limbShade(leg, legTones[i], guide, person.planes.skin, (u) => cylinderShade(u, person.lightSide)),
    ),
  };
}

/** The placed garment at work size: coverage and colours. */
function smallGarment(
  placement: Placement,
  k: number,
  width: number,
  height: number,
): { garment: PlaneF32; garmentRgb: RasterU8 } {
  const { rgba, box } = placement;
  const x0 = Math.max(0, Math.round(box.x * k));
  const y0 = Math.max(0, Math.round(box.y * k));
  const w = Math.max(1, Math.min(width - x0, Math.round((box.x + box.width) * k) - x0));
  const h = Math.max(1, Math.min(height - y0, Math.round((box.y + box.height) * k) - y0));
  const small = resizeRaster(rgba, w, h);
  const garment = createPlane(width, height);
  const garmentRgb = createRaster(width, height, 3);
  for (let y = 0, from = 0; y < h; y++) {
    for (let x = 0, to = (y0 + y) * width + x0; x < w; x++, to++, from += 4) {
      garment.data[to] = small.data[from + 3] / 255;
      garmentRgb.data[3 * to] = small.data[from];
      garmentRgb.data[3 * to + 1] = small.data[from + 1];
      garmentRgb.data[3 * to + 2] = small.data[from + 2];
    }
  }
  return { garment, garmentRgb };
}
