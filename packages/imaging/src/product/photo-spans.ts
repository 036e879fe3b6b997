import { activeStates, MIXED, SOLID, type ActiveLayers } from './active-states';
import type { LayerSpan } from './composite-layers';
import { boxAround } from '../core/boxes';
import { createPlane, type Box, type Point } from '../core/raster';
import { fillPolygon } from '../morphology/fill-polygon';

/** Layers' pixels at or next to which any layer is not empty. */
export interface ActiveRuns {
  readonly width: number;
  readonly height: number;
  /** The pixels of each row that have content in some layer. */
  readonly runs: readonly (readonly Run[])[];
}

/** Pixels [from, to) of a row. */
export interface Run {
  readonly state: typeof MIXED | typeof SOLID;
  readonly from: number;
  readonly to: number;
}

/** As {@link activeStates}, by rows. */
export function activeRuns(layers: ActiveLayers, trace: number): ActiveRuns {
  const { width, height } = layers.garment;
  const states = activeStates(layers, trace);
  const runs = Array.from({ length: height }, (_, y) => runsOf(states, y * (width + 1), width));
  return { width, height, runs };
}

/** Runs of a row of states from `first`, which ends with an empty one. */
function runsOf(states: Uint8Array, first: number, width: number): Run[] {
  const runs: Run[] = [];
  let state = states[first];
  for (let x = 1, from = 0; x <= width; x++) {
    const next = states[first + x];
    if (next === state) continue;
    if (state === MIXED || state === SOLID) runs.push({ state, from, to: x });
    from = x;
    state = next;
  }
  return runs;
}

/** Pixels that are never changed, in a box of their own: those above 0. */
export interface KeptShape {
  readonly box: Box;
  readonly data: Float32Array;
}

/** The pixels that an outline touches. Space: pixels of a picture of this size. */
export function keptShape(outline: readonly Point[], width: number, height: number): KeptShape {
  const [xs, ys] = [outline.map((p) => p.x), outline.map((p) => p.y)];
  const [left, top] = [Math.floor(Math.min(...xs)) - 1, Math.floor(Math.min(...ys)) - 1];
  const [right, bottom] = [Math.ceil(Math.max(...xs)) + 1, Math.ceil(Math.max(...ys)) + 1];
  const box = boxAround({ width, height }, left, top, right, bottom);
  if (box.width < 1 || box.height < 1) return { box: { x: 0, y: 0, width: 0, height: 0 }, data: new Float32Array(0) };
  const mask = createPlane(box.width, box.height);
  fillPolygon(
    mask,
    outline.map((p) => ({ x: p.x - box.x, y: p.y - box.y })),
  );
  return { box, data: mask.data };
}

/** The parts of each row of a photo that may change, and the work pixels under them. */
export interface PhotoSpans {
  readonly active: ActiveRuns;
  readonly kept: KeptShape;
  /** Work pixels per photo pixel. */
  readonly k: number;
  /** Work pixel of each photo column. */
  readonly column: Int32Array;
  /** First photo column of each work pixel, followed by the width. */
  readonly starts: Int32Array;
}

export function photoSpans(active: ActiveRuns, kept: KeptShape, width: number, k: number): PhotoSpans {
  const column = new Int32Array(width);
  for (let x = 0; x < width; x++) column[x] = Math.min(active.width - 1, Math.floor(x * k));
  const starts = new Int32Array(active.width + 1).fill(width);
  for (let x = width - 1; x >= 0; x--) starts[column[x]] = x;
  // a work pixel without a column of its own begins at the next one's
  for (let u = active.width - 1; u >= 0; u--) if (starts[u] > starts[u + 1]) starts[u] = starts[u + 1];
  return { active, kept, k, column, starts };
}

/** Work row of a photo row. */
export const workRow = ({ active, k }: PhotoSpans, y: number): number => Math.min(active.height - 1, Math.floor(y * k));

/** The spans of a photo row: those of its work row, without what is kept. */
export function spansOf(spans: PhotoSpans, y: number): LayerSpan[] {
  const { active, kept, starts } = spans;
  const out: LayerSpan[] = [];
  for (const run of active.runs[workRow(spans, y)]) {
    const span = { isSolid: run.state === SOLID, from: starts[run.from], to: starts[run.to] };
    if (span.from >= span.to) continue;
    if (isBeside(kept, y, span)) out.push(span);
    else out.push(...besideKept(kept, y, span));
  }
  return out;
}

const isBeside = ({ box }: KeptShape, y: number, { from, to }: Pick<Run, 'from' | 'to'>): boolean =>
  y < box.y || y >= box.y + box.height || to <= box.x || from >= box.x + box.width;

function besideKept(kept: KeptShape, y: number, { isSolid, from, to }: LayerSpan): LayerSpan[] {
  const out: LayerSpan[] = [];
  for (let x = from, start = from; x <= to; x++) {
    if (x < to && !isKept(kept, x, y)) continue;
    if (x > start) out.push({ isSolid, from: start, to: x });
    start = x + 1;
  }
  return out;
}

/** Whether a pixel is never changed. */
export function isKept({ box, data }: KeptShape, x: number, y: number): boolean {
  const u = x - box.x;
  const v = y - box.y;
  return u >= 0 && v >= 0 && u < box.width && v < box.height && data[v * box.width + u] > 0;
}
