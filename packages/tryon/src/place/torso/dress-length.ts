import type { UpperMeasures } from './upper-measures';
import { clamp, smoothstep } from '../../geometry/numbers';

/**
 * Flat width of a dress at the chest in torso lengths: for a middle size 47 cm where it is drawn in at the waist, 51 cm where it hangs, on
 * a torso of 52 cm.
 */
const FLAT_CHEST = { fitted: 0.9, loose: 0.98 } as const;
/**
 * Depth of an armhole in chest widths above which its armpit is doubted, and at and above which it belongs to a sleeve or a waist instead.
 */
const ARMHOLE_DEPTH_DOUBT = { from: 0.5, to: 0.65 } as const;
/** Distance from the neck to below the knee, in torso lengths: a dress of that length is not lengthened. */
const LENGTHENED_TO_MAX = 2;
/** Greatest factor by which a dress is lengthened, so that its print keeps its shape. By eye. */
const LENGTHENING_MAX = 1.3;

/**
 * Factor on the scale along a dress, as read off its shoulders, that gives it the length it has relative to its own chest. Shoulders that
 * sit askew in the photo, and dropped or gathered ones of the product, read too short: knee-long dresses would end on the thigh.
 *
 * `chest`, `armhole`, `length`: of the product laid flat, in its pixels; `fitted`: 0 it hangs, 1 it has a waist; `torso` in photo pixels;
 * `scale`: photo pixels per product pixel.
 */
export function lengtheningFactor(
  { chest, armhole, length }: Pick<UpperMeasures, 'chest' | 'armhole' | 'length'>,
  fitted: number,
  torso: number,
  scale: number,
): number {
  const sure = 1 - smoothstep(armhole / chest, ARMHOLE_DEPTH_DOUBT.from, ARMHOLE_DEPTH_DOUBT.to);
  const worn = (FLAT_CHEST.loose + fitted * (FLAT_CHEST.fitted - FLAT_CHEST.loose)) * torso;
  const wanted = Math.min(worn / (chest * scale), (LENGTHENED_TO_MAX * torso) / (length * scale));
  return 1 + sure * (clamp(wanted, 1, LENGTHENING_MAX) - 1);
}
