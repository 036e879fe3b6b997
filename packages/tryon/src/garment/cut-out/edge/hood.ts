import { connectedComponents, createPlane, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { offLine } from '../../../geometry/chain';
import type { UpperLandmarks } from '../../../model/garment';
import { distance } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

/** Height above the neck points, in shoulder widths, beyond which it is a hood. Of 155 jackets hoods had .28 to .63, collars up to .25. */
const HOOD_HEIGHT_MIN = 0.265;
/** Height above the mean of the neck points, in shoulder widths, that stays of a hood as a collar that stands around the neck … */
const KEPT_COLLAR_HEIGHT = 0.09;
/** … or this far above the lower neck point: a hood that hangs to one side hides the other point. */
const KEPT_ABOVE_LOWER_POINT = 0.05;

interface NeckAndShoulders {
  readonly rgba: RasterU8;
  readonly landmarks: Pick<UpperLandmarks, 'neck' | 'shoulder'>;
}

export const HOOD: Rule<NeckAndShoulders, RasterU8 | null> = {
  id: 'hood',
  stage: 'garment',
  summary: 'Removes hoods that stand above the shoulders.',
  appliesTo: always,
  apply: withoutHood,
  evidence: [],
};

/**
 * The cut-out without the hood above its shoulders, whether that is flat or hangs empty: on a shopper it would hang in front of chin and
 * throat like a ruff. Its lowest part stays as a collar. Long rolled necks are removed in the same way.
 *
 * Space: the landmarks in the cut-out's pixels. Returns null where there is no hood. Aliasing: new memory.
 */
export function withoutHood({ rgba, landmarks: { neck, shoulder } }: NeckAndShoulders): RasterU8 | null {
  const wide = distance(shoulder[0], shoulder[1]);
  const [a, b] = shoulder;
  const necks = [offLine(neck[0], a, b), offLine(neck[1], a, b)];
  const lower = Math.max(...necks);
  const base =
    lower - Math.min((lower - Math.min(...necks)) / 2, KEPT_ABOVE_LOWER_POINT * wide) - KEPT_COLLAR_HEIGHT * wide;
  const rows = Math.max(0, Math.min(rgba.height, Math.ceil(Math.max(neck[0].y, neck[1].y))));
  const above = createPlane(rgba.width, rows);
  let highest = 0;
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < rgba.width; x++, i++) {
      const alpha = rgba.data[4 * i + 3];
      const p = { x: x + 0.5, y: y + 0.5 };
      if (alpha === 0 || offLine(p, a, b) > base) continue;
      above.data[i] = 1;
      if (alpha > 127 && x > neck[0].x && x < neck[1].x) highest = Math.max(highest, -offLine(p, neck[0], neck[1]));
    }
  }
  return highest < HOOD_HEIGHT_MIN * wide ? null : withoutParts(rgba, above, [neck[0].x, neck[1].x]);
}

/** The picture without those connected parts of `parts`, which covers its upper rows, that extend between two columns. */
function withoutParts(rgba: RasterU8, parts: PlaneF32, [from, to]: readonly [number, number]): RasterU8 {
  const { labels, areas } = connectedComponents(parts, 0.5);
  const goes = areas.map(() => false);
  for (let i = 0; i < labels.length; i++) {
    const x = i % parts.width;
    if (labels[i] > 0 && x > from && x < to) goes[labels[i] - 1] = true;
  }
  const result = { ...rgba, data: rgba.data.slice() };
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && goes[labels[i] - 1]) result.data[4 * i + 3] = 0;
  return result;
}
