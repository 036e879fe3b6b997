import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '@drape/imaging';
import { skinTone } from './skin-tone';

/** The tone of arms that are not seen, below a face of brightness 200 and a neck of another. */
function armBelow(neck: number): number {
  const guide = createRaster(120, 160, 3);
  const skin = createPlane(120, 160);
  skin.data.fill(1);
  for (let i = 0; i < guide.data.length; i++) guide.data[i] = i < 3 * 120 * 100 ? 200 : neck;
  const oval = [
    { x: 30, y: 20 },
    { x: 90, y: 20 },
    { x: 90, y: 100 },
    { x: 30, y: 100 },
  ];
  return skinTone({ guide, workScale: 1, skin, oval, arms: [], legs: [] }).arm[0];
}

describe('the tone of a body that is not seen', () => {
  it('follows a neck that is about as light as the face', () => {
    expect(armBelow(185)).toBeCloseTo(191, 0);
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
    const oval = [
      { x: 30, y: 20 },
      { x: 90, y: 20 },
      { x: 90, y: 100 },
      { x: 30, y: 100 },
    ];
    const { face, leg } = skinTone({ guide, workScale: 1, skin, oval, arms: [], legs: [] });
    expect(leg[0]).toBeLessThan(face[0]);
    expect(leg[0] - leg[2]).toBeLessThan(0.95 * (face[0] - face[2]));
    expect(leg[1]).toBeGreaterThan(0.94 * face[1]);
  });
});
