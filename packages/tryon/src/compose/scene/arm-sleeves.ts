import { createPlane, fillPolygon, type PlaneF32 } from '@drape/imaging';
import type { PlacedSleeve } from '../../model/placement';
import type { LimbTube } from '../../model/person';
import type { ArmSleeve } from '../../model/scene';
import { sampleAt } from '../../geometry/sampling';
import { scalePolygon } from '../../geometry/vector';

/** Share of an arm's tube beyond which it is bare: a sleeve that ended up shorter than planned must leave no gap above the hand. */
export const coveredEnd = ({ end, cuff }: Pick<ArmSleeve, 'end' | 'cuff'>): number => Math.min(end, cuff);

/** Sleeve reach counts shoulder 0 … wrist 1; the arm's tube continues to the knuckles. */
const sleeveEnd = (reach: number): number => reach * 0.885;

/** How far a sleeve's actual end may differ from the planned one, as a share of the tube. */
const SLEEVE_END_TOLERANCE = 0.12;

/** Share of the arm down to which trousers and skirts are in front of it. */
const LOWER_BEFORE_ARM_UNTIL = 0.2;

/** The sleeve of one arm at work size; `size`: that of the work planes, and work pixels per photo pixel. */
export function placedSleeve(
  placed: PlacedSleeve | null,
  tube: LimbTube,
  { k, width, height }: { readonly k: number; readonly width: number; readonly height: number },
): ArmSleeve {
  if (placed === null) return { mask: null, end: LOWER_BEFORE_ARM_UNTIL, cuff: LOWER_BEFORE_ARM_UNTIL, length: 'long' };
  const planned = sleeveEnd(placed.reach);
  const { length } = placed;
  if (length === 'none' || placed.outline.length < 3) return { mask: null, end: planned, cuff: planned, length };
  const fabric = createPlane(width, height);
  fillPolygon(fabric, scalePolygon(placed.outline, k));
  const cuff = seenEnd(fabric, tube, k, planned);
  return length === 'short' ? { mask: fabric, end: cuff, cuff, length } : { mask: null, end: planned, cuff, length };
}

/** Share of the tube at which its middle line leaves the sleeve, near the planned one. */
function seenEnd(mask: PlaneF32, { centres }: LimbTube, k: number, planned: number): number {
  const last = centres.length - 1;
  const steps = 4 * last;
  let end = planned - SLEEVE_END_TOLERANCE;
  for (let s = Math.ceil(end * steps); s <= Math.min(steps, (planned + SLEEVE_END_TOLERANCE) * steps); s++) {
    const at = Math.max(0, (s / steps) * last);
    const a = centres[Math.min(last, Math.floor(at))];
    const b = centres[Math.min(last, Math.floor(at) + 1)];
    const t = at - Math.floor(at);
    if (sampleAt(mask, { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, k) > 0.5) end = s / steps;
  }
  return end;
}
