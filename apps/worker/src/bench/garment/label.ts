import type { ProductCategory } from '@drape/contracts';
import type { Point } from '@drape/imaging';

/** Points of a label, in their order in files. Left is the image's left. */
const UPPER = [
  'neckLeft',
  'neckRight',
  'neckFront',
  'shoulderLeft',
  'shoulderRight',
  'armpitLeft',
  'armpitRight',
  'cuffLeftOuter',
  'cuffLeftInner',
  'cuffRightOuter',
  'cuffRightInner',
  'elbowLeft',
  'elbowRight',
  'waistLeft',
  'waistRight',
  'hemLeft',
  'hemMiddle',
  'hemRight',
] as const;
const PANTS = [
  'waistLeft',
  'waistMiddle',
  'waistRight',
  'crotch',
  'hemLeftOuter',
  'hemLeftInner',
  'hemRightInner',
  'hemRightOuter',
] as const;
const SKIRT = ['waistLeft', 'waistMiddle', 'waistRight', 'hemLeft', 'hemMiddle', 'hemRight'] as const;

export type PointName = (typeof UPPER)[number] | (typeof PANTS)[number] | (typeof SKIRT)[number];

export const POINTS: Readonly<Record<ProductCategory, readonly PointName[]>> = {
  top: UPPER,
  jacket: UPPER,
  dress: UPPER,
  pants: PANTS,
  skirt: SKIRT,
};

/**
 * Points that are not measured: an elbow is labelled only where a sleeve is bent, the waist of an upper garment only where it is narrower,
 * and neither the rules nor the renderer use them.
 */
const UNMEASURED: Readonly<Record<ProductCategory, readonly PointName[]>> = {
  top: ['elbowLeft', 'elbowRight', 'waistLeft', 'waistRight'],
  jacket: ['elbowLeft', 'elbowRight', 'waistLeft', 'waistRight'],
  dress: ['elbowLeft', 'elbowRight', 'waistLeft', 'waistRight'],
  pants: [],
  skirt: [],
};

export const measuredPoints = (category: ProductCategory): readonly PointName[] =>
  POINTS[category].filter((name) => !UNMEASURED[category].includes(name));

export const SIDES = ['Left', 'Right'] as const;
export type Side = (typeof SIDES)[number];
export const SLEEVE_STATES = ['none', 'spread', 'folded', 'hidden'] as const;
export type SleeveState = (typeof SLEEVE_STATES)[number];
export const VIEWS = ['flat', 'hanger', 'ghost', 'worn', 'other'] as const;
export type View = (typeof VIEWS)[number];
export const POLYGONS = ['outline', 'sleeveLeft', 'sleeveRight', 'collar', 'insideBack'] as const;
export type PolygonName = (typeof POLYGONS)[number];

/** A product picture labelled by eye. Coordinates are shares of the picture's width and height, after applying its orientation. */
export interface GarmentLabel {
  /** Path of the picture in its folder. */
  readonly image: string;
  readonly category: ProductCategory;
  readonly points: Readonly<Partial<Record<PointName, Point>>>;
  readonly polygons: Readonly<Partial<Record<PolygonName, readonly Point[]>>> & { readonly outline: readonly Point[] };
  readonly view: View;
  readonly sleeves: readonly [SleeveState, SleeveState];
}

/** Points further outside the picture than this share of it are mistakes. */
const OUTSIDE_MAX = 0.02;

/**
 * Reads labels, one JSON object per line: image, category, points, polygons (percent of width and height, null where not visible),
 * attributes. Throws: RangeError that names the line and the field.
 */
export function parseLabels(text: string): GarmentLabel[] {
  return text
    .split('\n')
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => parseLabel(line, `line ${number}`));
}

function parseLabel(line: string, where: string): GarmentLabel {
  const label = recordOf(parseJson(line, where), where);
  const image = label['image'];
  if (typeof image !== 'string' || image === '') throw wrong(where, 'image', 'the path of a picture', image);
  const category = oneOf(label['category'], Object.keys(POINTS) as ProductCategory[], `${where}: category`);
  const points = recordOf(label['points'], `${where}: points`);
  const polygons = recordOf(label['polygons'], `${where}: polygons`);
  const attributes = recordOf(label['attributes'], `${where}: attributes`);
  const outline = polygonOf(polygons['outline'], `${where}: polygons.outline`);
  if (outline === null) throw wrong(where, 'polygons.outline', 'a list of points', polygons['outline']);
  const found = <N extends string, V>(names: readonly N[], read: (name: N) => V | null) =>
    Object.fromEntries(names.flatMap((name) => [[name, read(name)] as const]).filter(([, value]) => value !== null));
  return {
    image,
    category,
    points: found(POINTS[category], (name) => pointOrNull(points[name], `${where}: points.${name}`)),
    polygons: {
      ...found(POLYGONS, (name) => polygonOf(polygons[name], `${where}: polygons.${name}`)),
      outline,
    },
    view: oneOf(attributes['view'], VIEWS, `${where}: attributes.view`),
    sleeves: [
      oneOf(attributes['sleeveLeft'], SLEEVE_STATES, `${where}: attributes.sleeveLeft`),
      oneOf(attributes['sleeveRight'], SLEEVE_STATES, `${where}: attributes.sleeveRight`),
    ],
  };
}

function parseJson(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new RangeError(`${where} is not JSON: ${line.slice(0, 40)}`);
  }
}

function recordOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${where} must be an object; got ${shown(value)}.`);
  return value as Record<string, unknown>;
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], where: string): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new RangeError(`${where} must be one of ${allowed.join(', ')}; got ${shown(value)}.`);
  return found;
}

function polygonOf(value: unknown, where: string): readonly Point[] | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value) || value.length < 3)
    throw new RangeError(`${where} must be null or three points at least; got ${shown(value)}.`);
  return value.map((each: unknown, i) => pointOf(each, `${where}[${i}]`));
}

const pointOrNull = (value: unknown, where: string): Point | null =>
  value === null || value === undefined ? null : pointOf(value, where);

function pointOf(value: unknown, where: string): Point {
  const isIn = (v: unknown): v is number =>
    typeof v === 'number' && v >= -100 * OUTSIDE_MAX && v <= 100 + 100 * OUTSIDE_MAX;
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isIn))
    throw new RangeError(`${where} must be two numbers, percent of width and height; got ${shown(value)}.`);
  return { x: Number(value[0]) / 100, y: Number(value[1]) / 100 };
}

function wrong(where: string, field: string, expected: string, got: unknown): RangeError {
  return new RangeError(`${where}: ${field} must be ${expected}; got ${shown(got)}.`);
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60));
