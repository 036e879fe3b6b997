import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, mapClasses, type PlaneF32 } from '@drape/imaging';
import type { Placement } from '../../model/placement';
import { cropToChange } from './crop';
import type { Person } from '../../model/person';

const K = 1 / 3;

/** A person who fills the lower right of a photo of whole work pixels and `more` photo pixels, with a small garment on. */
function cropped(more: number): ReturnType<typeof cropToChange> {
  const photo = createRaster(300 + more, 360 + more, 3);
  const plane = (value = 0): PlaneF32 => {
    const drawn = createPlane(100, 120);
    for (let y = 70; y < 120; y++) drawn.data.fill(value, y * 100 + 60, y * 100 + 100);
    return drawn;
  };
  const line = { centres: [{ x: 250, y: 300 }], radii: [9], visibility: 1 };
  const limb = { joints: [line.centres[0], line.centres[0], line.centres[0]], visibility: [1, 1, 1] };
  const empty = plane();
  const person = {
    width: photo.width,
    height: photo.height,
    workScale: K,
    faceOval: [{ x: 240, y: 220 }],
    armTubes: [line, line],
    legTubes: [line, line],
    arms: [limb, limb],
    legs: [limb, limb],
    pose: [{ ...line.centres[0], z: 0, visibility: 1, presence: 1 }],
    face: { score: 1, points: [{ x: 245, y: 225, z: 3 }] },
    toes: [line.centres[0], line.centres[0]],
    planes: { ...mapClasses(() => empty), upper: plane(1), person: plane(1) },
    guide: createRaster(100, 120, 3),
    body: { shoulderMid: { x: 250, y: 240 }, hipMid: { x: 250, y: 340 }, shoulderWidth: 60 },
  };
  const points = [line.centres[0], line.centres[0]];
  const placement = {
    box: { x: 220, y: 240, width: 60, height: 60 },
    region: { kind: 'skirt', waist: points, tubes: [points, points], hems: [points, points] },
  };
  return cropToChange(photo, person as unknown as Person, placement as unknown as Placement, 'top');
}

describe('cropToChange', () => {
  it("reaches the photo's edge, whose last pixels are no whole work pixel: old clothes would stay there as a line", () => {
    for (const more of [0, 1]) {
      const { box, person } = cropped(more);
      expect(box.x + box.width).toBe(300 + more);
      expect(box.y + box.height).toBe(360 + more);
      expect(person.width).toBe(box.width);
    }
  });

  it('moves all of the person into the pixels of the part', () => {
    const { box, person } = cropped(0);
    const wrist = { x: 250 - box.x, y: 300 - box.y };
    expect(box.x * box.y).toBeGreaterThan(0);
    for (const { joints } of [...person.arms, ...person.legs]) expect(joints).toEqual([wrist, wrist, wrist]);
    for (const { centres } of [...person.armTubes, ...person.legTubes]) expect(centres).toEqual([wrist]);
    expect(person.pose[0]).toMatchObject(wrist);
    expect(person.face?.points).toEqual([{ x: 245 - box.x, y: 225 - box.y, z: 3 }]);
    const { width, height } = person.guide;
    for (const plane of Object.values(person.planes)) expect(plane).toMatchObject({ width, height });
  });
});
