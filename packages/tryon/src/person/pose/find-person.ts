import { createRaster, cropPlane, type RasterU8 } from '@drape/imaging';
import type { DetectedPerson, FaceMesh, PoseDetection, TryOnPorts } from '../../ports';
import { requirePerson } from './checks';

export interface FoundPerson {
  readonly person: DetectedPerson;
  readonly face: FaceMesh | null;
}

/**
 * The person in the photo and their face. Where nobody is found, or somebody without a face, the photo is searched again with as much empty
 * background below it: the detector knows whole bodies, and misses a near one that the photo cuts off in favour of a passer-by behind it.
 *
 * Throws: TryOnRefusal. Cost: the second search, for 9 of 1,249 people.
 */
export async function findPerson(
  photo: RasterU8,
  ports: Pick<TryOnPorts, 'detectPose' | 'meshFace'>,
  stageFace: () => void,
): Promise<FoundPerson> {
  const detection = await ports.detectPose(photo);
  stageFace();
  const face = detection.person && (await ports.meshFace(photo, detection.person));
  if (detection.person !== null && face !== null) return { person: requirePerson(detection), face };
  const again = await searchWithMargin(photo, ports);
  const seen = again.person && (await ports.meshFace(photo, again.person));
  return seen === null ? { person: requirePerson(detection), face } : { person: requirePerson(again), face: seen };
}

/** The background is added below, so all positions stay as they are. */
async function searchWithMargin(photo: RasterU8, ports: Pick<TryOnPorts, 'detectPose'>): Promise<PoseDetection> {
  const tall = createRaster(photo.width, 2 * photo.height, photo.channels);
  tall.data.set(photo.data);
  const { person, others } = await ports.detectPose(tall);
  if (person === null) return { person, others };
  const { mask } = person;
  const upper = cropPlane(mask, { x: 0, y: 0, width: mask.width, height: Math.ceil(mask.height / 2) });
  return { person: { ...person, mask: upper }, others };
}
