import {
  createPlane,
  cropPlane,
  cropRaster,
  resizePlane,
  resizeRaster,
  rgbToLab,
  type PlaneF32,
  type Point,
  type RasterU8,
} from '@drape/imaging';
import { PARSE_CLASSES, type DetectedPerson, type ParseClass, type ParseResult } from '../ports';
import { colourCost, learnClusters, type ColourClusters } from './colour-clusters';
import { clamp, distance, scale, segmentDistance, smoothstep, sub } from './geometry';
import { bodyCoordinates, bodyFrame, moveJoints, type BodyFrame, type Joints } from './joints';
import { personBox } from './parse-box';

/** Side of the crop's longer edge, as the parser network's. */
const CROP_LONG = 320;

/**
 * Clothes parsing without a network: colour clusters learnt from where the pose says each class must be,
 * weighed against what geometry allows there.
 *
 * Upper clothes are all called `top`, lower ones `pants`; bag, outer, dress, skirt and other stay empty.
 * Space: the result's box in photo pixels. Range: planes 0…1, sum 1. Cost: about 25 ms whatever the photo's size.
 */
export function parseByColour(
  photo: RasterU8,
  person: DetectedPerson,
  joints: Joints,
  oval: readonly Point[],
): ParseResult {
  const mask = resizePlane(person.mask, photo.width, photo.height);
  const box = personBox(mask, person.landmarks);
  const k = Math.min(1, CROP_LONG / Math.max(box.width, box.height));
  const width = Math.max(8, Math.round(box.width * k));
  const height = Math.max(8, Math.round(box.height * k));
  const scene: Scene = {
    width,
    height,
    lab: rgbToLab(resizeRaster(cropRaster(photo, box), width, height)),
    mask: resizePlane(cropPlane(mask, box), width, height),
    joints: moveJoints(joints, box, width / box.width),
    oval: oval.map((p) => scale(sub(p, box), width / box.width)),
  };
  return { box, planes: classify(scene) };
}

interface Scene {
  readonly width: number;
  readonly height: number;
  readonly lab: Float32Array;
  readonly mask: PlaneF32;
  readonly joints: Joints;
  readonly oval: readonly Point[];
}

/** What geometry says of a pixel; lengths in shoulder widths or leg lengths. */
interface Place {
  readonly u: number;
  readonly v: number;
  /** Distance from the centre of the face in units of its outline: 1 on the oval. */
  readonly head: number;
  readonly belowChin: boolean;
  readonly upperArm: number;
  readonly foreArm: number;
  readonly leg: number;
  readonly foot: number;
}

function classify(scene: Scene): PlaneF32[] {
  const { width, height, mask } = scene;
  const frame = bodyFrame(scene.joints);
  const locate = placer(scene, frame);
  const places: Place[] = [];
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) places.push(locate({ x: x + 0.5, y: y + 0.5 }));
  const models = learnModels(scene, places);
  const split = findWaist(scene, places, models);
  const planes = PARSE_CLASSES.map(() => createPlane(width, height));
  const at = (name: ParseClass): Float32Array => planes[PARSE_CLASSES.indexOf(name)].data;
  const targets = [at('hair'), at('skin'), at('top'), at('pants'), at('shoes')];
  const background = at('background');
  const costs = new Float64Array(5);
  for (let i = 0; i < mask.data.length; i++) {
    const matte = smoothstep(mask.data[i], 0.25, 0.75);
    background[i] = 1 - matte;
    if (matte === 0) continue;
    priorCosts(places[i], split, costs);
    const [l, a, b] = [scene.lab[3 * i], scene.lab[3 * i + 1], scene.lab[3 * i + 2]];
    let best = Infinity;
    for (let c = 0; c < 5; c++) {
      costs[c] = costs[c] * 1.6 + colourCost(models[c], l, a, b);
      best = Math.min(best, costs[c]);
    }
    let sum = 0;
    for (let c = 0; c < 5; c++) sum += costs[c] = Math.exp(best - costs[c]);
    for (let c = 0; c < 5; c++) targets[c][i] = (matte * costs[c]) / sum;
  }
  return planes;
}

/** −log prior of hair, skin, upper, lower, shoes at a place. Guessed by eye on six photos; ±50 % changes little. */
function priorCosts(p: Place, split: number, out: Float64Array): void {
  const armNear = Math.min(p.upperArm, p.foreArm) < 0.2;
  const inTorso = p.v > 0.12 && p.v < 1 && Math.abs(p.u) < 0.5;
  const drop = p.v - split;
  const onFace = p.head < 1;
  const hairNear = p.head < 1.9 && !p.belowChin ? 0.3 : Math.abs(p.u) < 0.65 && p.v < 0.55 ? 2.2 + Math.max(0, p.v) : 8;
  out[0] = onFace ? 5 : hairNear;
  const neck = p.belowChin && Math.abs(p.u) < 0.26 && p.v < 0.1;
  const limb = p.foreArm < 0.14 ? 0.6 : p.upperArm < 0.15 ? 1.3 : p.leg < 0.11 && drop > 0.15 ? 1.2 : 5;
  out[1] = onFace || neck ? 0 : p.head < 1.35 ? 0.6 : inTorso ? Math.min(limb + 2, 2.2 + 3 * p.v) : limb;
  const abovePenalty = p.head < 1.5 && !p.belowChin ? 6 : p.v < -0.35 ? 4 : 0.3;
  out[2] = drop > 0 ? clamp(1 + 14 * drop, 0, armNear ? 1 : 9) : abovePenalty + clamp(1 + 6 * drop, 0, 1);
  out[3] = (drop < 0 ? clamp(1 - 14 * drop, 0, 9) : 0.3) + (p.foreArm < 0.1 ? 1 : 0);
  out[4] = p.foot < 0.1 ? 0 : p.foot < 0.18 ? 2 : 9;
  if (p.foot < 0.07) out[3] += 2;
}

function placer(scene: Scene, frame: BodyFrame): (p: Point) => Place {
  const { joints, oval } = scene;
  const centre = { x: mean(oval.map((p) => p.x)), y: mean(oval.map((p) => p.y)) };
  const halfWidth = Math.max(2, ...oval.map((p) => Math.abs(p.x - centre.x)));
  const halfHeight = Math.max(2, ...oval.map((p) => Math.abs(p.y - centre.y)));
  const sw = frame.shoulderWidth;
  const legLength = Math.max(
    1.2 * frame.torsoLength,
    mean([0, 1].map((i) => distance(joints.hips[i], joints.knees[i]) + distance(joints.knees[i], joints.ankles[i]))),
  );
  const nearest = (p: Point, ...bones: (readonly [Point, Point])[]): number =>
    Math.min(...bones.map(([a, b]) => segmentDistance(p, a, b).d));
  return (p) => ({
    ...bodyCoordinates(frame, p),
    head: Math.hypot((p.x - centre.x) / halfWidth, (p.y - centre.y) / halfHeight),
    belowChin: p.y > centre.y + 0.85 * halfHeight,
    upperArm: nearest(p, [joints.shoulders[0], joints.elbows[0]], [joints.shoulders[1], joints.elbows[1]]) / sw,
    foreArm:
      nearest(
        p,
        [joints.elbows[0], joints.wrists[0]],
        [joints.elbows[1], joints.wrists[1]],
        [joints.wrists[0], joints.hands[0]],
        [joints.wrists[1], joints.hands[1]],
      ) / sw,
    leg:
      nearest(
        p,
        [joints.hips[0], joints.knees[0]],
        [joints.hips[1], joints.knees[1]],
        [joints.knees[0], joints.ankles[0]],
        [joints.knees[1], joints.ankles[1]],
      ) / legLength,
    foot: nearest(p, [joints.heels[0], joints.toes[0]], [joints.heels[1], joints.toes[1]]) / legLength,
  });
}

/** Clusters of hair, skin, upper, lower, shoes from the pixels whose class the pose leaves no doubt of. */
function learnModels(scene: Scene, places: readonly Place[]): (ColourClusters | null)[] {
  const seeds: number[][] = [[], [], [], [], []];
  const face: number[] = [];
  for (let i = 0; i < places.length; i++) if (places[i].head < 0.72 && scene.mask.data[i] > 0.6) face.push(i);
  const skin = skinPixels(scene.lab, face);
  const skinModel = learnClusters(scene.lab, skin, 2);
  places.forEach((p, i) => {
    if (scene.mask.data[i] < 0.7) return;
    const isSkin = colourCost(skinModel, scene.lab[3 * i], scene.lab[3 * i + 1], scene.lab[3 * i + 2]) < 6.5;
    if (p.head > 1.02 && p.head < 1.45 && !p.belowChin && !isSkin) seeds[0].push(i);
    if (Math.abs(p.u) < 0.38 && p.v > 0.22 && p.v < 0.82 && p.foreArm > 0.17) seeds[2].push(i);
    if (p.leg < 0.06 && p.v > 1.15 && p.foot > 0.15) seeds[3].push(i);
    if (p.foot < 0.05) seeds[4].push(i);
  });
  return [
    learnClusters(scene.lab, seeds[0], 2),
    widenLightness(skinModel),
    learnClusters(scene.lab, seeds[2], 4),
    learnClusters(
      scene.lab,
      seeds[3].filter((i) => !likelySkin(scene, skinModel, i)),
      3,
    ),
    learnClusters(scene.lab, seeds[4], 2),
  ];
}

const likelySkin = (scene: Scene, model: ColourClusters | null, i: number): boolean =>
  colourCost(model, scene.lab[3 * i], scene.lab[3 * i + 1], scene.lab[3 * i + 2]) < 4.5;

/** Face pixels near the median colour: eyes, brows, lips, beard and glasses fall out. */
function skinPixels(lab: Float32Array, face: readonly number[]): number[] {
  if (face.length === 0) return [];
  const median = [0, 1, 2].map((c) => {
    const values = face.map((i) => lab[3 * i + c]).sort((p, q) => p - q);
    return values[values.length >> 1];
  });
  return face.filter(
    (i) =>
      Math.abs(lab[3 * i] - median[0]) < 18 && Math.hypot(lab[3 * i + 1] - median[1], lab[3 * i + 2] - median[2]) < 11,
  );
}

/** Arms and legs lie in other light than the face: skin may be half as much again lighter or darker than seen there. */
function widenLightness(model: ColourClusters | null): ColourClusters | null {
  if (model === null) return null;
  const data = model.data.slice();
  for (let c = 0; c < model.count; c++) data[7 * c + 3] = Math.min(data[7 * c + 3], 1 / (2 * 11 * 11));
  return { count: model.count, data };
}

/** Height of the border between upper and lower clothes in torso lengths: the row that best parts the two colour models. */
function findWaist(scene: Scene, places: readonly Place[], models: readonly (ColourClusters | null)[]): number {
  if (models[3] === null) return 1.1;
  const bins = 60;
  const evidence = new Float64Array(bins);
  places.forEach((p, i) => {
    if (scene.mask.data[i] < 0.7 || Math.abs(p.u) > 0.32 || p.foreArm < 0.13 || p.v < 0.55 || p.v >= 1.45) return;
    const [l, a, b] = [scene.lab[3 * i], scene.lab[3 * i + 1], scene.lab[3 * i + 2]];
    const bin = Math.floor(((p.v - 0.55) / 0.9) * bins);
    evidence[bin] += clamp(colourCost(models[2], l, a, b) - colourCost(models[3], l, a, b), -4, 4);
  });
  // evidence > 0 speaks for lower clothes; the split leaves as much as possible of it below and as little as possible above
  let score = evidence.reduce((s, e) => s + e, 0);
  let best = -Infinity;
  let at = 1;
  for (let i = 0; i <= bins; i++) {
    const v = 0.55 + (0.9 * i) / bins;
    const judged = score - 40 * Math.abs(v - 0.98);
    if (judged > best) {
      best = judged;
      at = v;
    }
    if (i < bins) score -= 2 * evidence[i];
  }
  return at;
}

const mean = (values: readonly number[]): number => values.reduce((s, v) => s + v, 0) / values.length;
