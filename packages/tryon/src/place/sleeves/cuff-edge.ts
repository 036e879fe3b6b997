import type { Garment, SleeveOutline } from '../../model/garment';
import type { GarmentPoint } from '../../model/points';
import { SHARED } from '../../garment/mesh/sheets';
import { add, lerp, sub, unit } from '../../geometry/vector';

const EDGE_POINTS = 9;
/** How far from the line between a cuff's corners its edge is searched for, in widths of the cuff. */
const SEARCH_REACH = 0.45;

/**
 * The end of a sleeve as the cut-out shows it, outer corner → inner corner: a cuff is seldom the straight line between them.
 *
 * Space: garment pixels. `sheet`: the sleeve's own; fabric of other sheets beside it does not count.
 */
export function cuffEdge(
  { rgba, sheetLabels }: Garment,
  { outer, inner }: SleeveOutline,
  sheet: number,
): GarmentPoint[] {
  const [a, b] = [outer[outer.length - 1], inner[inner.length - 1]];
  const width = Math.hypot(b.x - a.x, b.y - a.y);
  const chord = unit(sub(b, a));
  const root = lerp(outer[0], inner[0], 0.5);
  const middle = lerp(a, b, 0.5);
  const side = Math.sign(chord.x * (middle.y - root.y) - chord.y * (middle.x - root.x)) || 1;
  const away = { x: -chord.y * side, y: chord.x * side };
  const isOwn = (p: GarmentPoint): boolean => {
    const [x, y] = [Math.floor(p.x), Math.floor(p.y)];
    if (x < 0 || y < 0 || x >= rgba.width || y >= rgba.height) return false;
    const i = y * rgba.width + x;
    const label = sheetLabels === null ? 0 : sheetLabels[i] % SHARED;
    return rgba.data[4 * i + 3] > 127 && (label === 0 || label === sheet);
  };
  const edge = Array.from({ length: EDGE_POINTS }, (_, i): GarmentPoint => {
    const from = lerp(a, b, i / (EDGE_POINTS - 1));
    const onFabric = isOwn(from);
    let step = 0;
    while (step < SEARCH_REACH * width && isOwn(add(from, away, onFabric ? step + 1 : -step)) === onFabric) step++;
    return add(from, away, onFabric ? step : -step);
  });
  // the corners are known; a march that met no edge is ignored
  return edge.map((p, i) => {
    const from = lerp(a, b, i / (EDGE_POINTS - 1));
    return Math.hypot(p.x - from.x, p.y - from.y) >= SEARCH_REACH * width - 1 ? from : p;
  });
}
