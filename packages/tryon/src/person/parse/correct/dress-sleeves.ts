import { boxAround, type Point } from '@drape/imaging';
import type { PoseLandmark } from '../../../ports';
import { isSeenFromSide } from '../../pose/limb-order';
import { classPlanes, moveShare, type ClassPlanes } from '../class-planes';
import { sampleAt } from '../../../geometry/sampling';
import type { CorrectionInput } from './correction-input';
import { smoothstep } from '../../../geometry/numbers';
import { lerp, scale, sub } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

/** Visibility of an elbow and of a wrist below which the pose guesses where it is. */
const ELBOW_VISIBILITY_MIN = 0.3;
const WRIST_VISIBILITY_MIN = 0.12;
/** Places along a forearm at which a sleeve is looked for, and how far beyond the wrist a cuff may hang, in forearm lengths. */
const STATIONS = 16;
const CUFF_HANG_MAX = 0.2;
/**
 * In shoulder widths, as soft edges: half width of a sleeve towards the body, where nothing separates it from the skirt, and away from the
 * body.
 */
const INNER_RAMP = [0.11, 0.15] as const;
const OUTER_RAMP = [0.3, 0.36] as const;

export const DRESS_SLEEVES: Rule<CorrectionInput, void> = {
  id: 'dress-sleeves',
  stage: 'measure',
  summary: 'Reclaims the sleeves of a dress that are read as its skirt.',
  appliesTo: always,
  apply: reclaimDressSleeves,
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 4, better: 414, worse: 15, same: null, date: '2026-11-29' }],
};

/**
 * A dress is divided into upper and lower clothes at its waist, and with it the sleeves that hang below: as a skirt they would stay on the
 * wrists under a new top, and vanish under new trousers. Where the forearm is in fabric along its whole length, what is parsed as dress or
 * skirt around it becomes upper clothes, over the length where the forearm's middle is parsed so. Trousers stay: a hand may be in their
 * pocket.
 *
 * Aliasing: writes the planes of `input`.
 */
export function reclaimDressSleeves(input: Pick<CorrectionInput, 'planes' | 'joints' | 'frame' | 'workScale'>): void {
  const { joints, frame, workScale: k } = input;
  for (const side of [0, 1] as const) {
    const [elbow, wrist] = [joints.elbows[side], joints.wrists[side]];
    if (elbow.visibility < ELBOW_VISIBILITY_MIN || wrist.visibility < WRIST_VISIBILITY_MIN) continue;
    const run = sleeveRun(input, elbow, wrist);
    if (run === null) continue;
    const [from, to] = run.map((t) => scale(lerp(elbow, wrist, t), k));
    moveAround(input, {
      from,
      to,
      body: scale(frame.hipMid, k),
      isTurned: isSeenFromSide(frame),
      sw: frame.facingWidth * k,
    });
  }
}

/**
 * Where the middle of a sleeved forearm is parsed as lower clothes, in forearm lengths from the elbow; null where it is bare or parsed
 * correctly.
 */
function sleeveRun(
  { planes, workScale: k }: Pick<CorrectionInput, 'planes' | 'workScale'>,
  elbow: PoseLandmark,
  wrist: PoseLandmark,
): readonly [number, number] | null {
  let [start, end] = [Infinity, 0];
  for (let s = 0; s <= STATIONS; s++) {
    const t = (s / STATIONS) * (1 + CUFF_HANG_MAX);
    const p = lerp(elbow, wrist, t);
    const [up, down] = [sampleAt(planes.upper, p, k), sampleAt(planes.lower, p, k) - sampleAt(planes.pants, p, k)];
    if (up + down < 0.5) break;
    if (down > up) start = Math.min(start, t);
    end = t;
  }
  return start < end ? [Math.max(0, start - 1 / STATIONS), end] : null;
}

/** A length of sleeve in work pixels; `body` is the side where the skirt is. */
interface Sleeve {
  readonly from: Point;
  readonly to: Point;
  readonly body: Point;
  /** The person is seen from the side: the skirt is on both. */
  readonly isTurned: boolean;
  readonly sw: number;
}

function moveAround({ planes }: Pick<CorrectionInput, 'planes'>, sleeve: Sleeve): void {
  const { lower } = planes;
  const classes = classPlanes(planes);
  const { from, to, sw } = sleeve;
  const reach = OUTER_RAMP[1] * sw;
  const [left, right] = [Math.min(from.x, to.x) - reach, Math.max(from.x, to.x) + reach];
  const [above, below] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  const box = boxAround(lower, left, above - reach, right, below + reach);
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const i = y * lower.width + x;
      if (lower.data[i] > 0) moveToUpper(classes, lower.data[i], i, insideOf(sleeve, x + 0.5, y + 0.5));
    }
  }
}

/** How surely a work pixel is in a sleeve, by its distance from the sleeve's middle on either side. */
function insideOf({ from, to, body, isTurned, sw }: Sleeve, x: number, y: number): number {
  const along = sub(to, from);
  const p = sub({ x, y }, from);
  const length = Math.hypot(along.x, along.y);
  const share = (p.x * along.x + p.y * along.y) / (length * length);
  if (!(share >= 0 && share <= 1)) return 0;
  const across = crossOf(p, along) / length / sw;
  const [full, none] = isTurned || across * crossOf(sub(body, from), along) > 0 ? INNER_RAMP : OUTER_RAMP;
  return 1 - smoothstep(Math.abs(across), full, none);
}

const crossOf = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;

/** Moves a part of one pixel's dress and skirt to the upper clothes. */
function moveToUpper(classes: ClassPlanes, lower: number, i: number, part: number): void {
  const { top, skirt, pants, upperDress, lowerDress } = classes;
  const moved = part * Math.max(0, lower - pants.own[i]);
  const ofSkirt = Math.min(moved, skirt.own[i]);
  moveShare(skirt, top, i, ofSkirt);
  moveShare(lowerDress, upperDress, i, moved - ofSkirt);
}
