import {
  close,
  connectedComponents,
  createPlane,
  dilate,
  fillHoles,
  open,
  type Box,
  type PlaneF32,
} from '@drape/imaging';
import { grownBox } from '../person/boxes';
import { boundsOf } from './matte-shape';
import { cellOf, CELL_COUNT } from './own-colours';

/** A swing tag on the garment is a hole in its colours, at most this share of it; so is one that hangs beside it. */
const TAG_MOST = 0.02;
/** One beside it has at least this share of the hole's area … */
const BESIDE_LEAST = 0.3;
/** … and colours of which the garment shows at least this share only there. */
const ONLY_THERE = 0.9;
/** Pixels between a tag and the one beside it: its rim of mixed colours, or the string. */
const RIM = 4;
/** Half the width of the strings on which it hangs, perhaps from a label of its colour at the neck: they join no parts. */
const STRING = 2;

/**
 * The swing tags in a shape that was judged anew, to be painted over: its holes where one is the most of them, and what touches
 * them in colours that the garment shows nowhere else. Null without any.
 *
 * Space: `lab` three numbers a pixel of `shape`.
 */
export function tagsOf(lab: Float32Array, shape: PlaneF32 | null): PlaneF32 | null {
  if (shape === null) return null;
  const filled = fillHoles(shape);
  const hole = createPlane(shape.width, shape.height);
  let [all, open] = [0, 0];
  for (let i = 0; i < hole.data.length; i++) {
    if (filled.data[i] > 0.5) all++;
    if (filled.data[i] <= 0.5 || shape.data[i] > 0.5) continue;
    hole.data[i] = 1;
    open++;
  }
  const largest = Math.max(0, ...connectedComponents(hole).areas);
  if (open === 0 || open >= TAG_MOST * all || largest <= 0.5 * open) return null;
  const beside = tagsBeside(lab, shape, hole, [BESIDE_LEAST * open, TAG_MOST * all]);
  for (let i = 0; i < hole.data.length; i++) if (beside.data[i] > 0.5) hole.data[i] = 1;
  return dilate(hole, 2);
}

/** What touches a hole in colours that are found around it only, of an area within the limits. */
function tagsBeside(lab: Float32Array, shape: PlaneF32, hole: PlaneF32, limits: readonly [number, number]): PlaneF32 {
  const { width, height } = shape;
  const box = around(hole);
  const [near, all] = [new Uint32Array(CELL_COUNT), new Uint32Array(CELL_COUNT)];
  for (let y = 0; y < height; y++) countRow(lab, shape, y, box, near, all);
  const only = createPlane(width, height);
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let i = y * width + box.x; i < y * width + box.x + box.width; i++) {
      if (shape.data[i] <= 0.5) continue;
      const cell = cellOf(lab, 3 * i);
      if (near[cell] >= ONLY_THERE * all[cell]) only.data[i] = 1;
    }
  }
  const joined = close(only, 1);
  const { labels, areas } = connectedComponents(open(joined, STRING), 0.5);
  const touching = dilate(hole, RIM);
  const touches = areas.map(() => false);
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && touching.data[i] > 0.5) touches[labels[i] - 1] = true;
  const isTag = areas.map((area, n) => touches[n] && area >= limits[0] && area < limits[1]);
  const tags = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && isTag[labels[i] - 1]) tags.data[i] = 1;
  const whole = dilate(tags, STRING);
  for (let i = 0; i < labels.length; i++) if (joined.data[i] <= 0.5) whole.data[i] = 0;
  return whole;
}

/** Counts a row's colours, those within the box apart. */
function countRow(
  lab: Float32Array,
  { width, data }: PlaneF32,
  y: number,
  box: Box,
  near: Uint32Array,
  whole: Uint32Array,
): void {
  const inRows = y >= box.y && y < box.y + box.height;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (data[i] <= 0.5) continue;
    const cell = cellOf(lab, 3 * i);
    whole[cell]++;
    if (inRows && x >= box.x && x < box.x + box.width) near[cell]++;
  }
}

/** The hole's box with its longer side as a margin: tags on one string are of about one size. */
function around(hole: PlaneF32): Box {
  const box = boundsOf(hole);
  return grownBox(box, Math.max(box.width, box.height), hole);
}
