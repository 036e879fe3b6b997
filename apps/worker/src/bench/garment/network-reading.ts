import { createPlane, samplePlane, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { GARMENT_PARTS, type GarmentRead } from '@drape/models';
import { POINTS, type GarmentLabel, type PointName } from './label';
import type { GarmentReading } from './reading';

type Size = Pick<RasterU8, 'width' | 'height'>;
type Part = (typeof GARMENT_PARTS)[number];

const GARMENT: readonly Part[] = ['torso', 'sleeveLeft', 'sleeveRight', 'collar'];

/** The garment reader's output in the form of a label, with every point that the category can have. */
export function readingOfNetwork(
  read: GarmentRead,
  { category }: Pick<GarmentLabel, 'category'>,
  picture: Size,
  mask: Size,
): GarmentReading {
  const points = POINTS[category].map((name): readonly [PointName, Point] => {
    const { x, y } = read.points[name];
    return [name, { x: x / picture.width, y: y / picture.height }];
  });
  const winner = winnersOver(read, picture, mask);
  const plane = (...parts: readonly Part[]): PlaneF32 => planeOf(winner, parts, mask);
  const { sleeveLeft, sleeveRight, view } = read.answers;
  return {
    points: new Map(points),
    outline: plane(...GARMENT),
    sleevePolygons: [null, null],
    sleeves: [plane('sleeveLeft'), plane('sleeveRight')],
    collar: plane('collar'),
    sleeveStates: [sleeveLeft.value, sleeveRight.value],
    view: view.value,
    confidence: Math.min(...POINTS[category].map((name) => read.points[name].confidence)),
  };
}

/** Index of the most likely part per pixel; the planes are interpolated between their cells. */
function winnersOver({ square, parts }: GarmentRead, picture: Size, { width, height }: Size): Uint8Array {
  const out = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const v = (((y + 0.5) * picture.height) / height - square.y) / square.side;
    for (let x = 0; x < width; x++, i++) {
      const u = (((x + 0.5) * picture.width) / width - square.x) / square.side;
      if (u < 0 || v < 0 || u > 1 || v > 1) continue;
      out[i] = likeliest(parts, u, v);
    }
  }
  return out;
}

function likeliest(parts: readonly PlaneF32[], u: number, v: number): number {
  let best = 0;
  let highest = -1;
  for (const [k, plane] of parts.entries()) {
    const value = samplePlane(plane, u * plane.width, v * plane.height);
    if (value <= highest) continue;
    highest = value;
    best = k;
  }
  return best;
}

function planeOf(winner: Uint8Array, parts: readonly Part[], { width, height }: Size): PlaneF32 {
  const plane = createPlane(width, height);
  const numbers = parts.map((part) => GARMENT_PARTS.indexOf(part));
  for (const [i, part] of winner.entries()) plane.data[i] = numbers.includes(part) ? 1 : 0;
  return plane;
}
