import {
  ARRAY,
  boxBlurInPlace,
  createPlane,
  dilate,
  fillPolygon,
  type Kept,
  PLANE,
  type PlaneF32,
  type Point,
} from '@drape/imaging';
import { COVERED_SHOULDERS } from './covered-shoulders';
import { bodyCoordinates } from '../../person/pose/joints';
import { continuedLower, hidesThighs } from '../paint/lower/continued-lower';
import { LOOSE_SLEEVES } from './loose-sleeves';
import { replacesOuter } from '../scene/replaces-outer';
import { isSleeveless, upperRegion } from '../scene/scene';
import type { Underlay } from '../paint/underlay';
import { SEEN_BACKGROUND } from './seen-background';
import { isOnePiece, sameFabric, TOP_ABOVE_WAISTBAND } from './top-above-waistband';
import type { LimbTube } from '../../model/person';
import { follow } from '../../rules/rule';
import type { Scene } from '../../model/scene';
import type { OldGarment } from '../../model/layers';
import { sampleAt } from '../../geometry/sampling';
import { coversLegs, coversTorso } from '../scene/covers';
import { forEachFieldPixel } from '../scene/for-each-field-pixel';
import { softened } from './softened';
import { clamp, smoothstep } from '../../geometry/numbers';
import { add, scale, scalePolygon, sub, unit } from '../../geometry/vector';

/** The members whose arrays outlive the step's scratch memory. */
export const OLD_GARMENT: Kept<OldGarment> = {
  seen: PLANE,
  grown: PLANE,
  halo: PLANE,
  waist: PLANE,
  background: PLANE,
  lower: {
    plate: PLANE,
    garments: [
      {
        field: {
          t: ARRAY,
          u: ARRAY,
          r: ARRAY,
        },
      },
    ],
  },
};

/** Width of the ramp around the old garment, in shoulder widths: as wide as the soft edges of moving trousers. */
const HALO_WIDTH = 0.04;

/** `chest`: what the new neckline leaves open. */
export function oldGarment(scene: Scene, chest: PlaneF32): OldGarment {
  const { planes } = scene.person;
  const clothes = createPlane(scene.garment.width, scene.garment.height);
  const layered = replacesOuter(scene);
  const gone = [
    ...(coversTorso(scene.category) ? [layered ? planes.outer : planes.upper] : []),
    ...(coversLegs(scene.category) ? [planes.lower] : []),
  ];
  for (let y = 0, i = 0; y < clothes.height; y++, i += clothes.width) {
    sumRow(clothes.data, gone[0].data, (gone[1] ?? null)?.data ?? null, i, i + clothes.width);
  }
  const old = follow(COVERED_SHOULDERS, { scene, old: clothes, chest }, scene.without) ?? clothes;
  const zone = follow(TOP_ABOVE_WAISTBAND, scene, scene.without);
  const whole = zone !== null && isOnePiece(planes.upper, planes.lower, scene.guide);
  const waist = whole ? sameFabric(zone, planes.upper, scene.guide, scene.sw) : null;
  if (waist !== null) subtractShare(old, waist);
  const onTop = scene.category === 'jacket' && !layered;
  if (onTop) keepWorn(scene, old, chest);
  const isTop = coversTorso(scene.category) && !coversLegs(scene.category);
  const lower = isTop ? continuedLower(scene, old) : null;
  const below = isTop && lower === null ? belowHem(scene) : null;
  const keepsCoat = below !== null && hidesThighs(scene, planes.upper);
  if (below !== null) subtractShare(old, below);
  const grown = dilate(old, Math.max(2, Math.round(0.028 * scene.sw)));
  // what is worn under a jacket shows in its neckline unchanged, its own rim included, and so does a coat below the new hem
  const stays = onTop ? chest : waist;
  if (stays !== null) subtractShare(grown, stays);
  if (below !== null) subtractShare(grown, below);
  const sure = createPlane(old.width, old.height);
  markAbove(grown.data, 0.6, sure.data);
  const halo = boxBlurInPlace(sure, Math.max(2, Math.round(HALO_WIDTH * scene.sw)));
  const rim = { seen: old, halo };
  const background = follow(SEEN_BACKGROUND, { scene, rim }, scene.without) ?? createPlane(old.width, old.height);
  const longSleeves = [hadLongSleeve(scene, 0, old), hadLongSleeve(scene, 1, old)] as const;
  return { seen: old, grown, ...(zone !== null && { waist: zone }), halo, background, lower, longSleeves, keepsCoat };
}

/** True when the forearm's middle line is under the old garment. */
function hadLongSleeve(scene: Scene, side: number, old: PlaneF32): boolean {
  const { centres } = scene.person.armTubes[side];
  const from = Math.floor(0.6 * centres.length);
  const to = Math.floor(0.8 * centres.length);
  let covered = 0;
  for (let s = from; s < to; s++) covered += sampleAt(old, centres[s], scene.k);
  return covered > 0.5 * (to - from);
}

/** For pixels [from, to): the sum of two planes, or one plane alone, clamped to 0…1. */
function sumRow(to: Float32Array, a: Float32Array, b: Float32Array | null, first: number, end: number): void {
  if (b === null) for (let i = first; i < end; i++) to[i] = clamp(a[i], 0, 1);
  else for (let i = first; i < end; i++) to[i] = clamp(a[i] + b[i], 0, 1);
}

/** Writes 1 where values exceed `min`; leaves the rest as it is. */
function markAbove(data: Float32Array, min: number, into: Float32Array): void {
  for (let i = 0; i < data.length; i++) if (data[i] > min) into[i] = 1;
}

/** Multiplies a plane by 1 − `share`. */
function subtractShare({ data }: PlaneF32, share: PlaneF32): void {
  for (let i = 0; i < data.length; i++) data[i] *= 1 - share.data[i];
}

/** How far above its landmarks a new hem may end in notches and waves, in shoulder widths. */
const HEM_WAVE_HEIGHT = 0.1;

/**
 * Where it is unknown what is worn under a coat, the coat stays below the new hem, as a skirt, instead of skin or a hole. It begins a
 * little above the hem, or the background would show in the hem's waves as a bright seam. Its sleeves go. Null where the hem is not known.
 */
export function belowHem(scene: Scene): PlaneF32 | null {
  const hem = upperRegion(scene.placement)?.hem ?? [];
  if (hem.length < 2) return null;
  const below = createPlane(scene.garment.width, scene.garment.height);
  const edge = hem.map(({ x, y }) => ({ x, y: y - HEM_WAVE_HEIGHT * scene.person.body.shoulderWidth }));
  const [first, last] = [edge[0], edge[edge.length - 1]];
  const deep = scene.person.height;
  fillPolygon(below, scalePolygon([...edge, { x: last.x, y: deep }, { x: first.x, y: deep }], scene.k));
  for (const arm of scene.arms) {
    forEachFieldPixel(scene, arm, (i, j) => {
      if (below.data[i] > 0) below.data[i] *= smoothstep(Math.abs(arm.u[j]), 1.15, 1.35);
    });
  }
  return below;
}

/** Keeps what stays of the top under a new jacket; under a vest that is all of it, including sleeves and shoulders. */
export function keepWorn(scene: Scene, old: PlaneF32, chest: PlaneF32): void {
  if (isSleeveless(scene, 0) && isSleeveless(scene, 1)) old.data.fill(0);
  else keepTorso(scene, old, chest);
}

/**
 * A jacket over a top removes the top's sleeves and shoulders, not its body: that may show under the jacket's hem and inside
 * its neckline.
 */
function keepTorso(scene: Scene, old: PlaneF32, chest: PlaneF32): void {
  const { person, k } = scene;
  const frame = person.body;
  let arms = createPlane(old.width, old.height);
  scene.arms.forEach((arm, side) => {
    const tube = person.armTubes[side];
    const end = oldSleeveEnd(tube, old, k);
    const { data } = arms;
    forEachFieldPixel(scene, arm, (i, j) => {
      if (arm.t[j] > end) return;
      data[i] = Math.max(data[i], 1 - smoothstep(Math.abs(arm.u[j]), 1.15, 1.35));
    });
    const sleeve = { tube, end, outward: side === 0 ? -1 : 1, k } as const;
    arms = follow(LOOSE_SLEEVES, { arms, body: frame, sleeve }, scene.without) ?? arms;
  });
  for (let y = 0, i = 0; y < old.height; y++) {
    for (let x = 0; x < old.width; x++, i++) {
      if (old.data[i] === 0) continue;
      const { v } = bodyCoordinates(frame, { x: (x + 0.5) / k, y: (y + 0.5) / k });
      old.data[i] *= 1 - Math.max(chest.data[i], (1 - arms.data[i]) * smoothstep(v, 0.4, 0.46));
    }
  }
}

/** Share of an arm at which its old sleeve ends: further down, clothes beside the arm belong to the body. */
export function oldSleeveEnd({ centres }: LimbTube, old: PlaneF32, k: number): number {
  const last = centres.length - 1;
  for (let s = last; s >= 0; s--) if (sampleAt(old, centres[s], k) > 0.5) return Math.min(1, (s + 1) / last);
  return 0;
}

/**
 * Where the photo must give way to what is under the old garment: the old garment and a rim around it against slivers, less everything that
 * stays (hair, face, hands, other garments). The new garment needs no fill under itself.
 *
 * The rim does not grow over hands (rule 9), but it does over limbs and chest that are repainted: the last thread of a cuff or collar is
 * read as skin.
 */
export function removalMask(scene: Scene, old: OldGarment, underlay: Underlay, seam: PlaneF32): PlaneF32 {
  const { planes, body } = scene.person;
  const { width, height } = old.seen;
  const [legs, torso] = [coversLegs(scene.category), coversTorso(scene.category)];
  const job: RemovalJob = {
    seen: old.seen.data,
    grown: old.grown.data,
    halo: old.halo.data,
    seam: seam.data,
    calm: fingerGuard(scene).data,
    chest: underlay.chest.data,
    bare: underlay.bare.data,
    body: underlay.body.data,
    hair: planes.hair.data,
    shoes: planes.shoes.data,
    bag: planes.bag.data,
    other: planes.other.data,
    skin: planes.skin.data,
    person: planes.person.data,
    lower: planes.lower.data,
    width,
    keptLower: legs ? null : planes.lower.data,
    keptUpper: torso ? null : planes.upper.data,
  };
  const out = createPlane(width, height);
  for (let y = 0; y < height; y++) rimRow(job, y, out.data);
  const mask = softened(out, 0.18, 0.6);
  // beside the head the background stays as it is: next to a face every ghost is noticed
  const level = body.shoulderMid.y * scene.k;
  for (let y = 0; y < height; y++) {
    const below = smoothstep(y, level - 0.15 * scene.sw, level + 0.1 * scene.sw);
    feedRow(job, y, below, !legs, mask.data);
  }
  keepSeen(old.background, underlay.body, mask);
  return mask;
}

/** Background that the photo shows stays where no body is painted over it. */
function keepSeen(background: PlaneF32, body: PlaneF32, { data }: PlaneF32): void {
  for (let i = 0; i < data.length; i++)
    if (background.data[i] > 0 && body.data[i] === 0) data[i] *= 1 - background.data[i];
}

/** Data of planes at work size. */
interface RemovalJob {
  readonly width: number;
  readonly seen: Float32Array;
  readonly grown: Float32Array;
  readonly halo: Float32Array;
  readonly seam: Float32Array;
  readonly calm: Float32Array;
  readonly chest: Float32Array;
  readonly bare: Float32Array;
  readonly body: Float32Array;
  readonly hair: Float32Array;
  readonly shoes: Float32Array;
  readonly bag: Float32Array;
  readonly other: Float32Array;
  readonly skin: Float32Array;
  readonly person: Float32Array;
  readonly lower: Float32Array;
  /** Clothes that stay; null where they are removed. */
  readonly keptLower: Float32Array | null;
  readonly keptUpper: Float32Array | null;
}

function rimRow(job: RemovalJob, y: number, out: Float32Array): void {
  const { seen, grown, calm, chest, bare, body, hair, shoes, bag, other, skin, keptLower, keptUpper } = job;
  for (let i = y * job.width, end = i + job.width; i < end; i++) {
    const old = grown[i];
    if (old === 0) continue;
    const painted = bare[i] > chest[i] ? bare[i] : chest[i];
    let kept = hair[i] + shoes[i] + bag[i] + other[i] + skin[i] * (1 - painted);
    if (keptLower !== null) kept += keptLower[i] * (1 - body[i]);
    if (keptUpper !== null) kept += keptUpper[i];
    const rim = old * (1 - clamp(1.5 * kept, 0, 1)) * (1 - calm[i]);
    out[i] = seen[i] > rim ? seen[i] : rim;
  }
}

function feedRow(job: RemovalJob, y: number, below: number, isCarried: boolean, mask: Float32Array): void {
  const { halo, seam, person, calm, lower, body, bare, chest } = job;
  for (let i = y * job.width, end = i + job.width; i < end; i++) {
    if (halo[i] === 0 && seam[i] === 0) continue;
    // these pixels cannot be raised any further
    if (mask[i] === 1) continue;
    const background = below * (1 - smoothstep(person[i], 0.02, 0.3)) * (1 - calm[i]);
    // trousers that are extended upwards overlap the seen ones, so that the old hem's shadow goes too
    const hem = isCarried ? lower[i] * body[i] : 0;
    const near = (background > hem ? background : hem) * smoothstep(halo[i], 0.06, 0.55);
    const runOut = Math.max(seam[i] * Math.max(bare[i], chest[i]), near);
    if (runOut > mask[i]) mask[i] = runOut;
  }
}

/** 1 where the rim must not grow: on the fingers of a hand that is seen. */
function fingerGuard({ person, armStates, garment, k, sw }: Scene): PlaneF32 {
  const guard = createPlane(garment.width, garment.height);
  person.armTubes.forEach(({ centres }, side) => {
    if (armStates[side].hand !== 'seen') return;
    const last = centres[centres.length - 1];
    const ahead = unit(sub(last, centres[centres.length - 4]));
    raiseDisc(guard, scale(add(last, ahead, (0.12 * sw) / k), k), 0.18 * sw);
  });
  return guard;
}

function raiseDisc(plane: PlaneF32, c: Point, radius: number): void {
  for (let y = Math.max(0, Math.floor(c.y - radius)); y < Math.min(plane.height, c.y + radius); y++) {
    for (let x = Math.max(0, Math.floor(c.x - radius)); x < Math.min(plane.width, c.x + radius); x++) {
      const d = Math.hypot(x + 0.5 - c.x, y + 0.5 - c.y) / radius;
      const i = y * plane.width + x;
      plane.data[i] = Math.max(plane.data[i], 1 - smoothstep(d, 0.7, 1));
    }
  }
}
