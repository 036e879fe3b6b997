import type { ProductCategory } from '@drape/contracts';
import { createPlane, type Kept, keptShape, PLANE, type RasterU8, withScratch } from '@drape/imaging';
import type { Placement } from '../model/placement';
import { chestZone } from './paint/skin/chest-zone';
import { cropToChange } from './scene/crop';
import { CUFF_SEAM } from './masks/cuff-seam';
import { finish } from './lay/finish';
import { frontMask } from './masks/front';
import { GARMENT_LAYER, garmentLayer, snapMask } from './lay/garment-layer';
import { HAIR_RIMS } from './lay/hair-rims';
import { OLD_GARMENT, oldGarment, removalMask } from './masks/removal';
import { LEG_CREASES } from './light/leg-crease';
import { buildScene } from './scene/scene';
import { SHADING, shading } from './light/shade';
import { buildUnderlay, UNDERLAY } from './paint/underlay';
import type { Person } from '../model/person';
import type { ComposedLayers } from '../model/layers';
import type { TryOnStage } from '../stages';
import { follow, type AnyRule } from '../rules/rule';
import { pictureShares, type PictureShares } from './shares';

export interface Composition extends PictureShares {
  readonly layers: ComposedLayers;
  readonly image: RasterU8;
  /** 1 where a pixel may differ from the photo. */
  readonly editMask: RasterU8;
  /** Whether a coat stays below the new top or jacket, because it is unknown what is worn under it. */
  readonly keepsCoat: boolean;
}

export const COMPOSED_LAYERS: Kept<ComposedLayers> = {
  garment: PLANE,
  old: PLANE,
  removal: PLANE,
  front: PLANE,
  limbs: PLANE,
  bare: PLANE,
  chest: PLANE,
  body: PLANE,
  snap: PLANE,
  gain: PLANE,
};

/**
 * Composes a placed garment into the photo: removes the old one, paints what that uncovers, shades the new one and lays it on.
 *
 * Space: `placement` and result in photo pixels; work in between at `person.workScale`. Pure and deterministic.
 */
export function composePhoto(
  photo: RasterU8,
  person: Person,
  placement: Placement,
  category: ProductCategory,
  stage: (name: TryOnStage) => void,
  without: readonly AnyRule[] = [],
): Composition {
  stage('remove');
  const part = cropToChange(photo, person, placement, category, without);
  const scene = buildScene(photo, part, category, without);
  const chest = withScratch(() => chestZone(scene), PLANE);
  const old = withScratch(() => oldGarment(scene, chest), OLD_GARMENT);
  const seam =
    withScratch(() => follow(CUFF_SEAM, { scene, old, chest }, without), PLANE) ??
    createPlane(scene.garment.width, scene.garment.height);
  const front = withScratch(() => frontMask(scene, old, seam), PLANE);
  const underlay = withScratch(() => buildUnderlay(scene, old, chest, seam), UNDERLAY);
  const removal = withScratch(() => removalMask(scene, old, underlay, seam), PLANE);
  stage('shade');
  const light = withScratch(() => shading(scene, { old: old.seen, front, removal, underlay }), SHADING);
  const gain = follow(LEG_CREASES, { scene, gain: light.gain }, without) ?? light.gain;
  stage('compose');
  const garment = withScratch(() => garmentLayer(scene, snapMask(scene, old)), GARMENT_LAYER);
  const face = keptShape(scene.person.faceOval, scene.box.width, scene.box.height);
  const changed = finish(scene, { removal, front, underlay, shading: { ...light, gain }, garment }, face);
  const around = { old: old.seen, front, face };
  withScratch(() => follow(HAIR_RIMS, { scene, around, made: changed }, without));
  const layers: ComposedLayers = {
    box: part.box,
    workScale: scene.k,
    old: old.seen,
    removal,
    front,
    limbs: underlay.limbsInFront,
    garment: scene.garment,
    snap: garment.snap,
    gain,
    bare: underlay.bare,
    chest: underlay.chest,
    body: underlay.body,
  };
  return {
    layers,
    ...changed,
    keepsCoat: old.keepsCoat,
    ...pictureShares(layers, underlay.skin, person.guide.width * person.guide.height),
  };
}
