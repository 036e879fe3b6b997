import { createPlane, createRaster, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { DetectedPerson, PoseDetection } from '../../ports';
import { findPerson } from './find-person';

const PHOTO = createRaster(60, 40, 3);

const personAt = (x: number, photo: RasterU8): PoseDetection => ({
  person: {
    score: 0.9,
    landmarks: Array.from({ length: 33 }, () => ({ x, y: 10, z: 0, visibility: 1, presence: 1 })),
    mask: createPlane(photo.width / 2, photo.height / 2, 1),
  },
  others: [],
});

/** The person seen at once, and with background added below the photo, by the x of their nose; the person at 30 shows a face. */
function ports(first: number | null, again: number | null) {
  const looks: number[] = [];
  return {
    looks,
    detectPose: (photo: RasterU8): Promise<PoseDetection> => {
      looks.push(photo.height);
      const x = looks.length === 1 ? first : again;
      return Promise.resolve(x === null ? { person: null, others: [] } : personAt(x, photo));
    },
    meshFace: (_: RasterU8, { landmarks }: DetectedPerson) =>
      Promise.resolve(landmarks[0].x === 30 ? { score: 1, points: [] } : null),
  };
}

const found = async (seen: ReturnType<typeof ports>) => {
  const { person, face } = await findPerson(PHOTO, seen, () => undefined);
  return [person.landmarks[0].x, face !== null, person.mask.width, person.mask.height];
};

describe('findPerson', () => {
  it('looks once where a face is seen', async () => {
    const seen = ports(30, 5);
    expect(await found(seen)).toEqual([30, true, 30, 20]);
    expect(seen.looks).toEqual([40]);
  });

  it('prefers a face that is seen with background below the photo to a back before it, and to nobody', async () => {
    for (const first of [5, null]) {
      const seen = ports(first, 30);
      expect(await found(seen)).toEqual([30, true, 30, 20]);
      expect(seen.looks).toEqual([40, 80]);
    }
  });

  it('stays with whom it saw first where the second look shows no face either', async () => {
    expect(await found(ports(5, 12))).toEqual([5, false, 30, 20]);
    await expect(found(ports(null, 12))).rejects.toThrow('No person was found');
  });
});
