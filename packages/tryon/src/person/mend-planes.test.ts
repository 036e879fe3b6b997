import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '@drape/imaging';
import type { PoseLandmark } from '../ports';
import type { PersonPlanes } from '../types';
import { bodyFrame, nameJoints } from './joints';
import { mendPlanes } from './mend-planes';

const W = 120;
const H = 160;
const NAMES = [
  ...['person', 'hair', 'skin', 'upper', 'lower', 'shoes', 'bag'],
  ...['other', 'top', 'outer', 'dress', 'pants', 'skirt'],
] as const;

/** Two bare arms over each other, rows 70…89 and 92…110, with a line of two rows between them that the parse calls top. */
function crossed(line: readonly [number, number, number]): { skin: number; top: number } {
  const guide = createRaster(W, H, 3);
  const planes = Object.fromEntries(NAMES.map((name) => [name, createPlane(W, H)])) as unknown as PersonPlanes;
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const between = y === 90 || y === 91;
      const arm = y >= 70 && y <= 110 && !between;
      guide.data.set(arm ? [200, 140, 110] : between ? line : [230, 225, 150], 3 * i);
      planes.person.data[i] = 1;
      for (const plane of arm ? [planes.skin] : [planes.upper, planes.top]) plane.data[i] = 1;
    }
  }
  const mark = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 1, presence: 1 });
  const marks = Array.from({ length: 33 }, () => mark(60, 20));
  marks[9] = marks[10] = mark(60, 26);
  [marks[12], marks[11]] = [mark(20, 50), mark(100, 50)];
  [marks[24], marks[23]] = [mark(30, 150), mark(90, 150)];
  const joints = nameJoints(marks);
  mendPlanes({ guide, planes, joints, frame: bodyFrame(joints), workScale: 1 });
  const at = 90 * W + 60;
  return { skin: planes.skin.data[at], top: planes.top.data[at] };
}

describe('mendPlanes', () => {
  it('keeps the dark crease between two arms with them', () => {
    const { skin, top } = crossed([60, 40, 32]);
    expect(skin).toBeGreaterThan(0.9);
    expect(top).toBeLessThan(0.1);
  });

  it('leaves cloth that shows between arms, light or of another hue', () => {
    expect(crossed([230, 225, 150]).top).toBe(1);
    expect(crossed([0, 50, 110]).top).toBe(1);
  });
});
