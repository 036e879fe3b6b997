import {
  activeRuns,
  allocRasterUninitialised,
  createRaster,
  dropAlpha,
  grainSigma,
  grainTile,
  type KeptShape,
  type LayerLook,
  compositeLayers,
  outlineSteepness,
  outsideScratch,
  photoSpans,
  type RasterU8,
  spansOf,
} from '@drape/imaging';
import { BACKGROUND_DETAIL } from '../paint/background/background-detail';
import { follow } from '../../rules/rule';
import type { Scene } from '../../model/scene';
import type { Layers } from './layers';
import { clamp } from '../../geometry/numbers';

/** The whole photo with its part `scene.box` changed. */
export interface Finished {
  readonly image: RasterU8;
  /** 1 where it differs from the photo, else 0. */
  readonly editMask: RasterU8;
}

/** Outline in a crisp photo: blurred α below → 0, above → 1. Source: tuned by eye, rule 12 of the prototypes. */
const CRISP_ALPHA_LOW = 0.21;
const CRISP_ALPHA_HIGH = 0.81;
/**
 * How far both limits move apart in a soft photo, and the steepness of the outline at and above which a photo counts as crisp, and at and
 * below which as soft.
 */
const SOFT_WIDENING = 0.26;
const CRISP_STEEPNESS = 0.6;
const SOFT_STEEPNESS = 0.5;

/**
 * Half the width of the ramp at the outline of painted limbs, in coverage, for one work pixel per photo pixel; it scales with that ratio.
 * Limbs are painted at work size: enlarged, their edge would be as soft as a work pixel is wide.
 */
const LIMB_RAMP = 0.6;
/**
 * How much more grain than the background the skin may have, in levels: where only a face is seen, its features and its beard count as
 * grain.
 */
const SKIN_GRAIN_EXCESS_MAX = 0.6;
/** Even black fabric reflects some light from its surface: this many levels of it follow the light too. By eye. */
const SHEEN_LEVELS = 12;

/**
 * Lays the layers on the photo at its own resolution, back to front: photo, underlay, contact shadow, garment, invented limbs, and what of
 * the photo is in front of all.
 *
 * Identity: a pixel whose layers are all empty, and every pixel of the face oval, is copied byte for byte and 0 in the edit mask.
 * Cost: bilinear up-sampling of six planes and two rasters, only where something changes; inside the garment only of the light.
 */
export function finish(scene: Scene, layers: Layers, face: KeptShape): Finished {
  const { photo, box, k } = scene;
  const image = outsideScratch(() => allocRasterUninitialised(photo.width, photo.height, 3));
  const editMask = outsideScratch(() => createRaster(photo.width, photo.height, 1));
  const { removal, front, underlay, shading, garment } = layers;
  const { source } = underlay.background;
  const { contact } = shading;
  const contents = {
    garment: scene.garment,
    removal,
    front,
    limbs: underlay.limbsInFront,
    snap: garment.snap,
    contact,
  };
  const spans = photoSpans(activeRuns(contents, TRACE / 2), face, box.width, k);
  compositeLayers({
    photo: dropAlpha(photo),
    image,
    edited: editMask,
    box,
    garment: scene.placement.rgba,
    garmentBox: scene.placement.box,
    layers: {
      removal,
      front,
      limbs: underlay.limbsInFront,
      snap: garment.snap,
      body: underlay.body,
      under: underlay.rgb,
      spread: garment.spread,
      background: underlay.background.rgb,
    },
    light: shading,
    scale: k,
    look: lookOf(scene),
    tile: grainTile(),
    spans: spansOf.bind(null, spans),
    detail: follow(BACKGROUND_DETAIL, { photo, box, spans, source, width: scene.garment.width, k }, scene.without),
  });
  return { image, editMask };
}

/** Coverage below which a pixel stays as in the photo. */
const TRACE = 1 / 400;
/** Belief in a person below which nobody is there: the camera's grain is measured in such places. */
const NOBODY_BELIEF_MAX = 0.02;

function lookOf(scene: Scene): LayerLook {
  const { planes } = scene.person;
  // hair is soft by nature
  const outlined = { shape: planes.person, soft: planes.hair, origin: scene.box, scale: scene.k };
  const soften =
    SOFT_WIDENING *
    clamp(
      (CRISP_STEEPNESS - (outlineSteepness(scene.photo, outlined) ?? CRISP_STEEPNESS)) /
        (CRISP_STEEPNESS - SOFT_STEEPNESS),
      0,
      1,
    );
  const ramp = Math.min(0.5, LIMB_RAMP * scene.k + soften / 2);
  const grain = grainSigma(scene.guide, planes.person, -Infinity, NOBODY_BELIEF_MAX);
  return {
    trace: TRACE,
    sheen: SHEEN_LEVELS,
    grain,
    limbRamp: [0.5 - ramp, 0.5 + ramp],
    garmentRamp: [CRISP_ALPHA_LOW - soften, CRISP_ALPHA_HIGH + soften],
    skinGrain: Math.min(grainSigma(scene.guide, planes.skin, 0.5, Infinity), grain + SKIN_GRAIN_EXCESS_MAX),
  };
}
