import type { Rule } from './rules';
import type { ComposeRule } from './compose-rules';

/** Rules that are left out of a measurement; absent: none. */
export interface Measured {
  readonly without?: readonly Rule[];
}

export const follows = ({ without }: Measured, rule: ComposeRule): boolean => without?.includes(rule) !== true;
