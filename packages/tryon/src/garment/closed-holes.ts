import { connectedComponents, createPlane, dilate, fillHoles, type PlaneF32 } from '@drape/imaging';
import { boundsOf } from './matte-shape';

/** A tag's hole has at least this share of the garment: smaller ones are buttons and rivets, which stay as they are. */
const TAG_LEAST = 0.0015;
/** A hole is at most this share of the garment … */
const MOST = 0.02;
/** … and ends, between legs, above this share of its height: legs that touch at their hems enclose a gap further down. */
const ABOVE_LEGS = 0.35;
/** What is so much wider than high near the top, in heights of the garment, lies between a hanger's bar and the waistband. */
const UNDER_BAR = 2;
const BAR_ROWS = 0.12;
/** Mixed colours around a hole that is painted over, in pixels. */
const RIM = 2;

export interface ClosedHoles {
  /** All holes, 0 or 1. */
  readonly holes: PlaneF32;
  /** Those to be painted over; null without any. */
  readonly tags: PlaneF32 | null;
}

/**
 * The holes in a garment worn from the waist: it has none, so that a tag, a clip or a button in the ground's colours lies there. Null
 * without any.
 *
 * Space: that of the shape; `legs` leaves out what two legs may enclose.
 */
export function closedHoles(shape: PlaneF32, legs: boolean): ClosedHoles | null {
  const filled = fillHoles(shape);
  const open = createPlane(shape.width, shape.height);
  let [whole, any] = [0, false];
  for (let i = 0; i < open.data.length; i++) {
    if (filled.data[i] > 0.5) whole++;
    if (filled.data[i] <= 0.5 || shape.data[i] > 0.5) continue;
    open.data[i] = 1;
    any = true;
  }
  if (!any) return null;
  const box = boundsOf(filled);
  const end = box.y + (legs ? ABOVE_LEGS : 1) * box.height;
  const { labels, areas, boxes } = connectedComponents(open);
  const isClosed = areas.map((area, n) => {
    const { y, width, height } = boxes[n];
    const underBar = width > UNDER_BAR * height && y < box.y + BAR_ROWS * box.height;
    return area < MOST * whole && y + height < end && !(underBar && area > TAG_LEAST * whole);
  });
  if (!isClosed.includes(true)) return null;
  const isTag = areas.map((area, n) => isClosed[n] && area > TAG_LEAST * whole);
  const tags = isTag.includes(true) ? createPlane(shape.width, shape.height) : null;
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] > 0 && !isClosed[labels[i] - 1]) open.data[i] = 0;
    if (tags !== null && labels[i] > 0 && isTag[labels[i] - 1]) tags.data[i] = 1;
  }
  return { holes: open, tags: tags === null ? null : dilate(tags, RIM) };
}
