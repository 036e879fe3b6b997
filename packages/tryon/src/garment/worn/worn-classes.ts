import type { ProductCategory } from '@drape/contracts';
import { connectedComponents, createPlane, type PlaneF32 } from '@drape/imaging';
import { colourCost, learnClusters } from '../../person/parse/colour/colour-clusters';
import { PARSE_CLASSES, type ParseClass, type ParseResult } from '../../ports';
import { noGarment } from '../no-garment';
import { span } from './worn-shape';

/** Least share of the clothes that the asked category must have to be the product. */
const CATEGORY_SHARE_MIN = 0.08;
/** Least share of the lower clothes that the asked one must have: trousers and skirts are distinguished as a whole, not pixel by pixel. */
const LOWER_CLASS_SHARE_MIN = 0.2;
/** Least share of the upper clothes that an open jacket and what is under it must each have. */
const LAYER_SHARE_MIN = 0.15;
/** Share of a piece's pixels with jacket on both sides of their row above which the piece is worn under the jacket, not part of it … */
const ENCLOSED_SHARE_MIN = 0.62;
/**
 * … unless its colours are the jacket's own: the median cost under the jacket's palette below which they are. Sure pixels of one class cost
 * 3…8.
 */
const SAME_FABRIC_COST_MAX = 4.5;

const LOWER_CLASSES: readonly ParseClass[] = ['pants', 'skirt'];
const UPPER_CLASSES: readonly ParseClass[] = ['top', 'outer', 'dress'];

/** What a worn product consists of. */
export interface WornClasses {
  readonly category: ProductCategory;
  /** Classes whose union is the product, or is the product together with what is worn under or over it. */
  readonly classes: readonly ParseClass[];
  /** The part of the union that is wanted where an open jacket and a top under it are both seen; null = all of it. */
  readonly layer: 'outer' | 'inner' | null;
}

function massOf({ data }: PlaneF32): number {
  let total = 0;
  for (let i = 0; i < data.length; i++) if (data[i] > 0.15) total += data[i];
  return total;
}

/** Sum of each class over the parse. */
export function classMasses(parse: ParseResult): Record<ParseClass, number> {
  const masses = parse.planes.map(massOf);
  const at = (name: ParseClass): number => masses[PARSE_CLASSES.indexOf(name)];
  return Object.fromEntries(PARSE_CLASSES.map((name) => [name, at(name)])) as Record<ParseClass, number>;
}

/**
 * The classes of the asked category, or of the largest garment where none is asked. `top`, `outer` and `dress` alternate inside one
 * garment, so only their union is trusted unless two layers are clearly there.
 *
 * Throws: TryOnRefusal(garment_not_detected) where the asked category is not worn.
 */
export function chooseClasses(parse: ParseResult, asked: ProductCategory | undefined): WornClasses {
  const mass = classMasses(parse);
  const of = (names: readonly ParseClass[]): number => names.reduce((total, name) => total + mass[name], 0);
  const clothes = Math.max(1, of(UPPER_CLASSES) + of(LOWER_CLASSES));
  const onePiece = mass.dress > 0.35 * clothes;
  const category = asked ?? largestGarment(mass, onePiece);
  const layered = mass.outer > LAYER_SHARE_MIN * of(UPPER_CLASSES) && mass.top > LAYER_SHARE_MIN * of(UPPER_CLASSES);
  const chosen = { category, ...byCategory(category, layered, onePiece, mass) };
  const own = category === 'pants' || category === 'skirt' ? mass[category] : of(chosen.classes);
  if (own < CATEGORY_SHARE_MIN * clothes || own < LOWER_CLASS_SHARE_MIN * of(chosen.classes))
    throw noGarment('The person in the product image does not wear a garment of the asked category.');
  return chosen;
}

function largestGarment(mass: Record<ParseClass, number>, onePiece: boolean): ProductCategory {
  if (onePiece) return 'dress';
  const upper = mass.top + mass.outer + mass.dress;
  if (upper >= mass.pants + mass.skirt) return mass.outer > 0.4 * upper ? 'jacket' : 'top';
  return mass.pants >= mass.skirt ? 'pants' : 'skirt';
}

function byCategory(
  category: ProductCategory,
  layered: boolean,
  onePiece: boolean,
  mass: Record<ParseClass, number>,
): Pick<WornClasses, 'classes' | 'layer'> {
  switch (category) {
    case 'pants':
    case 'skirt':
      return { classes: LOWER_CLASSES, layer: null };
    case 'dress':
      return {
        classes: [...UPPER_CLASSES, ...(onePiece || mass.skirt > mass.pants ? LOWER_CLASSES : [])],
        layer: null,
      };
    case 'jacket':
      return { classes: UPPER_CLASSES, layer: layered ? 'outer' : null };
    case 'top':
      return { classes: UPPER_CLASSES, layer: layered ? 'inner' : null };
  }
}

/**
 * Separates an open jacket from what is worn under it: pieces that the parser calls top, between the two halves of the jacket, and not in
 * its colours.
 *
 * Layout: `lab` HWC float. Space: the planes have its pixels. Returns the two layers' planes, new memory, and the inner share.
 */
export function partLayers(
  lab: Float32Array,
  top: PlaneF32,
  outer: PlaneF32,
): { outer: PlaneF32; inner: PlaneF32; innerShare: number } {
  const { width, height } = top;
  const sure: number[] = [];
  const tops = createPlane(width, height);
  for (let i = 0; i < top.data.length; i++) {
    if (outer.data[i] > 0.75) sure.push(i);
    tops.data[i] = top.data[i] > outer.data[i] && top.data[i] > 0.4 ? 1 : 0;
  }
  const palette = learnClusters(lab, sure, 5);
  const { labels, areas } = connectedComponents(tops);
  const costs: number[][] = areas.map(() => []);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] > 0) costs[labels[i] - 1].push(colourCost(palette, lab[3 * i], lab[3 * i + 1], lab[3 * i + 2]));
  }
  const enclosed = enclosedCounts(labels, outer, areas.length);
  const under = areas.map((area, k) => {
    const cost = costs[k].sort((p, q) => p - q)[costs[k].length >> 1];
    return enclosed[k] > ENCLOSED_SHARE_MIN * area && cost > SAME_FABRIC_COST_MAX;
  });
  const jacket = createPlane(width, height);
  const inner = createPlane(width, height);
  let inside = 0;
  let all = 0;
  for (let i = 0; i < labels.length; i++) {
    const hidden = labels[i] > 0 && under[labels[i] - 1];
    jacket.data[i] = hidden ? outer.data[i] : outer.data[i] + top.data[i];
    inner.data[i] = hidden ? top.data[i] : 0;
    if (hidden) inside++;
    if (hidden || jacket.data[i] > 0.5) all++;
  }
  return { outer: jacket, inner, innerShare: inside / Math.max(1, all) };
}

/** How many pixels of each piece have jacket to their left and to their right. */
function enclosedCounts(labels: Int32Array, outer: PlaneF32, pieces: number): number[] {
  const counts = Array.from({ length: pieces }, () => 0);
  const { width, height } = outer;
  for (let y = 0; y < height; y++) {
    const [from, to] = span(outer, y);
    for (let x = from; x < to; x++) {
      const label = labels[y * width + x];
      if (label > 0) counts[label - 1]++;
    }
  }
  return counts;
}
