import type { PlaneF32 } from '@drape/imaging';
import type { BodyFrame } from '../../model/body';
import { sampleAt } from '../../geometry/sampling';
import { add } from '../../geometry/vector';

/**
 * Where the neck's skin is looked for, in shoulder widths: distance from the spine, and heights above the shoulder joints, near the base of
 * the neck.
 */
const NECK_PROBE_OFFSET = 0.13;
const NECK_PROBE_HEIGHTS = [0.18, 0.22] as const;

/**
 * Whether the neck is bare on one side down to its base, as a crew neck leaves it: there is no hood, fur or scarf on the shoulders, and
 * their outline is that of the body apart from thin fabric.
 *
 * Space: `skin` at work size, `k` work pixels per photo pixel; the body in photo pixels.
 */
export function showsNeck(
  skin: PlaneF32,
  body: Pick<BodyFrame, 'shoulderMid' | 'across' | 'down' | 'shoulderWidth'>,
  k: number,
): boolean {
  return [-NECK_PROBE_OFFSET, NECK_PROBE_OFFSET].some((beside) => {
    const base = add(body.shoulderMid, body.across, beside * body.shoulderWidth);
    return NECK_PROBE_HEIGHTS.every(
      (height) => sampleAt(skin, add(base, body.down, -height * body.shoulderWidth), k) > 0.5,
    );
  });
}
