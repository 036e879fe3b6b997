import { createPlane, createRandom, createRaster, gaussianBlur, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { requireSharp } from './require-sharp';

const SIDE = 200;
const SHOULDER_WIDTH = 80;

/** The middle half of the picture. */
const PERSON: PlaneF32 = createPlane(SIDE, SIDE);
for (let i = 0; i < SIDE * SIDE; i++) {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  PERSON.data[i] = Number(x >= 50 && x < 150 && y >= 20 && y < 180);
}

/** Pale and dark patches; the person and what is around it each have a blur of their own. */
function photoOf(onPerson: (light: PlaneF32) => PlaneF32, around = onPerson): RasterU8 {
  const random = createRandom(3);
  const patches = Array.from({ length: 400 }, () => (random() < 0.5 ? 40 : 200));
  const light = createPlane(SIDE, SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    light.data[i] = patches[20 * Math.floor(i / SIDE / 10) + Math.floor((i % SIDE) / 10)];
  }
  const [inside, outside, outline] = [onPerson(light), around(light), onPerson(PERSON)];
  const photo = createRaster(SIDE, SIDE, 3);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const share = outline.data[i];
    photo.data.fill(share * inside.data[i] + (1 - share) * outside.data[i], 3 * i, 3 * i + 3);
  }
  return photo;
}

const crisp = (light: PlaneF32): PlaneF32 => light;
/** Blurred by σ, in shoulder widths. */
const blurred = (sigma: number) => (light: PlaneF32) => gaussianBlur(light, sigma * SHOULDER_WIDTH);

/** Smeared over some shoulder widths, along rows (step 1) or columns. */
const moved = (by: number, step: number) => (light: PlaneF32) => {
  const half = Math.round((by * SHOULDER_WIDTH) / 2);
  const smeared = createPlane(SIDE, SIDE);
  for (let i = 0; i < smeared.data.length; i++) {
    let sum = 0;
    for (let k = -half; k <= half; k++) sum += light.data[Math.min(SIDE * SIDE - 1, Math.max(0, i + k * step))];
    smeared.data[i] = sum / (2 * half + 1);
  }
  return smeared;
};

const judge = (photo: RasterU8): void => requireSharp(photo, PERSON, SHOULDER_WIDTH, 1);

describe('requireSharp', () => {
  it.each([
    ['crisp', crisp, crisp],
    ['slightly soft', blurred(0.01), blurred(0.01)],
    ['before a blurred background', crisp, blurred(0.1)],
  ])('lets a photo through that is %s', (_, onPerson, around) => {
    expect(() => judge(photoOf(onPerson, around))).not.toThrow();
  });

  it.each([
    ['out of focus', blurred(0.06), blurred(0.06)],
    ['moved sideways', moved(0.2, 1), moved(0.2, 1)],
    ['moved up and down', moved(0.2, SIDE), moved(0.2, SIDE)],
  ])('refuses a photo that is %s', (_, onPerson, around) => {
    expect(() => judge(photoOf(onPerson, around))).toThrow(
      expect.objectContaining({ code: 'photo_too_blurry', detail: expect.stringContaining('sharp photo') }),
    );
  });

  it('measures in shoulder widths: a large photo may be softer per pixel', () => {
    const photo = photoOf(blurred(0.06));
    expect(() => requireSharp(photo, PERSON, 4 * SHOULDER_WIDTH, 1)).not.toThrow();
  });

  it('does not judge a photo without edges', () => {
    expect(() => judge(createRaster(SIDE, SIDE, 3))).not.toThrow();
  });
});
