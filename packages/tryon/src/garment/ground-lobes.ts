import { connectedComponents, createPlane, dilate, erode, open, type PlaneF32 } from '@drape/imaging';
import { keepLargest } from './matte-shape';
import { cellOf, cellsIn } from './own-colours';

/** Share of the garment's inside, and of the ground around it, that makes a colour one of theirs. */
const OWN_SHARE = 0.005;
const GROUND_SHARE = 0.01;
/** How deep the garment's inside lies, and how far around it the ground is looked at, in widths of the picture. */
const DEEP = 0.03;
const AROUND = 0.12;
/** A lobe's area in areas of the garment: smaller ones nobody sees, larger ones are sleeves. */
const LOBE_LEAST = 0.002;
const LOBE_MOST = 0.08;
/** At least this share of a lobe's outline lies on the garment's. */
const OUTSIDE_LEAST = 0.25;
/** Mean difference (Lab) across a lobe's outline: at most this towards the ground, at least this towards the garment. */
const GROUND_MOST = 24;
const GARMENT_LEAST = 26;
/** Half the thickness of a lobe, in pixels of about 400: stripes at an edge are thinner. */
const THICK = 3;
/** Width of an outline whose mixed colours say nothing, in pixels of about 400. */
const RIM = 3;

/**
 * The garment without the pieces of an uneven ground that the network surely took for a part of it, a patch of bed cover above a shoulder
 * or of carpet beside a hem: of a colour that the garment's inside nowhere has and the ground around it has, going on into the
 * ground without an edge and parted from the garment by a clear one. Null without any.
 *
 * Space: `lab` three numbers a pixel of `shape`. Cost: four passes.
 */
export function withoutGroundLobes(lab: Float32Array, shape: PlaneF32): PlaneF32 | null {
  const { width, height } = shape;
  const inside = erode(shape, Math.max(RIM, Math.round(DEEP * width)), 0.5);
  const near = dilate(shape, RIM, 0.5);
  const far = dilate(shape, Math.round(AROUND * width), 0.5);
  const around = createPlane(width, height);
  for (let i = 0; i < around.data.length; i++) around.data[i] = far.data[i] > 0.5 && near.data[i] < 0.5 ? 1 : 0;
  const own = cellsIn(lab, inside, OWN_SHARE);
  const ground = cellsIn(lab, around, GROUND_SHARE);
  const foreign = createPlane(width, height);
  let area = 0;
  for (let i = 0; i < foreign.data.length; i++) {
    if (shape.data[i] <= 0.5) continue;
    area++;
    const cell = cellOf(lab, 3 * i);
    if (own[cell] === 0 && ground[cell] === 1) foreign.data[i] = 1;
  }
  const calm = open(foreign, THICK);
  const { labels, areas } = connectedComponents(calm, 0.5, 4);
  const edges = edgesOf(lab, labels, areas.length, shape);
  const goes = areas.map((size, n) => size > LOBE_LEAST * area && size < LOBE_MOST * area && isGround(edges[n]));
  if (!goes.includes(true)) return null;
  const lobes = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && goes[labels[i] - 1]) lobes.data[i] = 1;
  // what lies between a lobe and the garment is mixed of both
  const rim = dilate(lobes, RIM);
  const out = { ...shape, data: shape.data.slice() };
  for (let i = 0; i < out.data.length; i++) if (rim.data[i] > 0.5 && own[cellOf(lab, 3 * i)] === 0) out.data[i] = 0;
  return keepLargest(out);
}

/** Sums of colour differences across a lobe's outline, and their numbers, towards the ground and towards the garment. */
interface Edges {
  ground: number;
  grounds: number;
  garment: number;
  garments: number;
}

function isGround({ ground, grounds, garment, garments }: Edges): boolean {
  return (
    grounds > OUTSIDE_LEAST * (grounds + garments) &&
    ground < GROUND_MOST * grounds &&
    garment > GARMENT_LEAST * garments
  );
}

function edgesOf(lab: Float32Array, labels: Int32Array, count: number, shape: PlaneF32): Edges[] {
  const edges = Array.from({ length: count }, () => ({ ground: 0, grounds: 0, garment: 0, garments: 0 }));
  const { width, height } = shape;
  for (let y = RIM; y < height - RIM; y++) {
    for (let x = RIM; x < width - RIM; x++) {
      const i = y * width + x;
      if (labels[i] === 0) continue;
      for (const way of [1, -1, width, -width]) {
        if (labels[i + way] === labels[i]) continue;
        compare(edges[labels[i] - 1], lab, i, i - (RIM - 1) * way, i + RIM * way, shape.data, labels);
      }
    }
  }
  return edges;
}

/** Adds one place of an outline: `inside` lies in the lobe of `at`, `outside` as far beyond its edge. */
function compare(
  edges: Edges,
  lab: Float32Array,
  at: number,
  inside: number,
  outside: number,
  shape: Float32Array,
  labels: Int32Array,
): void {
  if (labels[inside] !== labels[at] || labels[outside] === labels[at]) return;
  const [p, q] = [3 * inside, 3 * outside];
  const apart = Math.hypot(lab[p] - lab[q], lab[p + 1] - lab[q + 1], lab[p + 2] - lab[q + 2]);
  if (shape[outside] > 0.5) {
    edges.garment += apart;
    edges.garments++;
  } else {
    edges.ground += apart;
    edges.grounds++;
  }
}
