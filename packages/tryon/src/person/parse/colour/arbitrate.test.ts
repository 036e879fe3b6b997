import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, rgbToLab, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { arbitrate } from './arbitrate';

const W = 60;
const H = 60;
const BAG = 1;
const SKIN = 2;
const TOP = 3;
const OTHER = 4;

/** A yellow top that begins in row 20, brown skin above it, and a brown forearm across it in rows 36…43 that the parse calls top. */
function foldedArm(): { photo: RasterU8; planes: PlaneF32[] } {
  const photo = createRaster(W, H, 3);
  const planes = Array.from({ length: 4 }, () => createPlane(W, H));
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const brown = y < 20 || (y >= 36 && y < 44 && x >= 8 && x < 52);
      photo.data.set(brown ? [150 + (x % 5), 95, 70] : [230, 225, 150 + (x % 5)], 3 * i);
      planes[y < 20 ? SKIN : TOP].data[i] = 1;
    }
  }
  return { photo, planes };
}

describe('arbitrate', () => {
  const mask = createPlane(W, H);
  mask.data.fill(1);
  const at = (x: number, y: number): number => y * W + x;

  it('gives a forearm that the parse surely calls fabric back to skin where the pose sees an arm', () => {
    const { photo, planes } = foldedArm();
    const doubtful = [15, 30, 45].map((x) => ({ centre: { x, y: 40 }, radius: 10 }));
    const mended = arbitrate(rgbToLab(photo), planes, { doubtful, expected: SKIN, carried: null, mask });
    expect(mended[SKIN].data[at(30, 40)]).toBeGreaterThan(0.9);
    expect(mended[TOP].data[at(30, 40)]).toBeLessThan(0.1);
    expect(mended[TOP].data[at(30, 46)]).toBeGreaterThan(0.9);
  });

  it('leaves sure fabric alone where no arm is', () => {
    const { photo, planes } = foldedArm();
    const mended = arbitrate(rgbToLab(photo), planes, { doubtful: [], expected: SKIN, carried: null, mask });
    expect(mended[TOP].data[at(30, 40)]).toBe(1);
  });

  /** Dark fabric, or fabric like the object's, and in the middle a pale object that the parse half takes for a bag. */
  function vagueBag(fabric: readonly number[]): { photo: RasterU8; planes: PlaneF32[] } {
    const photo = createRaster(W, H, 3);
    const planes = Array.from({ length: 4 }, () => createPlane(W, H));
    for (let y = 0, i = 0; y < H; y++) {
      for (let x = 0; x < W; x++, i++) {
        const isBag = x >= 20 && x < 40 && y >= 20 && y < 40;
        const grain = x % 5;
        photo.data.set(isBag ? [240, 238 - grain, 230] : fabric.map((v) => v - grain), 3 * i);
        planes[BAG].data[i] = isBag ? (x < 30 ? 0.65 : 0.4) : 0;
        planes[TOP].data[i] = 1 - planes[BAG].data[i];
      }
    }
    return { photo, planes };
  }

  it('lets a bag of which the parse is nowhere sure keep its place before sure fabric', () => {
    const { photo, planes } = vagueBag([60, 60, 66]);
    const mended = arbitrate(rgbToLab(photo), planes, { doubtful: [], expected: SKIN, carried: null, mask });
    expect(mended[BAG].data[at(25, 30)]).toBeGreaterThan(0.9);
    expect(mended[BAG].data[at(35, 30)]).toBeGreaterThan(0.9);
    expect(mended[TOP].data[at(10, 30)]).toBe(1);
  });

  it('takes a vague bag of the sure fabric’s own colours for a piece of that', () => {
    const { photo, planes } = vagueBag([240, 240, 232]);
    const mended = arbitrate(rgbToLab(photo), planes, { doubtful: [], expected: SKIN, carried: null, mask });
    expect(mended[TOP].data[at(25, 30)]).toBeGreaterThan(0.9);
    expect(mended[TOP].data[at(35, 30)]).toBeGreaterThan(0.9);
  });

  /**
   * White fabric, over it a red bag that the parse sees surely, and a blue one: the parse half believes in one half of it and takes the
   * other for clothes. Beside that a belt of its colour.
   */
  function twoBags(): { photo: RasterU8; planes: PlaneF32[] } {
    const photo = createRaster(W, H, 3);
    const planes = Array.from({ length: 5 }, () => createPlane(W, H));
    for (let y = 0, i = 0; y < H; y++) {
      for (let x = 0; x < W; x++, i++) {
        const grain = x % 5;
        const high = y >= 20 && y < 34;
        const [red, blue] = [high && x >= 4 && x < 18, high && x >= 40 && x < 54];
        photo.data.set(red ? [170, 20, 30 + grain] : blue ? [40, 90 + grain, 220] : [236, 234 - grain, 228], 3 * i);
        const isBelt = blue && x >= 52 && y >= 28 && y < 32;
        planes[BAG].data[i] = red ? 1 : blue && x < 50 ? 0.6 : 0;
        planes[OTHER].data[i] = isBelt ? 1 : 0;
        planes[TOP].data[i] = 1 - planes[BAG].data[i] - planes[OTHER].data[i];
      }
    }
    return { photo, planes };
  }

  it('lets a bag count by its own colours, not by those of the one in the other hand, and hold what of it was parsed as fabric', () => {
    const { photo, planes } = twoBags();
    const options = { doubtful: [], expected: SKIN, mask, carried: { bags: BAG, clothes: [TOP] } };
    const mended = arbitrate(rgbToLab(photo), planes, options);
    expect(mended[BAG].data[at(44, 26)]).toBeGreaterThan(0.9);
    expect(mended[BAG].data[at(52, 26)]).toBeGreaterThan(0.9);
    expect(mended[OTHER].data[at(53, 30)]).toBe(1);
    expect(mended[BAG].data[at(10, 26)]).toBe(1);
    expect(mended[TOP].data[at(57, 26)]).toBeGreaterThan(0.9);
    expect(mended[TOP].data[at(44, 40)]).toBe(1);
  });

  it('gives a bag no colour that is hardly more its own than its class has', () => {
    const { photo, planes } = twoBags();
    for (let y = 34; y < 38; y++) {
      for (let x = 40; x < 48; x++) {
        photo.data.set([60, 90, 200], 3 * at(x, y));
        planes[BAG].data[at(x, y)] = 0.45;
        planes[TOP].data[at(x, y)] = 0.55;
      }
    }
    const options = { doubtful: [], expected: SKIN, mask, carried: { bags: BAG, clothes: [TOP] } };
    const mended = arbitrate(rgbToLab(photo), planes, options);
    expect(mended[BAG].data[at(44, 36)]).toBeLessThan(0.6);
    expect(mended[BAG].data[at(44, 26)]).toBeGreaterThan(0.9);
  });
});
