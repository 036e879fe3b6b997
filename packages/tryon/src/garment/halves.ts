import { close, connectedComponents, createPlane, open } from '@drape/imaging';
import type { PlaneF32 } from '@drape/imaging';
import { binary } from './matte-shape';

/** A second piece of at least this share of the largest one is the garment's other half: no tag, shadow or scrap is so large. */
const HALF_MIN = 0.4;
/** Half the width, in picture widths, of what may still hold two halves together: it is cut where hooks are. */
const LINK_REACH = 0.018;
/** Half the widest strip that may part them, in picture widths: a zip, a placket, a row of trim. */
const STRIP_REACH = 0.03;
/** From this saliency on the network believes the strip to be the garment's. */
const BELIEVED = 0.5;

/**
 * Puts the two halves of a garment together that a strip of the ground's colour parts all but for threads, such as a brown zip before
 * a brown blanket: what lies between them goes back where the network saw garment. Anything else is returned as it is.
 *
 * Layout: both planes are 0…1 and of one size.
 */
export function joinHalves(shape: PlaneF32, saliency: PlaneF32): PlaneF32 {
  const halves = twoLargest(shape);
  if (halves === null) return shape;
  const { width, height } = shape;
  const closed = close(halves, Math.max(2, Math.round(width * STRIP_REACH)));
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const strip = closed.data[i] > 0.5 && halves.data[i] < 0.5 && saliency.data[i] >= BELIEVED;
    out.data[i] = strip ? 1 : shape.data[i];
  }
  return out;
}

/** The two largest pieces without thin links, 0 or 1; null where the second is no half. */
function twoLargest(shape: PlaneF32): PlaneF32 | null {
  const parted = open(binary(shape), Math.max(1, Math.round(shape.width * LINK_REACH)));
  const { labels, areas } = connectedComponents(parted);
  const [first, second] = [...areas.keys()].sort((p, q) => areas[q] - areas[p]);
  if (second === undefined || areas[second] < HALF_MIN * areas[first]) return null;
  const out = createPlane(shape.width, shape.height);
  for (let i = 0; i < labels.length; i++) if (labels[i] === first + 1 || labels[i] === second + 1) out.data[i] = 1;
  return out;
}
