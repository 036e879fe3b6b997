import { createPlane, type PlaneF32, type Point } from '@drape/imaging';
import { GARMENT_PARTS, type GarmentPoint, type GarmentRead, type ReadPoint } from '../src/ports';

/** What a reader would tell that saw everything: nothing is told of what is left out. */
export interface DrawnGarment {
  readonly parts: Readonly<Partial<Record<(typeof GARMENT_PARTS)[number], PlaneF32>>>;
  readonly points: Readonly<Partial<Record<GarmentPoint, Point>>>;
  readonly answers?: Partial<GarmentRead['answers']>;
}

const POINT_NAMES = [
  ...['neck', 'shoulder', 'armpit', 'elbow', 'waist', 'hem'].flatMap((name) => [`${name}Left`, `${name}Right`]),
  ...['Left', 'Right'].flatMap((side) =>
    ['cuff', 'hem'].flatMap((name) => [`${name}${side}Outer`, `${name}${side}Inner`]),
  ),
  ...['neckFront', 'waistMiddle', 'hemMiddle', 'crotch'],
] as readonly GarmentPoint[];

const sure = <V extends string>(value: V) => ({ value, probability: 1 });
const CELLS = 128;

/** A garment reader's answer of masks and points in the picture's pixels, in cells as large as the real one's. */
export function readOf({ parts, points, answers = {} }: DrawnGarment): GarmentRead {
  const [some] = Object.values(parts);
  if (some === undefined) throw new RangeError('a read garment has parts');
  const side = Math.max(some.width, some.height);
  const square = { x: (some.width - side) / 2, y: (some.height - side) / 2, side };
  const planes = GARMENT_PARTS.map((part) => cellsOf(parts[part], square));
  const [background, ...others] = planes;
  for (let i = 0; i < CELLS * CELLS; i++) background.data[i] = 1 - others.reduce((sum, { data }) => sum + data[i], 0);
  const nothing: ReadPoint = { x: 0, y: 0, confidence: 0, presence: 0 };
  const readPoints = POINT_NAMES.map((name): readonly [GarmentPoint, ReadPoint] => {
    const at = points[name];
    return [name, at === undefined ? nothing : { x: at.x, y: at.y, confidence: 0.8, presence: 1 }];
  });
  return {
    square,
    parts: planes,
    points: Object.fromEntries(readPoints) as Record<GarmentPoint, ReadPoint>,
    answers: {
      sleeveLeft: sure('spread'),
      sleeveRight: sure('spread'),
      view: sure('flat'),
      closure: sure('none'),
      collar: sure('none'),
      ...answers,
    },
  };
}

function cellsOf(mask: PlaneF32 | undefined, { x, y, side }: GarmentRead['square']): PlaneF32 {
  const cells = createPlane(CELLS, CELLS);
  if (mask === undefined) return cells;
  for (let v = 0, i = 0; v < CELLS; v++) {
    for (let u = 0; u < CELLS; u++, i++) {
      const px = Math.floor(x + ((u + 0.5) / CELLS) * side);
      const py = Math.floor(y + ((v + 0.5) / CELLS) * side);
      if (px >= 0 && py >= 0 && px < mask.width && py < mask.height) cells.data[i] = mask.data[py * mask.width + px];
    }
  }
  return cells;
}
