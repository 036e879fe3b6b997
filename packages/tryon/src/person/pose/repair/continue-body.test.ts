import { describe, expect, it } from '@jest/globals';
import type { PoseLandmark } from '../../../ports';
import { continueBody } from './continue-body';
import { nameJoints, type Joints } from '../joints';
import { distance } from '../../../geometry/vector';

const PHOTO_WIDTH = 400;
const SHOULDERS = 100;

interface Figure {
  readonly hips: number;
  readonly knees: number;
  readonly ankles: number;
  /** Of knees and ankles. */
  readonly visibility?: number;
  /** How far the image-right knee is to the side. */
  readonly aside?: number;
}

/** A person from the front, shoulders 100 wide at height 100. */
function figure({ hips, knees, ankles, visibility = 0.2, aside = 0 }: Figure): Joints {
  const heightOf = (i: number): number => (i < 11 ? 60 : i < 23 ? 100 : i < 25 ? hips : i < 27 ? knees : ankles);
  const halfOf = (i: number): number => (i < 23 ? SHOULDERS / 2 : 28);
  const landmarks = Array.from({ length: 33 }, (_, i): PoseLandmark => {
    const isLeft = i % 2 === 1;
    const x = PHOTO_WIDTH / 2 + (isLeft ? halfOf(i) : -halfOf(i)) + (i === 25 ? aside : 0);
    return { x, y: heightOf(i), z: 0, visibility: i < 25 ? 1 : visibility, presence: 1 };
  });
  return nameJoints(landmarks);
}

const torso = 160;
const lengths = ({ hips, knees, ankles }: Joints): { thigh: number; shin: number } => ({
  thigh: distance(hips[0], knees[0]) / torso,
  shin: distance(knees[0], ankles[0]) / distance(hips[0], knees[0]),
});

describe('continueBody', () => {
  it('leaves a body alone that the photo shows in full', () => {
    const joints = figure({ hips: 260, knees: 390, ankles: 510, visibility: 1 });
    expect(continueBody(joints, { height: 600 })).toBe(joints);
  });

  it('leaves hidden joints alone that lie well inside the photo', () => {
    const joints = figure({ hips: 260, knees: 390, ankles: 510, visibility: 0.1 });
    expect(continueBody(joints, { height: 600 })).toBe(joints);
  });

  it.each([
    ['far too short', 300, 330],
    ['far too long', 700, 1200],
    ['right', 380, 500],
  ])('keeps legs below the edge within a body’s proportions where the network’s are %s', (_what, knees, ankles) => {
    const seen = figure({ hips: 260, knees, ankles });
    const joints = continueBody(seen, { height: 300 });
    expect(joints.hips).toEqual(seen.hips);
    const { thigh, shin } = lengths(joints);
    expect(thigh).toBeGreaterThan(0.69);
    expect(thigh).toBeLessThan(0.98);
    expect(shin).toBeGreaterThan(0.78);
    expect(shin).toBeLessThan(1.04);
  });

  it('keeps a seen knee and continues the shin alone, feet with it', () => {
    const seen = figure({ hips: 260, knees: 390, ankles: 430, visibility: 1 });
    const joints = continueBody(seen, { height: 420 });
    expect(joints.knees).toEqual(seen.knees);
    expect(joints.ankles[0].y).toBeGreaterThan(480);
    expect(joints.toes[0].y).toBeCloseTo(joints.ankles[0].y, 6);
  });

  it('takes a knee that is guessed at the edge for one below it', () => {
    const joints = continueBody(figure({ hips: 260, knees: 350, ankles: 430, visibility: 0.4 }), { height: 360 });
    expect(joints.knees[0].y).toBeGreaterThan(365);
  });

  it('lets nobody’s unseen thigh lie level', () => {
    const { hips, knees } = continueBody(figure({ hips: 260, knees: 330, ankles: 500, aside: 300 }), { height: 310 });
    expect(knees[1].x - hips[1].x).toBeLessThan(0.25 * distance(hips[1], knees[1]));
  });

  it('finds hips below the edge by the width of the shoulders, and the legs from there', () => {
    const joints = continueBody(figure({ hips: 180, knees: 190, ankles: 200 }), { height: 180 });
    const down = joints.hips[0].y - 100;
    expect(down / SHOULDERS).toBeGreaterThan(1.3);
    expect(down / SHOULDERS).toBeLessThan(2);
    expect(distance(joints.hips[0], joints.knees[0]) / down).toBeGreaterThan(0.69);
  });
});
