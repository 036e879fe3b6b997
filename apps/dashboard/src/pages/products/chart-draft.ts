import type { Product, SizeChart, SizeChartInput } from '@drape/client';

/** What a chart can give of a size, in the order of the columns. */
export const ZONES = ['chest', 'waist', 'hips', 'inseam'] as const;
export type Zone = (typeof ZONES)[number];
type Extent = number | number[];

export interface DraftRow {
  /** Tells rows apart while their names are being typed. */
  readonly key: number;
  readonly size: string;
  readonly cells: Readonly<Partial<Record<Zone, string>>>;
}

/** A chart while it is being written: cells as they are typed. */
export interface ChartDraft {
  readonly kind: SizeChart['kind'];
  readonly unit: SizeChart['unit'];
  readonly zones: readonly Zone[];
  readonly rows: readonly DraftRow[];
}

/** The most that the API takes. */
export const ROWS_MAX = 60;

export function toDraft({ kind, unit, rows }: SizeChart): ChartDraft {
  return {
    kind,
    unit,
    zones: ZONES.filter((zone) => rows.some((row) => row[zone] !== undefined)),
    rows: rows.map((row, key) => ({
      key,
      size: row.size,
      cells: Object.fromEntries(ZONES.map((zone) => [zone, toCell(row[zone])])),
    })),
  };
}

/** What a garment of the category is commonly measured by. */
const USUAL_ZONES = {
  top: ['chest', 'waist'],
  jacket: ['chest', 'waist'],
  dress: ['chest', 'waist', 'hips'],
  pants: ['waist', 'hips', 'inseam'],
  skirt: ['waist', 'hips'],
} as const satisfies Record<NonNullable<Product['category']>['value'], readonly Zone[]>;

export function newDraft(category: Product['category']): ChartDraft {
  return {
    kind: 'body',
    unit: 'cm',
    zones: USUAL_ZONES[category?.value ?? 'dress'],
    rows: ['S', 'M', 'L'].map((size, key) => ({ key, size, cells: {} })),
  };
}

export function toCell(extent: Extent | undefined): string {
  if (extent === undefined) return '';
  return typeof extent === 'number' ? String(extent) : extent.join('-');
}

const NUMBER = String.raw`(\d{1,4}(?:[.,]\d{1,3})?)`;
/** As the API reads the cells of a CSV: `94`, `94-98`, `94–98`. */
const CELL = new RegExp(String.raw`^${NUMBER}(?:\s*[-–]\s*${NUMBER})?$`);

/** What a cell says; undefined where it is empty, null where it is neither a number nor a range. */
export function readCell(text = ''): Extent | undefined | null {
  if (text.trim() === '') return undefined;
  const [, from, to] = CELL.exec(text.trim()) ?? [];
  if (from === undefined) return null;
  const number = (part: string) => Number(part.replace(',', '.'));
  return to === undefined ? number(from) : [number(from), number(to)];
}

/** The body to be sent; null where a cell cannot be read or a size has no name. */
export function toInput({ kind, unit, zones, rows }: ChartDraft): SizeChartInput | null {
  const sent: SizeChartInput['rows'] = [];
  for (const { size, cells } of rows) {
    if (size.trim() === '') return null;
    const row: SizeChartInput['rows'][number] = { size: size.trim() };
    for (const zone of zones) {
      const extent = readCell(cells[zone]);
      if (extent === null) return null;
      if (extent !== undefined) row[zone] = extent;
    }
    sent.push(row);
  }
  return { kind, unit, rows: sent };
}

export function withRow(draft: ChartDraft): ChartDraft {
  const key = Math.max(-1, ...draft.rows.map((row) => row.key)) + 1;
  return { ...draft, rows: [...draft.rows, { key, size: '', cells: {} }] };
}

export function withoutRow(draft: ChartDraft, key: number): ChartDraft {
  return { ...draft, rows: draft.rows.filter((row) => row.key !== key) };
}

export function withSize(draft: ChartDraft, key: number, size: string): ChartDraft {
  return { ...draft, rows: draft.rows.map((row) => (row.key === key ? { ...row, size } : row)) };
}

export function withCell(draft: ChartDraft, key: number, zone: Zone, text: string): ChartDraft {
  const change = (row: DraftRow) => ({ ...row, cells: { ...row.cells, [zone]: text } });
  return { ...draft, rows: draft.rows.map((row) => (row.key === key ? change(row) : row)) };
}

export function withZone(draft: ChartDraft, zone: Zone): ChartDraft {
  return { ...draft, zones: ZONES.filter((one) => one === zone || draft.zones.includes(one)) };
}

export function withoutZone(draft: ChartDraft, zone: Zone): ChartDraft {
  return { ...draft, zones: draft.zones.filter((one) => one !== zone) };
}
