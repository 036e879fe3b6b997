import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '@drape/imaging';
import { isGlove, skinTone, warmed } from './skin-tone';

/** A face in columns 30–90, rows 20–100, and an arm below it. */
const OVAL = [
  { x: 30, y: 20 },
  { x: 90, y: 20 },
  { x: 90, y: 100 },
  { x: 30, y: 100 },
];
const CENTRES = Array.from({ length: 24 }, (_, i) => ({ x: 10 + 4 * i, y: 145 }));
const ARM = { centres: CENTRES, radii: CENTRES.map(() => 8), visibility: 1 };

/** The tone of arms that are not seen, below a face of brightness 200 and a neck of another. */
function armBelow(neck: number): number {
  const guide = createRaster(120, 160, 3);
  const skin = createPlane(120, 160);
  skin.data.fill(1);
  for (let i = 0; i < guide.data.length; i++) guide.data[i] = i < 3 * 120 * 100 ? 200 : neck;
  return skinTone({ guide, workScale: 1, skin, oval: OVAL, arms: [], legs: [] }).arm[0];
}

describe('the tone of a body that is not seen', () => {
  it('follows a neck that is about as light as the face, arms are a little lighter', () => {
    expect(armBelow(185)).toBeCloseTo(1.06 * 191, 0);
  });

  it('follows the face where beard or shadow darken all of the neck', () => {
    expect(armBelow(90)).toBeGreaterThan(180);
  });
});

describe('legs that are not seen', () => {
  it('are a little paler and darker than face and arms', () => {
    const guide = createRaster(120, 160, 3);
    const skin = createPlane(120, 160);
    skin.data.fill(1);
    for (let i = 0; i < guide.data.length; i++) guide.data[i] = [207, 160, 134][i % 3];
    const { face, leg } = skinTone({ guide, workScale: 1, skin, oval: OVAL, arms: [], legs: [] });
    expect(leg[0]).toBeLessThan(face[0]);
    expect(leg[0] - leg[2]).toBeLessThan(0.95 * (face[0] - face[2]));
    expect(leg[1]).toBeGreaterThan(0.94 * face[1]);
  });
});

describe('arms of which little is seen, beside a blue sleeve', () => {
  const tone = (arm: readonly [number, number, number]) => {
    const guide = createRaster(120, 160, 3);
    const skin = createPlane(120, 160);
    skin.data.fill(1);
    for (let i = 0; i < guide.data.length; i++) guide.data[i] = (i < 3 * 120 * 120 ? [163, 129, 117] : arm)[i % 3];
    return skinTone({ guide, workScale: 1, skin, oval: OVAL, arms: [ARM], legs: [] }).arm;
  };

  it('take nothing from a glove that was taken for a hand', () => {
    expect(tone([240, 60, 10])).toEqual(tone([20, 60, 240]));
    expect(tone([240, 60, 10])[1]).toBeGreaterThan(110);
  });

  it('are no gloves where they are sunburnt, or as blue as the light', () => {
    expect(isGlove([190, 115, 60], [163, 129, 117])).toBe(false);
    expect(isGlove([100, 110, 130], [120, 120, 125])).toBe(false);
  });

  it('keep the warmth and most of the light of the face', () => {
    const [red, green, blue] = tone([105, 100, 98]);
    expect(red - blue).toBeGreaterThan(25);
    expect(red + green + blue).toBeGreaterThan(0.8 * (163 + 129 + 117));
  });

  it('are not as dark as a hand in the shade', () => {
    const guide = createRaster(120, 160, 3);
    const skin = createPlane(120, 160);
    for (let i = 0; i < skin.data.length; i++) {
      const [x, y] = [i % 120, Math.floor(i / 120)];
      skin.data[i] = y < 120 || x > 76 ? 1 : 0;
      guide.data.set(y < 120 ? [200, 160, 140] : [120, 90, 76], 3 * i);
    }
    const { arm } = skinTone({ guide, workScale: 1, skin, oval: OVAL, arms: [ARM], legs: [] });
    expect(arm[0] + arm[1] + arm[2]).toBeGreaterThan(0.84 * 500);
  });

  it('stay as they are seen where they are skin like the face', () => {
    expect(tone([150, 118, 104])).toEqual([150, 118, 104]);
  });
});

describe('an arm whose forearm glistens in the sun below a dark face', () => {
  const armOf = (face: readonly number[], forearm: readonly number[]): readonly number[] => {
    const guide = createRaster(120, 160, 3);
    const skin = createPlane(120, 160);
    for (let i = 0; i < skin.data.length; i++) {
      const [x, y] = [i % 120, Math.floor(i / 120)];
      skin.data[i] = y < 134 || x > 50 ? 1 : 0;
      guide.data.set(y < 134 ? face : forearm, 3 * i);
    }
    return skinTone({ guide, workScale: 1, skin, oval: OVAL, arms: [ARM], legs: [] }).arm;
  };
  const light = (rgb: readonly number[]): number => rgb[0] + rgb[1] + rgb[2];

  it('is painted dark where it is not seen, lighter than the face', () => {
    const face = [95, 74, 67];
    const arm = armOf(face, [192, 159, 140]);
    expect(light(arm)).toBeLessThan(1.65 * light(face));
    expect(light(arm)).toBeGreaterThan(1.35 * light(face));
  });

  it('is as light as it is seen when it is a third lighter than the face', () => {
    expect(armOf([150, 118, 104], [195, 153, 135])).toEqual([195, 153, 135]);
  });
});

describe('arms of which only a hand is seen, in the sun', () => {
  it('are no redder than a picture can show', () => {
    const guide = createRaster(120, 160, 3);
    const skin = createPlane(120, 160);
    for (let i = 0; i < skin.data.length; i++) {
      const [x, y] = [i % 120, Math.floor(i / 120)];
      skin.data[i] = y < 120 || x > 76 ? 1 : 0;
      guide.data.set(y < 120 ? [235, 165, 125] : [255, 222, 196], 3 * i);
    }
    const { arm, leg } = skinTone({ guide, workScale: 1, skin, oval: OVAL, arms: [ARM], legs: [] });
    expect(Math.max(...arm, ...leg)).toBeLessThanOrEqual(255);
    expect(arm[0]).toBeGreaterThan(arm[2] + 40);
  });
});

describe('a body that is not seen, below a glossy face', () => {
  const warmth = ([red, green, blue]: readonly number[]): number => (red - blue) / (red + green + blue);
  /** A face in three bands: shade, plain skin, gloss. */
  const tones = (gloss: readonly [number, number, number]) => {
    const guide = createRaster(120, 160, 3);
    const skin = createPlane(120, 160);
    skin.data.fill(1);
    for (let i = 0; i < guide.data.length; i++) {
      const y = Math.floor(i / 360);
      guide.data[i] = (y < 40 ? [140, 100, 82] : y < 76 ? [190, 150, 130] : gloss)[i % 3];
    }
    return skinTone({ guide, workScale: 1, skin, oval: OVAL, arms: [], legs: [] });
  };

  it('is warmer than the gloss', () => {
    const { face, arm, leg } = tones([225, 205, 202]);
    expect(warmth(arm)).toBeGreaterThan(1.04 * warmth(face));
    expect(warmth(leg)).toBeGreaterThan(warmth(face));
    expect(arm[0] + arm[1] + arm[2]).toBeGreaterThan(0.94 * (face[0] + face[1] + face[2]));
  });

  it('stays as warm as a face without gloss', () => {
    const { face, arm } = tones([190, 150, 130]);
    expect(Math.abs(warmth(arm) - warmth(face))).toBeLessThan(0.01);
  });
});

it('warmed keeps the light of a colour, and what is warm enough', () => {
  expect(warmed([150, 150, 150], 0.1)).toEqual([172.55, 150, 127.45]);
  expect(warmed([200, 150, 120], 0.1)).toEqual([200, 150, 120]);
});
