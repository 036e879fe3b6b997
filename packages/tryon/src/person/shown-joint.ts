import type { Limb, PlacementBody } from '../place/body';
import { sampleAt } from './limb-tubes';

/** From this on the pose network, or the parser, is believed. */
const SURE = 0.5;

/** A body of which only these are asked. */
export type ShownBody = Pick<PlacementBody, 'width' | 'height' | 'workScale'> & {
  readonly planes: Pick<PlacementBody['planes'], 'person'>;
};

/**
 * Whether a limb's joint is in the photo and nothing but the body's own clothes is before it.
 *
 * The network calls joints under a long skirt, a cape or black trousers hidden: 28 of 478 people standing in the street had two such knees.
 * Those lie on the person, knees behind a table do not.
 */
export function isShown(body: ShownBody, { joints, visibility }: Limb, joint: 0 | 1 | 2): boolean {
  const p = joints[joint];
  const inPhoto = p.x > 0 && p.x < body.width && p.y > 0 && p.y < body.height;
  return inPhoto && (visibility[joint] >= SURE || sampleAt(body.planes.person, p, body.workScale) > SURE);
}
