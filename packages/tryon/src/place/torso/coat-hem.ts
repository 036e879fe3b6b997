import type { UpperLandmarks } from '../../model/garment';
import type { PhotoPoint } from '../../model/points';
import type { UpperMeasures } from './upper-measures';
import { clamp, smoothstep } from '../../geometry/numbers';
import { distance, lerp } from '../../geometry/vector';

/**
 * Distance from armhole to hem in lengths of the longer sleeve: jackets .76 to 1.14, coats 1.23 and more (26 products of phones and shops).
 */
const COAT_LENGTH_IN_SLEEVES = { from: 1.14, to: 1.24 } as const;
/** Length in widths of chest or shoulders: a jacket of 1.43 with folded sleeves exceeds the limit above; coats 1.53 to 2.1. */
const COAT_LENGTH_IN_WIDTHS = { from: 1.44, to: 1.54 } as const;
/** Torso lengths per width of chest or shoulders: a jacket of 1.2 ends at the hips. */
const TORSO_LENGTHS_PER_WIDTH = 0.97;
/** The body's arm from the armhole's middle to the wrist in torso lengths, minimum and maximum, and the height of that middle. */
const BODY_ARM = { min: 1, max: 1.15, from: 0.12 } as const;

/** The part of the frame that a coat's length depends on: torso length and arms, photo pixels. */
export interface CoatBody {
  readonly tl: number;
  readonly body: { readonly arms: readonly { readonly joints: readonly [PhotoPoint, PhotoPoint, PhotoPoint] }[] };
}

/**
 * Position of a coat's hem, in torso lengths below the shoulders: as far below the cuffs as in its picture, by its width or by its sleeves,
 * whichever is shorter. For jackets, and where it is longer, `natural` itself, which is measured from the body's shoulders.
 */
export function coatHem(
  { tl, body }: CoatBody,
  marks: Pick<UpperLandmarks, 'shoulder' | 'armpit' | 'hem'>,
  measures: Pick<UpperMeasures, 'length' | 'chest' | 'shoulder' | 'sleeves'>,
  neckV: number,
  natural: number,
): number {
  const sleeve = Math.max(...measures.sleeves);
  if (sleeve <= 0) return natural;
  const armholes = ([0, 1] as const).map((i) => lerp(marks.shoulder[i], marks.armpit[i], 0.5));
  const below = distance(lerp(armholes[0], armholes[1], 0.5), lerp(marks.hem[0], marks.hem[1], 0.5)) / sleeve;
  const slender = measures.length / Math.max(measures.chest, measures.shoulder);
  const coat =
    smoothstep(below, COAT_LENGTH_IN_SLEEVES.from, COAT_LENGTH_IN_SLEEVES.to) *
    smoothstep(slender, COAT_LENGTH_IN_WIDTHS.from, COAT_LENGTH_IN_WIDTHS.to);
  const arms = body.arms.map(({ joints: [a, b, c] }) => distance(a, b) + distance(b, c));
  const arm = clamp(Math.max(...arms) / tl, BODY_ARM.min, BODY_ARM.max);
  const worn = Math.min(BODY_ARM.from + below * arm, neckV + TORSO_LENGTHS_PER_WIDTH * slender);
  return natural + coat * Math.max(0, worn - natural);
}
