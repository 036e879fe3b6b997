import { distance } from '../../geometry/vector';

interface Joint {
  readonly x: number;
  readonly y: number;
  readonly visibility: number;
}

/** Hip, knee and ankle of one leg. */
export type LegJoints = readonly [Joint, Joint, Joint];

/** Least height of a knee below its hip, as a share of the thigh's length in the picture; standing and walking people measured .95–1. */
const KNEE_DROP_MIN = 0.55;
/**
 * Thigh ÷ shin in the picture below which a thigh points at the camera (standing people measured .88–1.74), and the visibility from which a
 * joint counts.
 */
const FORESHORTENED_RATIO_MAX = 0.7;
const SEEN_VISIBILITY_MIN = 0.5;

/**
 * True when the pose shows that a person sits: one thigh is level, as people who sit often stretch the other leg, or both point at the
 * camera.
 */
export function isSeated(legs: readonly LegJoints[]): boolean {
  const level = legs.some(
    ([hip, knee]) =>
      knee.visibility > SEEN_VISIBILITY_MIN && knee.y - hip.y < KNEE_DROP_MIN * Math.max(1, distance(knee, hip)),
  );
  const towards = legs.every(
    ([hip, knee, ankle]) =>
      Math.min(knee.visibility, ankle.visibility) > SEEN_VISIBILITY_MIN &&
      distance(hip, knee) < FORESHORTENED_RATIO_MAX * distance(knee, ankle),
  );
  return level || towards;
}
