import { withScratch } from '@drape/imaging';
import { BAG_RIM } from './bag-rim';
import { COLLARS } from './collars';
import { COLOURFUL } from './colourful';
import { DRESS_SLEEVES } from './dress-sleeves';
import { BOOTS } from './boots';
import { ISLANDS } from './islands';
import { JAW_COLLAR } from './jaw-collar';
import { OPEN_HANDS } from './open-hands';
import { PRINTS } from './prints';
import { THREADS } from './threads';
import { TIGHTS } from './tights';
import { follow, type AnyRule, type Rule } from '../../../rules/rule';
import type { CorrectionInput } from './correction-input';

/** Typical mistakes of clothes parsers, in the order in which they are corrected. */
export const PLANE_RULES: readonly Rule<CorrectionInput, void>[] = [
  COLOURFUL,
  COLLARS,
  JAW_COLLAR,
  BOOTS,
  THREADS,
  OPEN_HANDS,
  DRESS_SLEEVES,
  ISLANDS,
  PRINTS,
  BAG_RIM,
  TIGHTS,
];

/**
 * Corrects typical mistakes of clothes parsers by this photo's own colours, one rule after the other: each sees what those before it have
 * corrected. `without`: rules that are left out of a measurement.
 *
 * Aliasing: writes the planes of `input`, as each of these rules does.
 */
export function correctPlanes(input: CorrectionInput, without: readonly AnyRule[] = []): void {
  for (const rule of PLANE_RULES) withScratch(() => follow(rule, input, without));
}
