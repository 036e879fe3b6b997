import type { ProductCategory } from '@drape/contracts';
import type { SleeveLength } from '../../model/garment';

/**
 * A sleeve's length from the armhole's middle: in shoulder widths of the body, as it is laid on it, and in flat chest widths of the
 * garment.
 */
export interface SleeveMeasure {
  readonly inShoulders: number;
  readonly inChests: number;
}

/**
 * Arm length ÷ shoulder width: turns a sleeve's length into a share of the arm. Standing people have 1.57; the shoulders of tops and
 * jackets are wider than those of the body.
 */
const ARM_PER_SW = { dress: 1.57, other: 1.42 } as const;
/**
 * Flat chest of a dress ÷ arm length. Gathered, dropped and sunken shoulders of dresses may be anywhere, chests vary less: the mean of both
 * readings ends 43 dresses' sleeves .09 of an arm (mean distance) from where they end by eye, the shoulders' alone .15.
 */
const CHEST_PER_ARM = 0.72;
/** Share of the arm at which the armpit usually is. */
const USUAL_ARMPIT = 0.25;

/**
 * Natural reach on both sides above which sleeves are meant to end at the wrist, by eye. Tops' shoulders are dropped, so that long sleeves
 * read short: of 35 long-sleeved phone pictures all but one had .67 or more, of five with shorter sleeves none more than .60. Jackets
 * hardly ever have sleeves of another length that read long. Of dresses' sleeves those that end on the forearm had up to .96, long ones .86
 * and more; .95 is not far from the wrist.
 */
const FULL_LENGTH_MIN = { top: 0.64, jacket: 0.6, dress: 0.97 } as const;

/** How far along the arm a sleeve reaches, wrist = 1. `pit`: share of the arm at which the armpit is. */
export function sleeveReach(category: ProductCategory, pit: number, { inShoulders, inChests }: SleeveMeasure): number {
  if (category !== 'dress') return pit / 2 + inShoulders / ARM_PER_SW.other;
  return (USUAL_ARMPIT + inShoulders / ARM_PER_SW.dress + CHEST_PER_ARM * inChests) / 2;
}

/** Whether both sleeves end at the wrists: that depends on the garment, not on how an arm is held. `mean`: of both. */
export function isFullLength(category: ProductCategory, kind: SleeveLength, mean: SleeveMeasure): boolean {
  const full = category === 'dress' || category === 'jacket' ? FULL_LENGTH_MIN[category] : FULL_LENGTH_MIN.top;
  return kind === 'long' && sleeveReach(category, USUAL_ARMPIT, mean) > full;
}
