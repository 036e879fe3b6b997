import {
  createPlane,
  createRandom,
  createRaster,
  fillPolygon,
  gaussianBlur,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import { analyseGarment } from '../src/garment/analyse-garment';
import { placeGarment } from '../src/place/place-garment';
import type { MeasuredPicture } from '../src/quality';
import { drawTee } from './drawn-garments';
import { drawnPerson, FIGURE } from './drawn-person';
import { drawBar, paint } from './drawn-shapes';
import { alwaysReads, readUpper, TEE_HALF } from './read-drawn';
import { parsesClothes } from './parses-clothes';
import type { LimbTube, Person } from '../src/model/person';
import type { Garment } from '../src/model/garment';

type Rgb = readonly [number, number, number];

const WALL: Rgb = [150, 158, 150];
const SKIN: Rgb = [205, 160, 135];
const OLD: Rgb = [40, 60, 150];
const TROUSERS: Rgb = [70, 70, 75];
const FABRIC: Rgb = [190, 60, 50];
const PRINT: Rgb = [240, 225, 190];
/** The face in the drawn figure. */
const FACE = [
  { x: 182, y: 56 },
  { x: 218, y: 56 },
  { x: 218, y: 96 },
  { x: 182, y: 96 },
];

/**
 * A try-on whose truth is known: a drawn figure in a blue long-sleeved shirt, a red tee with a print laid on it by the real placement, and
 * the perfect result: old sleeves turned to skin, wall and edges as a camera would show them.
 */
export async function drawnPicture(): Promise<MeasuredPicture> {
  const body = drawnPerson();
  const sleeves = createPlane(body.width, body.height);
  for (const i of [0, 1] as const) {
    drawBar(sleeves, FIGURE.shoulders[i], FIGURE.elbows[i], 11);
    drawBar(sleeves, FIGURE.elbows[i], FIGURE.wrists[i], 8);
  }
  const old = union(body.planes.top, sleeves);
  const undrawn = wholePerson(body, old);
  const garment = await printedTee();
  const placement = placeGarment(body, garment);
  const wall = texturedWall(body.width, body.height);
  const figure = [
    [body.planes.person, SKIN],
    [body.planes.pants, TROUSERS],
  ] as const;
  const photo = camera(wall, [...figure, [old, OLD]]);
  const person = { ...undrawn, guide: photo };
  const image = camera(wall, figure);
  layOn(image, placement.rgba, placement.box);
  const alpha = createPlane(body.width, body.height);
  for (let v = 0, i = 3; v < placement.box.height; v++) {
    for (let u = 0; u < placement.box.width; u++, i += 4) {
      alpha.data[(placement.box.y + v) * body.width + placement.box.x + u] = placement.rgba.data[i] / 255;
    }
  }
  const removal = { ...old, data: old.data.map((value, i) => value * (1 - alpha.data[i])) };
  const none = (): PlaneF32 => createPlane(body.width, body.height);
  return {
    photo,
    image,
    editMask: differing(photo, image),
    person,
    garment,
    placement,
    layers: {
      box: { x: 0, y: 0, width: body.width, height: body.height },
      workScale: 1,
      garment: alpha,
      old,
      removal,
      bare: sleeves,
      body: sleeves,
      front: none(),
      limbs: none(),
      chest: old,
      snap: none(),
      gain: createPlane(body.width / 2, body.height / 2, 1),
    },
  };
}

/** A copy whose image may be spoiled. */
export function spoil(picture: MeasuredPicture, change: (image: RasterU8) => void): MeasuredPicture {
  const image = { ...picture.image, data: picture.image.data.slice() };
  change(image);
  return { ...picture, image };
}

/** Blurs a picture, RGB; in place. */
export function blur(image: RasterU8, sigma: number): void {
  for (let c = 0; c < 3; c++) {
    const plane = createPlane(image.width, image.height);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = image.data[3 * i + c];
    const soft = gaussianBlur(plane, sigma);
    for (let i = 0; i < plane.data.length; i++) image.data[3 * i + c] = soft.data[i] + 0.5;
  }
}

function printedTee(): Promise<Garment> {
  const rgba = paint(drawTee(), [...FABRIC]);
  for (let y = 0; y < rgba.height; y++) {
    for (let x = 0; x < rgba.width; x++) {
      const isPrint = y > 180 && y < 420 && x > 130 && x < 290 && (Math.floor(x / 12) + Math.floor(y / 12)) % 2 === 0;
      if (isPrint) for (let c = 0; c < 3; c++) rgba.data[4 * (y * rgba.width + x) + c] = PRINT[c];
    }
  }
  return analyseGarment(rgba, 'top', {
    cutOut: () => Promise.reject(new Error('the picture has its own alpha')),
    detectPose: () => Promise.resolve({ person: null, others: [] }),
    parsePerson: parsesClothes,
    ...alwaysReads(readUpper(drawTee(), TEE_HALF)),
  });
}

function texturedWall(width: number, height: number): RasterU8 {
  const wall = createRaster(width, height, 3);
  const random = createRandom(7);
  for (let i = 0; i < width * height; i++) {
    const grain = Math.round(16 * (random() - 0.5));
    for (let c = 0; c < 3; c++) wall.data[3 * i + c] = WALL[c] + grain;
  }
  return wall;
}

/** Parts painted over the wall and taken through a slightly soft lens. */
function camera(wall: RasterU8, parts: readonly (readonly [PlaneF32, Rgb])[]): RasterU8 {
  const photo = { ...wall, data: wall.data.slice() };
  for (const [mask, rgb] of parts) {
    const soft = gaussianBlur(mask, 0.6);
    for (let i = 0; i < mask.data.length; i++) {
      for (let c = 0; c < 3; c++) photo.data[3 * i + c] += soft.data[i] * (rgb[c] - photo.data[3 * i + c]);
    }
  }
  return photo;
}

function layOn(image: RasterU8, rgba: RasterU8, at: { x: number; y: number }): void {
  for (let v = 0, i = 0; v < rgba.height; v++) {
    for (let u = 0; u < rgba.width; u++, i += 4) {
      const o = 3 * ((at.y + v) * image.width + at.x + u);
      const alpha = rgba.data[i + 3] / 255;
      for (let c = 0; c < 3; c++) image.data[o + c] += alpha * (rgba.data[i + c] - image.data[o + c]);
    }
  }
}

function differing(a: RasterU8, b: RasterU8): RasterU8 {
  const mask = createRaster(a.width, a.height, 1);
  for (let i = 0; i < a.data.length; i++) if (a.data[i] !== b.data[i]) mask.data[Math.floor(i / 3)] = 1;
  return mask;
}

const union = (a: PlaneF32, b: PlaneF32): PlaneF32 => ({ ...a, data: a.data.map((v, i) => Math.max(v, b.data[i])) });

function wholePerson(body: ReturnType<typeof drawnPerson>, old: PlaneF32): Person {
  const { width, height, planes } = body;
  const none = (): PlaneF32 => createPlane(width, height);
  const tube = (joints: Person['arms'][0]['joints'], radius: number): LimbTube => {
    const centres = Array.from({ length: 25 }, (_, i) => {
      const t = i / 12;
      const [a, b] = t < 1 ? [joints[0], joints[1]] : [joints[1], joints[2]];
      const f = t < 1 ? t : Math.min(1, t - 1);
      return { x: a.x + f * (b.x - a.x), y: a.y + f * (b.y - a.y) };
    });
    return { centres, radii: centres.map(() => radius), visibility: 1 };
  };
  const oval = createPlane(width, height);
  fillPolygon(oval, FACE);
  return {
    ...body,
    planes: { ...planes, top: old, upper: old, lower: planes.pants, other: none(), skin: oval },
    guide: createRaster(width, height, 3),
    pose: Array.from({ length: 33 }, () => ({ x: 200, y: 76, z: 0, visibility: 1, presence: 1 })),
    poseScore: 1,
    face: null,
    faceOval: FACE,
    body: {
      ...body.body,
      waistline: null,
      legLength: 260,
    },
    armTubes: [tube(body.arms[0].joints, 9), tube(body.arms[1].joints, 9)],
    legTubes: [tube(body.legs[0].joints, 16), tube(body.legs[1].joints, 16)],
    lightSide: -0.12,
    skinTone: { face: SKIN, arm: SKIN, leg: SKIN },
    warnings: [],
  };
}
