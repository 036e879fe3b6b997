import { SOLID, type Box, type LayerSpan } from '@drape/imaging';
import type { Active, Run } from './active-pixels';

/** Pixels that the face oval touches, in a box of its own. */
export interface FaceMask {
  readonly box: Box;
  readonly data: Float32Array;
}

/** The parts of each row of a cropped photo that may change, and the work pixels under them. */
export interface PhotoSpans {
  readonly active: Active;
  readonly face: FaceMask;
  /** Work pixels per photo pixel. */
  readonly k: number;
  /** Work pixel of each photo column. */
  readonly column: Int32Array;
  /** First photo column of each work pixel, followed by the width. */
  readonly starts: Int32Array;
}

export function photoSpans(active: Active, face: FaceMask, width: number, k: number): PhotoSpans {
  const column = new Int32Array(width);
  for (let x = 0; x < width; x++) column[x] = Math.min(active.width - 1, Math.floor(x * k));
  const starts = new Int32Array(active.width + 1).fill(width);
  for (let x = width - 1; x >= 0; x--) starts[column[x]] = x;
  // a work pixel without a column of its own begins at the next one's
  for (let u = active.width - 1; u >= 0; u--) if (starts[u] > starts[u + 1]) starts[u] = starts[u + 1];
  return { active, face, k, column, starts };
}

/** Work row of a photo row. */
export const workRow = ({ active, k }: PhotoSpans, y: number): number => Math.min(active.height - 1, Math.floor(y * k));

/** The spans of a photo row: those of its work row, without the face. */
export function spansOf(spans: PhotoSpans, y: number): LayerSpan[] {
  const { active, face, starts } = spans;
  const out: LayerSpan[] = [];
  for (const run of active.runs[workRow(spans, y)]) {
    const span = { isSolid: run.state === SOLID, from: starts[run.from], to: starts[run.to] };
    if (span.from >= span.to) continue;
    if (isOffFace(face, y, span)) out.push(span);
    else out.push(...besideFace(face, y, span));
  }
  return out;
}

const isOffFace = ({ box }: FaceMask, y: number, { from, to }: Pick<Run, 'from' | 'to'>): boolean =>
  y < box.y || y >= box.y + box.height || to <= box.x || from >= box.x + box.width;

function besideFace(face: FaceMask, y: number, { isSolid, from, to }: LayerSpan): LayerSpan[] {
  const out: LayerSpan[] = [];
  for (let x = from, start = from; x <= to; x++) {
    if (x < to && !inFace(face, x, y)) continue;
    if (x > start) out.push({ isSolid, from: start, to: x });
    start = x + 1;
  }
  return out;
}

/** Whether the face oval touches a pixel. */
export function inFace({ box, data }: FaceMask, x: number, y: number): boolean {
  const u = x - box.x;
  const v = y - box.y;
  return u >= 0 && v >= 0 && u < box.width && v < box.height && data[v * box.width + u] > 0;
}
