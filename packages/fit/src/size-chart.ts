import type { ProductCategory } from '@drape/contracts';

/** Dimensions of the body that a size chart can list, centimetres (inseam: inside leg). */
export const ZONES = ['chest', 'waist', 'hips', 'inseam'] as const;
export type Zone = (typeof ZONES)[number];

/** Range of bodies that a row is made for, [from, to] in centimetres. */
export type Range = readonly [number, number];

export interface SizeRow {
  readonly size: string;
  readonly zones: Readonly<Partial<Record<Zone, Range>>>;
}

/** A chart of body measurements, smallest size first. */
export interface SizeChart {
  /** Returned with every fit: `en13402-3/men`, or `product`. */
  readonly name: string;
  readonly rows: readonly SizeRow[];
}

export type Sex = 'women' | 'men';

const LETTERS = ['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL'] as const;

type Bands = Readonly<Partial<Record<Zone, readonly Range[]>>>;

/** Source: EN 13402-3:2013, letter codes by bust or chest and waist girth. */
const MEN: Bands = {
  chest: bands(78, 86, 94, 102, 110, 118, 129, 141),
  waist: bands(66, 74, 82, 90, 98, 106, 117, 129),
};
/** Source: EN 13402-3:2013; XL and XXL are wider than the letters below them. */
const WOMEN: Bands = {
  chest: bands(74, 82, 90, 98, 107, 119, 131),
  waist: bands(58, 66, 74, 82, 91, 103, 115),
  hips: bands(82, 90, 98, 106, 115, 125, 135),
};

/** `bands(a, b, c)` = [a, b], [b, c]. */
function bands(...edges: readonly number[]): readonly Range[] {
  return edges.slice(1).map((to, i) => [edges[i] ?? to, to]);
}

function chartOf(sex: Sex, table: Bands): SizeChart {
  const count = table.waist?.length ?? 0;
  const rows = LETTERS.slice(0, count).map((size, i) => {
    const zones: Partial<Record<Zone, Range>> = {};
    for (const zone of ZONES) {
      const range = table[zone]?.[i];
      if (range !== undefined) zones[zone] = range;
    }
    return { size, zones };
  });
  return { name: `en13402-3/${sex}`, rows };
}

/** The standard letter sizes, for products without a chart of their own. */
export const STANDARD_CHARTS: Readonly<Record<Sex, SizeChart>> = {
  men: chartOf('men', MEN),
  women: chartOf('women', WOMEN),
};

/** How much a zone counts in the size score; the primary dimension counts most. */
export interface ZoneRule {
  readonly zone: Zone;
  readonly weight: number;
}

const UPPER: readonly ZoneRule[] = [
  { zone: 'chest', weight: 1 },
  { zone: 'waist', weight: 0.5 },
];
const WHOLE: readonly ZoneRule[] = [...UPPER, { zone: 'hips', weight: 0.5 }];
const HIPS_FIRST: readonly ZoneRule[] = [
  { zone: 'hips', weight: 1 },
  { zone: 'waist', weight: 0.75 },
];
const WAIST_FIRST: readonly ZoneRule[] = [
  { zone: 'waist', weight: 1 },
  { zone: 'hips', weight: 0.5 },
];
/** Trousers with a wrong inside leg are hemmed or turned up, so it counts little. */
const INSEAM: ZoneRule = { zone: 'inseam', weight: 0.25 };

/**
 * The zones that matter for a garment, the primary dimension first.
 *
 * Source: ISO 8559-2: chest or bust for tops, jackets and dresses; waist (men) or hips (women) for trousers and skirts. The
 * weights of the secondary zones are our own judgement.
 */
export function zonesFor(category: ProductCategory, sex: Sex): readonly ZoneRule[] {
  switch (category) {
    case 'top':
    case 'jacket':
      return UPPER;
    case 'dress':
      return WHOLE;
    case 'skirt':
      return sex === 'women' ? HIPS_FIRST : WAIST_FIRST;
    case 'pants':
      return [...(sex === 'women' ? HIPS_FIRST : WAIST_FIRST), INSEAM];
  }
}
