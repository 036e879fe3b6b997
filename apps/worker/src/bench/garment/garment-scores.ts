import type { ProductCategory } from '@drape/contracts';
import type { PlaneF32 } from '@drape/imaging';
import { measuredPoints, type GarmentLabel } from './label';
import type { GarmentReading } from './reading';
import { polygonOver } from './product-reading';

/** Shares 0…1; null where no label contains the feature. */
export interface GarmentScore {
  /** Points within 5 and within 10 % of the outline's width of their label; a missing point counts as wrong. */
  readonly pck5: number | null;
  readonly pck10: number | null;
  /** Means of intersection over union. */
  readonly outlineIoU: number | null;
  readonly sleeveIoU: number | null;
  readonly collarIoU: number | null;
  /** Sleeves whose state (none, spread, folded, hidden) is recognised. */
  readonly sleeveState: number | null;
  /** The same among folded sleeves. */
  readonly foldedState: number | null;
  readonly view: number | null;
  /** Number of labels, and how many of them the reader refused. */
  readonly n: number;
  readonly refused: number;
}

/** Per-label sums, from which any group's score follows. */
export interface LabelScore {
  readonly image: string;
  readonly category: ProductCategory;
  readonly refused: boolean;
  /** Errors of the points relative to the outline's width; Infinity where the reader gives none. */
  readonly errors: Readonly<Record<string, number>>;
  readonly outlineIoU: number;
  readonly sleeveIoUs: readonly number[];
  readonly collarIoU: number | null;
  readonly states: readonly { readonly label: string; readonly read: string | null }[];
  readonly isViewRight: boolean | null;
}

/** Compares a reading with a label; `reading` null where the reader refused. `size` is that of the masks, with the picture's shape. */
export function scoreLabel(
  label: GarmentLabel,
  reading: GarmentReading | null,
  size: Pick<PlaneF32, 'width' | 'height'>,
): LabelScore {
  const { image, category, polygons } = label;
  const xs = polygons.outline.map(({ x }) => x * size.width);
  const width = Math.max(...xs) - Math.min(...xs);
  const errors = Object.fromEntries(
    measuredPoints(category).flatMap((name) => {
      const truth = label.points[name];
      if (truth === undefined) return [];
      const found = reading?.points.get(name);
      if (found === undefined) return [[name, Infinity]];
      return [[name, Math.hypot((found.x - truth.x) * size.width, (found.y - truth.y) * size.height) / width]];
    }),
  );
  const iou = (polygon: GarmentLabel['polygons']['outline'], plane: PlaneF32 | null | undefined): number =>
    plane === null || plane === undefined ? 0 : intersectionOverUnion(polygonOver(polygon, size), plane);
  const sleeves = [polygons.sleeveLeft, polygons.sleeveRight];
  const isUpper = category !== 'pants' && category !== 'skirt';
  const readsCollar = reading === null || reading.collar !== null;
  return {
    image,
    category,
    refused: reading === null,
    errors,
    outlineIoU: iou(polygons.outline, reading?.outline),
    sleeveIoUs: sleeves.flatMap((sleeve, i) => (sleeve === undefined ? [] : [iou(sleeve, reading?.sleeves[i])])),
    collarIoU: polygons.collar === undefined || !readsCollar ? null : iou(polygons.collar, reading?.collar),
    states: isUpper ? label.sleeves.map((state, i) => ({ label: state, read: reading?.sleeveStates[i] ?? null })) : [],
    isViewRight: reading === null || reading.view === null ? null : reading.view === label.view,
  };
}

function intersectionOverUnion(a: PlaneF32, b: PlaneF32): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    const inA = (a.data[i] ?? 0) > 0.5;
    const inB = (b.data[i] ?? 0) > 0.5;
    if (inA && inB) both++;
    if (inA || inB) either++;
  }
  return either === 0 ? 0 : both / either;
}

/** The score of a group of labels. */
export function summarise(scores: readonly LabelScore[]): GarmentScore {
  const errors = scores.flatMap((score) => Object.values(score.errors));
  const states = scores.flatMap((score) => score.states);
  const folded = states.filter(({ label }) => label === 'folded');
  const isRight = ({ label, read }: { label: string; read: string | null }): boolean => label === read;
  const known = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);
  return {
    pck5: share(errors, (error) => error < 0.05),
    pck10: share(errors, (error) => error < 0.1),
    outlineIoU: mean(scores.map((score) => score.outlineIoU)),
    sleeveIoU: mean(scores.flatMap((score) => score.sleeveIoUs)),
    collarIoU: mean(known(scores.map((score) => score.collarIoU))),
    sleeveState: share(states, isRight),
    foldedState: share(folded, isRight),
    view: share(known(scores.map((score) => score.isViewRight)), Boolean),
    n: scores.length,
    refused: scores.filter((score) => score.refused).length,
  };
}

const share = <T>(list: readonly T[], is: (each: T) => boolean): number | null =>
  list.length === 0 ? null : list.filter(is).length / list.length;

const mean = (list: readonly number[]): number | null =>
  list.length === 0 ? null : list.reduce((sum, value) => sum + value, 0) / list.length;
