import type { PlaneF32 } from '@drape/imaging';
import type { BodyFrame } from '../../model/body';
import { sampleAt } from '../../geometry/sampling';
import { add } from '../../geometry/vector';

/** Where beside the spine, and how far above the shoulder joints, about where the neck's foot is, its skin is looked for: shoulder widths. */
const BESIDE = 0.13;
const HEIGHTS = [0.18, 0.22] as const;

/**
 * Whether the neck is bare on one side down to its foot, as a crew neck leaves it: no hood, fur or scarf lies on the shoulders, and their
 * outline is that of the body but for thin cloth.
 *
 * Space: `skin` at work size, `k` work pixels a photo pixel; the body in photo pixels.
 */
export function showsNeck(
  skin: PlaneF32,
  body: Pick<BodyFrame, 'shoulderMid' | 'across' | 'down' | 'shoulderWidth'>,
  k: number,
): boolean {
  return [-BESIDE, BESIDE].some((beside) => {
    const base = add(body.shoulderMid, body.across, beside * body.shoulderWidth);
    return HEIGHTS.every((height) => sampleAt(skin, add(base, body.down, -height * body.shoulderWidth), k) > 0.5);
  });
}
