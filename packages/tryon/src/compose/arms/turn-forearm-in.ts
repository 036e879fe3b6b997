import type { PlaneF32, Point } from '@drape/imaging';
import type { LimbTube } from '../../model/person';
import { sampleAt } from '../../geometry/sampling';
import { clamp, smoothstep } from '../../geometry/numbers';
import { add, sub } from '../../geometry/vector';

/** Shares of an arm between which its elbow bends, and the shares at which its hand must have fabric in front of it. */
const ELBOW_BEND_SPAN = [0.38, 0.56] as const;
const HAND_SPAN = [0.86, 0.96] as const;
/** Step by which a forearm is turned towards the body, and the greatest turn, in radians. */
const TURN_STEP_RAD = 0.035;
const TURN_MAX_RAD = 0.6;
/** How far inside the fabric's edge the arm must be, in its half widths. */
const INSIDE_RADII_MIN = 0.6;

/**
 * The arm of a person whose hand is hidden in old clothes, with its forearm turned towards the body until the hand is under the new
 * garment: beside a slimmer one it would end in the air. Unchanged where the hand is there already, or no turn brings it there.
 *
 * Space: tube in photo pixels, `fabric` at work size, one plane per layer, `k` work pixels per photo pixel; `inwards`: sign of the turn
 * towards the body in the picture.
 */
export function turnForearmIn(tube: LimbTube, fabric: readonly PlaneF32[], k: number, inwards: 1 | -1): LimbTube {
  for (let angle = 0; angle <= TURN_MAX_RAD; angle += TURN_STEP_RAD) {
    const centres = turnChain(tube.centres, inwards * angle);
    if (isUnderFabric(centres, tube.radii, fabric, k)) return angle === 0 ? tube : { ...tube, centres };
  }
  return tube;
}

/** A chain whose pieces past the elbow are turned clockwise in the picture, with the turn spread over the bend. */
function turnChain(centres: readonly Point[], angle: number): Point[] {
  const out = [centres[0]];
  for (let s = 1; s < centres.length; s++) {
    const by = angle * smoothstep(s / (centres.length - 1), ...ELBOW_BEND_SPAN);
    const [cos, sin] = [Math.cos(by), Math.sin(by)];
    const piece = sub(centres[s], centres[s - 1]);
    out.push(add(out[s - 1], { x: cos * piece.x - sin * piece.y, y: sin * piece.x + cos * piece.y }));
  }
  return out;
}

function isUnderFabric(
  centres: readonly Point[],
  radii: readonly number[],
  fabric: readonly PlaneF32[],
  k: number,
): boolean {
  const { width, height } = fabric[0];
  return HAND_SPAN.every((t) => {
    const s = Math.round(t * (centres.length - 1));
    const reach = INSIDE_RADII_MIN * radii[s];
    return [-reach, 0, reach].every((d) => {
      // the picture's edge is not the edge of a garment
      const x = clamp(centres[s].x + d, 0, width / k - 1);
      const y = clamp(centres[s].y, 0, height / k - 1);
      return fabric.some((plane) => sampleAt(plane, { x, y }, k) > 0.5);
    });
  });
}
