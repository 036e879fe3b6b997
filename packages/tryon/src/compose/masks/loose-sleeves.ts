import type { PlaneF32 } from '@drape/imaging';
import type { BodyFrame } from '../../model/body';
import { bodyCoordinates } from '../../person/pose/joints';
import type { LimbTube } from '../../model/person';
import { always, changed, type Rule } from '../../rules/rule';

/**
 * An arm whose middle is nearer to the spine than this, in shoulder widths, hangs in front of the body: what is beyond it is body, not
 * sleeve.
 */
const FRONT_ARM_DISTANCE_MAX = 0.42;
/** How far a wide cuff may hang below the end of its sleeve on the arm's middle, in shoulder widths. */
const CUFF_HANG_MAX = 0.25;

/**
 * An arm, the share of it at which its old sleeve ends, the side on which it hangs (−1: the image's left), and work pixels per photo pixel.
 */
interface OldSleeve {
  readonly tube: Pick<LimbTube, 'centres'>;
  readonly end: number;
  readonly outward: -1 | 1;
  readonly k: number;
}

/** `arms`: where old sleeves are, 0…1 at work size. */
interface SleeveLayers {
  readonly arms: PlaneF32;
  readonly body: BodyFrame;
  readonly sleeve: OldSleeve;
}

export const LOOSE_SLEEVES: Rule<SleeveLayers, PlaneF32> = {
  id: 'loose-sleeves',
  stage: 'remove',
  summary: 'Removes old sleeves that hang away from the arm together with it.',
  appliesTo: always,
  apply: ({ arms, body, sleeve }) => changed(arms, (copy) => addLooseSleeve(copy, body, sleeve)),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 12, better: 4, worse: 1, same: 3, date: '2026-11-29' }],
};

/**
 * Marks in `arms`, 0…1 at work size, what is further out than the middle of an arm that hangs beside the body, down to the cuff of its old
 * sleeve: a wide sleeve extends beyond the measured arm.
 *
 * Space: tube and frame in photo pixels. Aliasing: writes `arms`.
 */
export function addLooseSleeve(
  arms: PlaneF32,
  body: BodyFrame,
  { tube: { centres }, end, outward, k }: OldSleeve,
): void {
  const last = Math.round(end * (centres.length - 1));
  const outer = new Map<number, number>();
  const note = (y: number, x: number): void => {
    const known = outer.get(y);
    outer.set(y, known === undefined || outward * x > outward * known ? x : known);
  };
  for (let s = 0; s < last; s++) {
    const [a, b] = [centres[s], centres[s + 1]];
    if (outward * bodyCoordinates(body, a).u < FRONT_ARM_DISTANCE_MAX) continue;
    const steps = Math.max(1, Math.ceil(Math.abs(b.y - a.y) * k));
    for (let n = 0; n <= steps; n++) {
      const t = n / steps;
      note(Math.floor((a.y + t * (b.y - a.y)) * k), (a.x + t * (b.x - a.x)) * k);
    }
  }
  const lowest = Math.max(...outer.keys());
  const cuff = outer.get(lowest);
  const hangs = Math.round(CUFF_HANG_MAX * body.shoulderWidth * k);
  if (cuff !== undefined) for (let n = 1; n <= hangs; n++) note(lowest + n, cuff);
  for (const [y, x] of outer) {
    if (y < 0 || y >= arms.height) continue;
    const from = outward < 0 ? 0 : Math.max(0, Math.ceil(x));
    const to = outward < 0 ? Math.min(arms.width, Math.floor(x)) : arms.width;
    if (from < to) arms.data.fill(1, y * arms.width + from, y * arms.width + to);
  }
}
