import { connectedComponents, type PlaneF32 } from '@drape/imaging';
import { always, type Rule } from '../../rules/rule';

/** Belief above which a pixel may be bag: fainter traces join specks to bags. */
const BAG_BELIEF_MIN = 0.35;
/** Least area of a bag, in squared shoulder widths, and of a part of one, as a share of the largest. By eye. */
const BAG_AREA_MIN = 0.012;
const PART_SHARE_MIN = 0.06;
/** A smaller part stays if it is shaped like a strap: at least this long, in shoulder widths, and this slim, as length² ÷ area. */
const STRAP_LENGTH_MIN = 0.25;
const STRAP_SLIMNESS_MIN = 7;

/**
 * A part smaller than this, in squared shoulder widths, needs at least this mean belief: otherwise it is the dark rim of a pocket or a
 * cuff.
 */
const SMALL_PART_AREA_MAX = 0.06;
const SMALL_PART_BELIEF_MIN = 0.56;

export const WHOLE_BAGS: Rule<{ readonly bag: PlaneF32; readonly sw: number }, PlaneF32> = {
  id: 'whole-bags',
  stage: 'remove',
  summary: 'Drops specks of bag that the parser scatters over dark pockets.',
  appliesTo: always,
  apply: ({ bag, sw }) => wholeBags(bag, sw),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 92, better: 25, worse: 6, same: 7, date: '2026-11-29' }],
};

/** Bags and their straps without the specks that a parser scatters over dark pockets and buckles. Space: work size; `sw` in its pixels. */
export function wholeBags(bag: PlaneF32, sw: number): PlaneF32 {
  const { labels, areas, boxes } = connectedComponents(bag, BAG_BELIEF_MIN);
  if (areas.length === 0) return bag;
  const min = Math.max(BAG_AREA_MIN * sw * sw, PART_SHARE_MIN * Math.max(...areas));
  const sums = sumsOf(bag, labels, areas.length);
  const keeps = areas.map((area, n) => {
    if (area < SMALL_PART_AREA_MAX * sw * sw && sums[n] < SMALL_PART_BELIEF_MIN * area) return false;
    const length = Math.hypot(boxes[n].width, boxes[n].height);
    return area >= min || (length > STRAP_LENGTH_MIN * sw && length * length > STRAP_SLIMNESS_MIN * area);
  });
  const out = { ...bag, data: bag.data.slice() };
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && !keeps[labels[i] - 1]) out.data[i] = 0;
  return out;
}

/** Sum of a plane over each of its parts. */
function sumsOf({ data }: PlaneF32, labels: ArrayLike<number>, parts: number): Float64Array {
  const sums = new Float64Array(parts);
  for (let i = 0; i < data.length; i++) if (labels[i] > 0) sums[labels[i] - 1] += data[i];
  return sums;
}
