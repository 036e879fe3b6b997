import { connectedComponents, type PlaneF32 } from '@drape/imaging';

/** Below this a pixel may be bag: traces join specks to bags. */
const SURE = 0.35;
/** Least area of a bag, in squared shoulder widths, and of a part of one, in areas of the largest. Tuned by eye. */
const BAG_LEAST = 0.012;
const PART_LEAST = 0.06;
/** A smaller part stays where it is as long as a strap: so many shoulder widths, and so slim, as length² ÷ area. */
const STRAP_LENGTH = 0.25;
const STRAP_SLIM = 7;

/** Bags and their straps without the specks that a parser strews over dark pockets and buckles. Space: work size; `sw` in its pixels. */
export function wholeBags(bag: PlaneF32, sw: number): PlaneF32 {
  const { labels, areas, boxes } = connectedComponents(bag, SURE);
  if (areas.length === 0) return bag;
  const least = Math.max(BAG_LEAST * sw * sw, PART_LEAST * Math.max(...areas));
  const keeps = areas.map((area, n) => {
    const length = Math.hypot(boxes[n].width, boxes[n].height);
    return area >= least || (length > STRAP_LENGTH * sw && length * length > STRAP_SLIM * area);
  });
  const out = { ...bag, data: bag.data.slice() };
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && !keeps[labels[i] - 1]) out.data[i] = 0;
  return out;
}
