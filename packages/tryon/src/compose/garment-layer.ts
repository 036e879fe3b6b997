import {
  cropPlane,
  createPlane,
  createRaster,
  erode,
  gaussianBlur,
  pushPull,
  resizePlane,
  distanceToMask,
  type Box,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import { clamp, smoothstep } from '../person/geometry';
import { eachPixel, sleeveEnd } from './front';
import { coversLegs, upperRegion, type Scene } from './scene';
import type { Underlay } from './underlay';

/** The placed garment ready to be laid on, photo pixels. */
export interface GarmentLayer {
  readonly box: Box;
  readonly rgb: RasterU8;
  readonly alpha: PlaneF32;
}

/** Gaps up to this many shoulder widths between new garment and old one's edge are closed with the garment's own colour. */
const SNAP_REACH = 0.045;
/** The same for a bare arm that a sleeve must cover. */
const SLEEVE_REACH = 0.3;
/** Outline: α of the raster below → 0, above → 1. Source: tuned by eye, rule 12 of the prototypes. */
const ALPHA_LO = 0.3;
const ALPHA_HI = 0.72;

/**
 * Where the garment's colour is drawn out over small rests of the old garment, 0…1 at work size:
 * never over bare limbs, never inside the neckline.
 */
export function snapMask(scene: Scene, old: PlaneF32, underlay: Underlay): PlaneF32 {
  const far = distanceToMask(scene.garment, 0.5);
  const snap = createPlane(old.width, old.height);
  const reach = SNAP_REACH * scene.sw;
  const below = coversLegs(scene.category) ? belowGarment(scene, Math.ceil(reach)) : null;
  for (let i = 0; i < snap.data.length; i++) {
    if (old.data[i] === 0 || far.data[i] > reach || below?.data[i] === 1) continue;
    const near = clamp(reach - far.data[i] + 0.5, 0, 1);
    snap.data[i] = old.data[i] * near * (1 - underlay.chest.data[i]) * (1 - underlay.bare.data[i]);
  }
  completeSleeves(scene, snap, far);
  return gaussianBlur(snap, 1.2);
}

/** Pixels with the garment less than `reach` rows above them: past the hem of skirts and trousers, where no colour may run down. */
function belowGarment(scene: Scene, reach: number): PlaneF32 {
  const { width, height, data } = scene.garment;
  const out = createPlane(width, height);
  const since = new Int32Array(width).fill(1 << 20);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      since[x] = data[i] > 0.5 ? 0 : since[x] + 1;
      if (since[x] > 0 && since[x] <= reach) out.data[i] = 1;
    }
  }
  return out;
}

/** A bent elbow often sticks out of a laid-on long sleeve: the sleeve's colour is drawn over the bare arm that it must cover. */
function completeSleeves(scene: Scene, snap: PlaneF32, far: PlaneF32): void {
  const region = upperRegion(scene.placement);
  if (region === null) return;
  const { skin } = scene.person.planes;
  scene.arms.forEach((arm, side) => {
    const sleeve = region.sleeves[side];
    if (sleeve.length !== 'long') return;
    const end = sleeveEnd(sleeve.reach);
    eachPixel(scene, arm, (i, j) => {
      if (arm.t[j] >= end || far.data[i] > SLEEVE_REACH * scene.sw) return;
      snap.data[i] = Math.max(snap.data[i], smoothstep(skin.data[i], 0.3, 0.7) * smoothstep(end - arm.t[j], 0, 0.02));
    });
  });
}

/** The garment's pixels with a clean outline: levels on α, rim colours from inside, snapped gaps filled. */
export function garmentLayer(scene: Scene, snap: PlaneF32): GarmentLayer {
  const box = grownBox(scene, Math.ceil((SLEEVE_REACH * scene.sw) / scene.k) + 2);
  const { rgba, box: at } = scene.placement;
  const rgb = createRaster(box.width, box.height, 3);
  const raw = createPlane(box.width, box.height);
  for (let y = 0; y < at.height; y++) {
    let j = (y + at.y - box.y) * box.width + at.x - box.x;
    for (let x = 0, i = y * at.width * 4; x < at.width; x++, i += 4, j++) {
      raw.data[j] = rgba.data[i + 3] / 255;
      rgb.data[3 * j] = rgba.data[i];
      rgb.data[3 * j + 1] = rgba.data[i + 1];
      rgb.data[3 * j + 2] = rgba.data[i + 2];
    }
  }
  const core = erode(raw, 1);
  const known = createPlane(box.width, box.height);
  for (let i = 0; i < known.data.length; i++) known.data[i] = core.data[i] > 0.97 ? 1 : 0;
  const filled = pushPull(rgb, known);
  const alpha = gaussianBlur(raw, 0.8);
  const snapped = snapInBox(scene, snap, box);
  for (let i = 0; i < alpha.data.length; i++) {
    alpha.data[i] = Math.max(
      smoothstep(alpha.data[i], ALPHA_LO, ALPHA_HI),
      smoothstep(snapped.data[i], ALPHA_LO, ALPHA_HI),
    );
  }
  return { box, rgb: filled, alpha };
}

function grownBox(scene: Scene, margin: number): Box {
  const { box } = scene.placement;
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  return {
    x,
    y,
    width: Math.min(scene.photo.width, box.x + box.width + margin) - x,
    height: Math.min(scene.photo.height, box.y + box.height + margin) - y,
  };
}

/** The snap mask at photo resolution over the layer's box. */
function snapInBox(scene: Scene, snap: PlaneF32, box: Box): PlaneF32 {
  const { k } = scene;
  const x0 = Math.floor(box.x * k);
  const y0 = Math.floor(box.y * k);
  const work = {
    x: x0,
    y: y0,
    width: Math.min(snap.width, Math.ceil((box.x + box.width) * k)) - x0,
    height: Math.min(snap.height, Math.ceil((box.y + box.height) * k)) - y0,
  };
  return resizePlane(cropPlane(snap, work), box.width, box.height);
}
