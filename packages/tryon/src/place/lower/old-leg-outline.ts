import { always, type Rule } from '../../rules/rule';

/** Half width of a trouser leg to one side: its own, and the old trousers'. */
export interface LegHalf {
  readonly own: number;
  readonly old: number;
}

/** Greatest width of the old trousers, in widths of the new ones, at which these take their outline: less is uncovered then. */
const OLD_WIDTH_RATIO_MAX = 1.35;

/** Half widths along an edge of a leg, and how many of them are above where the legs part. */
interface LegEdge {
  readonly halves: readonly LegHalf[];
  readonly forked: number;
}

/**
 * An edge takes the old outline from the fork all the way down or not at all: where the old one left it midway, a bulge would remain above.
 */
export const OLD_LEG_OUTLINE: Rule<LegEdge, readonly number[] | null> = {
  id: 'old-leg-outline',
  stage: 'place',
  summary: 'Gives a leg the outline of old trousers that are slightly wider.',
  appliesTo: always,
  apply({ halves, forked }) {
    const isAlike = halves.slice(forked).every(({ own, old }) => old < own * OLD_WIDTH_RATIO_MAX);
    return isAlike ? halves.map(withOld) : null;
  },
  evidence: [],
};

const withOld = ({ own, old }: LegHalf): number => (old > own && old < own * OLD_WIDTH_RATIO_MAX ? old * 1.02 : own);
