import { distance } from '../../geometry/vector';

interface Joint {
  readonly x: number;
  readonly y: number;
  readonly visibility: number;
}

/** Hip, knee and ankle of one leg. */
export type LegJoints = readonly [Joint, Joint, Joint];

/** Least height of a knee below its hip, as a share of the thigh's length in the picture; standing and walking people measured .95–1. */
const UPRIGHT = 0.55;
/**
 * Thigh ÷ shin in the picture below which a thigh points at the camera (standing people measured .88–1.74), and the visibility from which a
 * joint counts.
 */
const FORESHORTENED = 0.7;
const SEEN = 0.5;

/**
 * True when the pose shows that a person sits: one thigh is level, as people who sit often stretch the other leg, or both point at the
 * camera.
 */
export function isSeated(legs: readonly LegJoints[]): boolean {
  const level = legs.some(
    ([hip, knee]) => knee.visibility > SEEN && knee.y - hip.y < UPRIGHT * Math.max(1, distance(knee, hip)),
  );
  const towards = legs.every(
    ([hip, knee, ankle]) =>
      Math.min(knee.visibility, ankle.visibility) > SEEN && distance(hip, knee) < FORESHORTENED * distance(knee, ankle),
  );
  return level || towards;
}
