import { Pyramid, createRaster } from '@drape/imaging';
import type { Network } from './networks/network';
import { maskOf, readPose } from './networks/pose-landmarks';
import type { Models } from './types';

/** Runs every network once: the first run allocates its memory and, on a GPU, chooses its kernels. */
export async function warmUp(models: Models, landmarks: Network): Promise<void> {
  const blank = createRaster(256, 256, 3);
  await models.detectPose(blank);
  const region = { centre: { x: 128, y: 128 }, width: 256, height: 256, angleRad: 0 };
  const pose = await readPose(landmarks, new Pyramid(blank), region);
  const inPhoto = pose.landmarks.map((point) => ({ ...point, presence: 1, visibility: 1 }));
  const person = { score: 1, landmarks: inPhoto, mask: maskOf(pose) };
  await models.meshFace(blank, person);
  await models.cutOut(blank);
  await models.classifyGarment?.(blank);
  await models.readGarment(blank, undefined, null);
  await models.parsePerson(blank, person);
}
