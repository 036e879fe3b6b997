import type { MerchantChart, MerchantRow, ProductCategory, SizeExtent } from '@drape/contracts';
import { zonesFor, ZONES, type Range, type SizeChart, type SizeRow, type Zone } from './size-chart';

const CM_PER_INCH = 2.54;
/** Half width, cm, of the range around a single number in a chart: the number is the middle of the bodies that wear the size. */
const SPREAD_CM = 2;

/**
 * Wearing ease: how much wider than the body a garment of a regular cut is, cm. It is subtracted from charts of garment measurements.
 *
 * Our own judgement, within what pattern makers publish for fitted to semi-fitted cuts: 7.5–12 cm at the chest, 9.5–14 cm for jackets,
 * 5–10 cm at the hips, a finger or two at the waistband of trousers and skirts. An inside leg has none.
 */
export const EASE_CM: Readonly<Record<ProductCategory, Readonly<Record<Zone, number>>>> = {
  top: { chest: 9, waist: 10, hips: 8, inseam: 0 },
  jacket: { chest: 12, waist: 12, hips: 10, inseam: 0 },
  dress: { chest: 7, waist: 6, hips: 7, inseam: 0 },
  pants: { chest: 0, waist: 2, hips: 6, inseam: 0 },
  skirt: { chest: 0, waist: 2, hips: 6, inseam: 0 },
};

/** Range of a cell in a merchant's chart, cm: wide enough for children and for loose garments. */
export const CHART_BOUNDS: Readonly<Record<Zone, Range>> = {
  chest: [40, 220],
  waist: [35, 220],
  hips: [40, 230],
  inseam: [5, 120],
};

export function toCm(value: number, unit: MerchantChart['unit']): number {
  return unit === 'in' ? value * CM_PER_INCH : value;
}

/**
 * Converts a merchant's chart to ranges of body measurements, smallest size first.
 *
 * Returns null if the chart has nothing for a garment of this category: then the standard one is used.
 */
export function fromMerchantChart(chart: MerchantChart, category: ProductCategory): SizeChart | null {
  const rules = [...zonesFor(category, 'women'), ...zonesFor(category, 'men')];
  const rows = chart.rows.map((row) => toRow(chart, row, category));
  const key = rules.find(({ zone }) => rows.some((row) => row.zones[zone] !== undefined));
  if (key === undefined) return null;
  const first = (row: SizeRow): number | undefined => row.zones[key.zone]?.[0];
  // A row without the dimension cannot be ordered, so the chart's own order stays.
  const ordered = rows.every((row) => first(row) !== undefined)
    ? rows.sort((a, b) => (first(a) ?? 0) - (first(b) ?? 0))
    : rows;
  return { name: 'product', rows: ordered };
}

function toRow({ kind, unit }: MerchantChart, row: MerchantRow, category: ProductCategory): SizeRow {
  const zones: Partial<Record<Zone, Range>> = {};
  for (const zone of ZONES) {
    const extent = row[zone];
    if (extent === undefined) continue;
    const ease = kind === 'garment' ? EASE_CM[category][zone] : 0;
    zones[zone] = toRange(extent, unit, ease);
  }
  return { size: row.size, zones };
}

function toRange(extent: SizeExtent, unit: MerchantChart['unit'], ease: number): Range {
  const place = (value: number, shift: number) => Math.round((toCm(value, unit) + shift - ease) * 10) / 10;
  return typeof extent === 'number'
    ? [place(extent, -SPREAD_CM), place(extent, SPREAD_CM)]
    : [place(extent[0], 0), place(extent[1], 0)];
}
