import type { RasterU8 } from '@drape/imaging';
import { resizeRaster } from '@drape/imaging';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadModels, PARSE_CLASSES, type DetectedPerson, type Models } from '../src';
import expectations from './expectations/persons.json';
import official from './expectations/official.json';
import { readSample } from './read-picture';

const [SHOULDER, HIP] = [12, 23];
const VISIBLE = 0.5;

/**
 * expectations/persons.json is written by write-expectations.ts; expectations/official.json holds what npm @mediapipe/pose
 * 0.5.1675469404 (model complexity 2, no smoothing) said in Chromium 156 about the second of two equal frames.
 */

/** Distance from the right shoulder to the left hip, the measure of all landmark errors here. */
function torsoDiagonal(landmarks: DetectedPerson['landmarks']): number {
  return Math.hypot(landmarks[SHOULDER].x - landmarks[HIP].x, landmarks[SHOULDER].y - landmarks[HIP].y);
}

/** Errors of the visible landmarks as shares of the torso diagonal, ascending. */
function errors(landmarks: DetectedPerson['landmarks'], expected: readonly (readonly number[])[]): number[] {
  const torso = torsoDiagonal(landmarks);
  return landmarks
    .map((p, i) => ({ error: Math.hypot(p.x - expected[i][0], p.y - expected[i][1]) / torso, p }))
    .filter(({ p }) => p.visibility > VISIBLE)
    .map(({ error }) => error)
    .sort((a, b) => a - b);
}

describe('people in the sample pictures', () => {
  let models: Models;
  beforeAll(async () => {
    models = await loadModels({ provider: 'cpu', threads: 1 });
  });
  afterAll(() => models.close());

  const find = async (photo: RasterU8): Promise<DetectedPerson> => {
    const { person, others } = await models.detectPose(photo);
    expect(others).toEqual([]);
    if (person === null) throw new Error('nobody found');
    return person;
  };

  it.each(expectations)('are found where they were: $name', async ({ name, landmarks, maskShare, face }) => {
    const photo = await readSample(name);
    const person = await find(photo);
    expect(person.landmarks).toHaveLength(33);
    expect(Math.max(...errors(person.landmarks, landmarks))).toBeLessThan(0.01);
    expect([1, 2, 4]).toContain(Math.round(photo.width / person.mask.width));
    expect(person.mask.height).toBe(Math.ceil((photo.height * person.mask.width) / photo.width));
    const share = person.mask.data.reduce((sum, value) => sum + value, 0) / person.mask.data.length;
    expect(Math.abs(share - maskShare)).toBeLessThan(0.005);
    const mesh = await models.meshFace(photo, person);
    expect(mesh?.points).toHaveLength(468);
    const near = 0.01 * torsoDiagonal(person.landmarks);
    face.forEach(([x, y], i) => {
      const point = mesh?.points[i * 12] ?? { x: 0, y: 0 };
      expect(Math.hypot(point.x - x, point.y - y)).toBeLessThan(near);
    });
  });

  // The astronaut's arms and hips are hidden by suit and helmet.
  it.each(official)("lie where Google's own pipeline sees them: $name", async ({ name, landmarks }) => {
    const found = errors((await find(await readSample(name))).landmarks, landmarks);
    expect(found[found.length >> 1]).toBeLessThan(0.015);
    expect(found[Math.floor(found.length * 0.9)]).toBeLessThan(name.includes('astronaut') ? 0.05 : 0.03);
  });

  it('stay in place at half the size', async () => {
    const photo = await readSample('persons/full-body.jpg');
    const whole = await find(photo);
    const half = await find(resizeRaster(photo, photo.width / 2, photo.height / 2));
    const found = errors(
      half.landmarks,
      whole.landmarks.map(({ x, y }) => [x / 2, y / 2]),
    );
    expect(found[Math.floor(found.length * 0.9)]).toBeLessThan(0.015);
  });

  it('change sides in a mirrored picture', async () => {
    const photo = await readSample('persons/full-body.jpg');
    const plain = await find(photo);
    const mirrored = await find(mirror(photo));
    const expected = plain.landmarks.map((_, i) => {
      const p = plain.landmarks[mirroredLandmark(i)];
      return [photo.width - p.x, p.y];
    });
    const found = errors(mirrored.landmarks, expected);
    expect(found[found.length >> 1]).toBeLessThan(0.02);
  });

  it('stay in place when the picture gains a wide border', async () => {
    const photo = await readSample('persons/full-body.jpg');
    const plain = await find(photo);
    const padded = await find(pad(photo, 400, 240));
    const found = errors(
      padded.landmarks,
      plain.landmarks.map(({ x, y }) => [x + 400, y + 240]),
    );
    expect(found[found.length >> 1]).toBeLessThan(0.015);
    expect(found[Math.floor(found.length * 0.9)]).toBeLessThan(0.03);
  });

  it('are told apart when two stand side by side', async () => {
    const photo = await readSample('persons/full-body.jpg');
    const { person, others } = await models.detectPose(beside(photo, resizeRaster(photo, 900, 900)));
    const nose = person?.landmarks[0] ?? { x: 0, y: 0 };
    expect(Math.hypot(nose.x - expectations[0].landmarks[0][0], nose.y - expectations[0].landmarks[0][1])).toBeLessThan(
      20,
    );
    expect(others).toHaveLength(1);
    const [other] = others;
    expect(other.x + other.width / 2).toBeGreaterThan(1200 + 450);
    expect(other.x + other.width / 2).toBeLessThan(1200 + 650);
    expect(other.height).toBeGreaterThan(600);
  });

  it('wear what the parser says: dress from breast to thigh, skin at the arms, hair on the head', async () => {
    const photo = await readSample('persons/full-body.jpg');
    const person = await find(photo);
    const parsed = await models.parsePerson(photo, person);
    expect(parsed.planes).toHaveLength(PARSE_CLASSES.length);
    const classAt = (x: number, y: number): string => {
      const { width, height } = parsed.planes[0];
      const u = Math.floor(((x - parsed.box.x) / parsed.box.width) * width);
      const v = Math.floor(((y - parsed.box.y) / parsed.box.height) * height);
      const shares = parsed.planes.map((plane) => plane.data[v * width + u]);
      return PARSE_CLASSES[shares.indexOf(Math.max(...shares))];
    };
    const [l, r] = [person.landmarks[11], person.landmarks[12]];
    const [hipL, hipR] = [person.landmarks[23], person.landmarks[24]];
    const cloth = ['top', 'outer', 'dress', 'skirt'];
    expect(cloth).toContain(classAt((l.x + r.x) / 2, l.y + 0.5 * (hipL.y - l.y)));
    expect(cloth).toContain(classAt((hipL.x + hipR.x) / 2, hipL.y + 0.3 * (hipL.y - l.y)));
    expect(classAt(person.landmarks[14].x, person.landmarks[14].y)).toBe('skin');
    expect(classAt(person.landmarks[26].x, person.landmarks[26].y)).toBe('skin');
    expect(classAt(10 + parsed.box.x, 10 + parsed.box.y)).toBe('background');
  });
});

describe('product pictures', () => {
  it('are cut out: the middle of the garment is sure, the corners are background', async () => {
    const models = await loadModels({ provider: 'cpu', threads: 1 });
    const garment = await readSample('garments/top/striped-long-sleeve.jpg');
    const cut = await models.cutOut(garment);
    await models.close();
    const { width, height, data } = cut;
    expect(data[(height >> 1) * width + (width >> 1)]).toBeGreaterThan(0.95);
    for (const corner of [0, width - 1, (height - 1) * width, height * width - 1])
      expect(data[corner]).toBeLessThan(0.05);
  });
});

/** Left and right change places: eyes and mouth by three, then pairs. */
function mirroredLandmark(i: number): number {
  if (i === 0) return 0;
  if (i <= 6) return i <= 3 ? i + 3 : i - 3;
  return i % 2 === 1 ? i + 1 : i - 1;
}

function mirror(photo: RasterU8): RasterU8 {
  return remap(photo, photo.width, photo.height, (x, y) => [photo.width - 1 - x, y]);
}

/** A border that repeats the photo's edge. */
function pad(photo: RasterU8, left: number, top: number): RasterU8 {
  const clamp = (value: number, limit: number) => (value < 0 ? 0 : value >= limit ? limit - 1 : value);
  return remap(photo, photo.width + 2 * left, photo.height + 2 * top, (x, y) => [
    clamp(x - left, photo.width),
    clamp(y - top, photo.height),
  ]);
}

function remap(photo: RasterU8, width: number, height: number, from: (x: number, y: number) => number[]): RasterU8 {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = from(x, y);
      const at = 3 * (v * photo.width + u);
      for (let c = 0; c < 3; c++) data[3 * (y * width + x) + c] = photo.data[at + c];
    }
  }
  return { width, height, channels: 3, data };
}

/** Two photos in one, their lower edges level, the second on the right. */
function beside(a: RasterU8, b: RasterU8): RasterU8 {
  const joined = remap(a, a.width + b.width, a.height, (x, y) => [Math.min(x, a.width - 1), y]);
  for (let y = 0; y < b.height; y++) {
    const row = b.data.subarray(3 * y * b.width, 3 * (y + 1) * b.width);
    joined.data.set(row, 3 * ((y + a.height - b.height) * joined.width + a.width));
  }
  return joined;
}
