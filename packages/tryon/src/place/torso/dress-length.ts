import type { UpperMeasures } from './upper-measures';
import { clamp, smoothstep } from '../../geometry/numbers';

/** Flat width of a dress at the chest in torso lengths: of a middle size 47 cm where it is drawn in at the waist, 51 cm where it hangs, on 52 cm. */
const CHEST = { fitted: 0.9, loose: 0.98 } as const;
/** Depth of an arm hole in widths of the chest from which on its armpit is doubted, and from which on it is a sleeve's or a waist's. */
const DOUBTED = { from: 0.5, to: 0.65 } as const;
/** From the neck to below the knee, in torso lengths: what is that long already stays. */
const BELOW_KNEE = 2;
/** A dress is made longer by at most this factor, so that its print keeps its shape. By eye. */
const MOST = 1.3;

/**
 * By how much the scale along a dress, read off its shoulders, must grow for the length that it has beside its own chest. Shoulders that
 * sit askew in the photo, and dropped or gathered ones of the product, read too short: knee-long dresses end on the thigh.
 *
 * `chest`, `armhole`, `length`: of the product laid flat, in its pixels; `fitted`: 0 it hangs, 1 it has a waist; `torso` in photo pixels; `scale`:
 * photo pixels a product pixel.
 */
export function longer(
  { chest, armhole, length }: Pick<UpperMeasures, 'chest' | 'armhole' | 'length'>,
  fitted: number,
  torso: number,
  scale: number,
): number {
  const sure = 1 - smoothstep(armhole / chest, DOUBTED.from, DOUBTED.to);
  const worn = (CHEST.loose + fitted * (CHEST.fitted - CHEST.loose)) * torso;
  const wanted = Math.min(worn / (chest * scale), (BELOW_KNEE * torso) / (length * scale));
  return 1 + sure * (clamp(wanted, 1, MOST) - 1);
}
