import { distance } from '../../geometry/vector';

interface Joint {
  readonly x: number;
  readonly y: number;
  readonly visibility: number;
}

/** Hip, knee and ankle of one leg. */
export type LegJoints = readonly [Joint, Joint, Joint];

/** Share of a thigh's length in the picture by which its knee lies below its hip; standing and walking people measured .95–1. */
const UPRIGHT = 0.55;
/** Thigh ÷ shin in the picture: standing people measured .88–1.74, thighs that point at the camera are far shorter. */
const FORESHORTENED = 0.7;
const SEEN = 0.5;

/** True when the pose says that a person sits: one thigh lies level, for who sits often stretches the other leg, or both point at the camera. */
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
