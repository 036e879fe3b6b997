import { createPlane, fillPolygon, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import type { Garment } from '@drape/tryon';
import { SIDES, type PointName, type SleeveState } from './label';
import type { GarmentReading } from './reading';

type Landmarks = Garment['landmarks'];
type Upper = Extract<Landmarks, { readonly kind: 'upper' }>;
type Lower = Exclude<Landmarks, Upper>;

/** Below this confidence the rules took the sleeve from the other side or from a template. */
const SLEEVE_CONFIDENCE_MIN = 0.5;

/** The analysis that a try-on uses, in the form of a label. `mask` is the size at which masks are compared. */
export function readingOfProduct(
  garment: Garment,
  picture: Pick<RasterU8, 'width' | 'height'>,
  mask: Pick<RasterU8, 'width' | 'height'>,
): GarmentReading {
  const { origin, scale } = garment.place;
  const share = ({ x, y }: Point): Point => ({
    x: (origin.x + x / scale) / picture.width,
    y: (origin.y + y / scale) / picture.height,
  });
  const { landmarks } = garment;
  const found = landmarks.kind === 'upper' ? upperPoints(landmarks) : lowerPoints(landmarks);
  const points = new Map(found.map(([name, p]) => [name, share(p)]));
  const outline = matteOver(garment, picture, mask);
  if (landmarks.kind !== 'upper')
    return {
      points,
      outline,
      sleevePolygons: [null, null],
      sleeves: [null, null],
      collar: null,
      sleeveStates: ['none', 'none'],
      view: null,
      confidence: landmarks.confidence,
    };
  const [left, right] = landmarks.sleeves;
  const polygonOf = ({ length, outer, inner }: Upper['sleeves'][0]): Point[] | null =>
    length === 'none' ? null : [...outer, ...[...inner].reverse()].map(share);
  const sleevePolygons = [polygonOf(left), polygonOf(right)] as const;
  const plane = (polygon: Point[] | null): PlaneF32 | null => polygon && polygonOver(polygon, mask);
  const state = ({ length, confidence }: Upper['sleeves'][0]): SleeveState => {
    if (length === 'none') return 'none';
    return confidence >= SLEEVE_CONFIDENCE_MIN ? 'spread' : 'hidden';
  };
  return {
    points,
    outline,
    sleevePolygons,
    sleeves: [plane(sleevePolygons[0]), plane(sleevePolygons[1])],
    collar: null,
    sleeveStates: [state(left), state(right)],
    view: garment.notes.includes('worn by a model') ? 'worn' : null,
    confidence: landmarks.confidence,
  };
}

type Named = readonly [PointName, Point];

function upperPoints(marks: Upper): Named[] {
  const sides = SIDES.flatMap((side, i): Named[] => {
    const at = i as 0 | 1;
    const { length, outer, inner } = marks.sleeves[at];
    const [outerEnd, innerEnd] = [outer.at(-1), inner.at(-1)];
    const cuffs: Named[] =
      length === 'none' || outerEnd === undefined || innerEnd === undefined
        ? []
        : [
            [`cuff${side}Outer`, outerEnd],
            [`cuff${side}Inner`, innerEnd],
          ];
    return [
      [`neck${side}`, marks.neck[at]],
      [`shoulder${side}`, marks.shoulder[at]],
      [`armpit${side}`, marks.armpit[at]],
      [`hem${side}`, marks.hem[at]],
      ...cuffs,
    ];
  });
  const front = lowest(marks.neckline);
  const middle = nearestTo(marks.hemEdge, marks.hem);
  return [...sides, ...named('neckFront', front), ...named('hemMiddle', middle)];
}

function lowerPoints(marks: Lower): Named[] {
  const waist = SIDES.map((side, i): Named => [`waist${side}`, marks.waist[i as 0 | 1]]);
  const middle = named('waistMiddle', nearestTo(marks.waistEdge, marks.waist));
  if (marks.kind === 'skirt') {
    const hem = SIDES.map((side, i): Named => [`hem${side}`, marks.hem[i as 0 | 1]]);
    return [...waist, ...middle, ...hem, ...named('hemMiddle', nearestTo(marks.hemEdge, marks.hem))];
  }
  const legs = SIDES.flatMap((side, i): Named[] => {
    const { outer, inner } = marks.legs[i as 0 | 1];
    return [...named(`hem${side}Outer`, outer.at(-1)), ...named(`hem${side}Inner`, inner.at(-1))];
  });
  return [...waist, ...middle, ['crotch', marks.crotch], ...legs];
}

const named = (name: PointName, p: Point | undefined): Named[] => (p === undefined ? [] : [[name, p]]);

const lowest = (line: readonly Point[]): Point | undefined => [...line].sort((a, b) => b.y - a.y)[0];

/** The point of an edge that lies between its two corners. */
function nearestTo(edge: readonly Point[], [a, b]: readonly [Point, Point]): Point | undefined {
  const middle = (a.x + b.x) / 2;
  return [...edge].sort((p, q) => Math.abs(p.x - middle) - Math.abs(q.x - middle))[0];
}

type Size = Pick<RasterU8, 'width' | 'height'>;

/** A polygon in shares of the picture, drawn at the size. */
export function polygonOver(polygon: readonly Point[], { width, height }: Size): PlaneF32 {
  const plane = createPlane(width, height);
  fillPolygon(
    plane,
    polygon.map(({ x, y }) => ({ x: x * width, y: y * height })),
  );
  return plane;
}

/** The cut-out's alpha where it lies in the picture. */
function matteOver({ rgba, place }: Garment, picture: Size, { width, height }: Size): PlaneF32 {
  const plane = createPlane(width, height);
  for (let y = 0; y < height; y++) {
    const v = Math.floor((((y + 0.5) * picture.height) / height - place.origin.y) * place.scale);
    if (v < 0 || v >= rgba.height) continue;
    for (let x = 0; x < width; x++) {
      const u = Math.floor((((x + 0.5) * picture.width) / width - place.origin.x) * place.scale);
      if (u >= 0 && u < rgba.width) plane.data[y * width + x] = (rgba.data[4 * (v * rgba.width + u) + 3] ?? 0) / 255;
    }
  }
  return plane;
}
