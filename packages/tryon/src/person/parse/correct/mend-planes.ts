import { withScratch } from '@drape/imaging';
import { BAG_RIM } from './mend-bag';
import { COLLARS } from './mend-collars';
import { COLOURFUL } from './mend-colourful';
import { DRESS_SLEEVES } from './mend-dress-sleeves';
import { BOOTS } from './mend-feet';
import { ISLANDS } from './mend-islands';
import { JAW_COLLAR } from './mend-jaw';
import { OPEN_HANDS } from './mend-open-hands';
import { PRINTS } from './mend-prints';
import { THREADS } from './mend-threads';
import { TIGHTS } from './mend-tights';
import { follow, type AnyRule, type Rule } from '../../../rules/rule';
import type { MendInput } from './mend-input';

/** Typical mistakes of clothes parsers, in the order in which they are corrected. */
export const PLANE_RULES: readonly Rule<MendInput, void>[] = [
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
export function mendPlanes(input: MendInput, without: readonly AnyRule[] = []): void {
  for (const rule of PLANE_RULES) withScratch(() => follow(rule, input, without));
}
