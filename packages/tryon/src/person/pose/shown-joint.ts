import type { Point } from '@drape/imaging';
import type { Limb, PlacementBody } from '../../model/body';
import { sampleAt } from '../../geometry/sampling';
import { distance } from '../../geometry/vector';

/** Confidence from which the pose network, or the parser, is believed. */
const SURE_CONFIDENCE_MIN = 0.5;

/** The parts of a body that are needed here. */
export type ShownBody = Pick<PlacementBody, 'width' | 'height' | 'workScale'> & {
  readonly planes: Pick<PlacementBody['planes'], 'person'>;
};

/**
 * Distance from the photo's edge from which a joint that the network calls hidden counts, in lengths of the bone that ends there: guesses
 * are on the edge.
 */
const EDGE_DISTANCE_MIN = 0.1;

/**
 * Whether a limb's joint is in the photo with nothing but the body's own clothes in front of it.
 *
 * The network calls joints under a long skirt, a cape or black trousers hidden: 28 of 478 people standing in the street had two such knees.
 * Those are on the person, knees behind a table are not; knees that the photo cuts off are guessed at its edge (within .03 thighs).
 */
export function isShown(body: ShownBody, { joints, visibility }: Limb, joint: 0 | 1 | 2): boolean {
  const at = joints[joint];
  if (visibility[joint] >= SURE_CONFIDENCE_MIN) return isInside(body, at, 0);
  return isOffEdge(body, joints, joint) && sampleAt(body.planes.person, at, body.workScale) > SURE_CONFIDENCE_MIN;
}

/** What a photo shows of a joint: itself, nothing because it is outside, or something else in front of it. */
export type JointSight = 'shown' | 'outside' | 'hidden';

/** What is seen of a limb's joint. A joint at the photo's very edge that the network calls hidden is its guess at what is outside. */
export function sightOf(body: ShownBody, limb: Limb, joint: 0 | 1 | 2): JointSight {
  if (isShown(body, limb, joint)) return 'shown';
  return isOffEdge(body, limb.joints, joint) ? 'hidden' : 'outside';
}

/** Whether a joint is inside the photo and off its edge. */
function isOffEdge(body: ShownBody, joints: Limb['joints'], joint: 0 | 1 | 2): boolean {
  return isInside(body, joints[joint], EDGE_DISTANCE_MIN * distance(joints[Math.max(0, joint - 1)], joints[joint]));
}

function isInside({ width, height }: ShownBody, { x, y }: Point, margin: number): boolean {
  return x > margin && x < width - margin && y > margin && y < height - margin;
}
