import { createPlane, createRaster } from '@drape/imaging';
import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import { PARSE_CLASSES } from '../src/ports';
import type { GarmentPoint, GarmentRead, ParseClass, PoseDetection, PoseLandmark, TryOnPorts } from '../src/ports';
import { drawBar, drawPolygon } from './drawn-shapes';
import { FIGURE } from './drawn-person';
import { readOf } from './read-of';

const SKIN = [205, 150, 120] as const;
const BACKGROUND = [240, 240, 240] as const;
const TROUSERS = [60, 60, 66] as const;
const FABRIC = [40, 70, 160] as const;
const UNDER = [230, 200, 60] as const;

/** How the model of a drawn product picture stands. */
export interface WearerOptions {
  /** Wrists in the picture; beside the body where absent. */
  readonly wrists?: readonly [Point, Point];
  readonly elbows?: readonly [Point, Point];
  /** The jacket is open over a yellow top. */
  readonly open?: boolean;
  /** Rows cut off the top of the picture. */
  readonly cropTop?: number;
  readonly turned?: boolean;
  /** The top ends in a straight edge below bare shoulders, with flounces over the upper arms; one wedge of skin is read as cloth. */
  readonly offShoulders?: boolean;
}

/** A product picture: a figure in a blue short-sleeved top (or an open blue jacket), dark trousers, bare arms, a head. */
export interface DrawnWearer {
  readonly picture: RasterU8;
  readonly ports: Pick<TryOnPorts, 'cutOut' | 'readGarment' | 'detectPose' | 'parsePerson'>;
  /** The garment's true area. */
  readonly garment: PlaneF32;
}

type Layers = Map<ParseClass, PlaneF32>;

export function drawWearer(options: WearerOptions = {}): DrawnWearer {
  const { width, height } = FIGURE;
  const elbows = options.elbows ?? FIGURE.elbows;
  const wrists = options.wrists ?? FIGURE.wrists;
  const layers: Layers = new Map(PARSE_CLASSES.map((name) => [name, createPlane(width, height)]));
  const on = (name: ParseClass): PlaneF32 => layers.get(name) ?? createPlane(width, height);
  for (const i of [0, 1] as const) {
    drawBar(on('pants'), FIGURE.hips[i], FIGURE.knees[i], 22);
    drawBar(on('pants'), FIGURE.knees[i], FIGURE.ankles[i], 15);
  }
  const fabric = options.open === true ? 'outer' : 'top';
  drawPolygon(width, height, options.offShoulders === true ? OFF_SHOULDERS : TORSO, on(fabric));
  if (options.offShoulders === true) {
    drawPolygon(width, height, WEDGE, on(fabric));
    drawPolygon(width, height, BARE_CHEST, on('skin'));
    clear(on('skin'), on(fabric));
  }
  for (const i of [0, 1] as const) {
    const cuff = options.open === true ? wrists[i] : middle(FIGURE.shoulders[i], elbows[i], 0.7);
    if (options.open === true) drawBar(on(fabric), FIGURE.shoulders[i], elbows[i], 15);
    if (options.offShoulders !== true)
      drawBar(on(fabric), options.open === true ? elbows[i] : FIGURE.shoulders[i], cuff, 15);
  }
  if (options.open === true) {
    drawBar(on('top'), { x: 200, y: 130 }, { x: 200, y: 330 }, 18);
    clear(on('outer'), on('top'));
  }
  for (const i of [0, 1] as const) {
    drawBar(on('skin'), elbows[i], wrists[i], 9);
    if (options.open !== true) drawBar(on('skin'), middle(FIGURE.shoulders[i], elbows[i], 0.75), elbows[i], 10);
  }
  if (options.open === true) clear(on('skin'), on('outer'));
  drawBar(on('skin'), { x: 200, y: 60 }, { x: 200, y: 84 }, 26);
  drawBar(on('skin'), { x: 200, y: 90 }, { x: 200, y: 112 }, 16);
  return photographed(layers, fabric, { ...options, elbows, wrists });
}

const TORSO: readonly Point[] = [
  { x: 176, y: 118 },
  { x: 188, y: 134 },
  { x: 200, y: 138 },
  { x: 212, y: 134 },
  { x: 224, y: 118 },
  { x: 258, y: 136 },
  { x: 252, y: 340 },
  { x: 148, y: 340 },
  { x: 142, y: 136 },
];

/** Row of the upper edge of a top off the shoulders, and rows and columns at which its flounces end. */
export const EDGE_ROW = 158;
export const FLOUNCE = { row: 205, out: 118 } as const;

const OFF_SHOULDERS: readonly Point[] = [
  { x: 134, y: EDGE_ROW },
  { x: 266, y: EDGE_ROW },
  { x: 400 - FLOUNCE.out, y: FLOUNCE.row },
  { x: 250, y: FLOUNCE.row + 2 },
  { x: 252, y: 340 },
  { x: 148, y: 340 },
  { x: 150, y: FLOUNCE.row + 2 },
  { x: FLOUNCE.out, y: FLOUNCE.row },
];
const WEDGE: readonly Point[] = [
  { x: 228, y: EDGE_ROW },
  { x: 240, y: EDGE_ROW - 10 },
  { x: 246, y: EDGE_ROW },
];
const BARE_CHEST: readonly Point[] = [
  { x: 182, y: 112 },
  { x: 218, y: 112 },
  { x: 260, y: 140 },
  { x: 264, y: EDGE_ROW },
  { x: 136, y: EDGE_ROW },
  { x: 140, y: 140 },
];

const middle = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

function clear(plane: PlaneF32, where: PlaneF32): void {
  for (let i = 0; i < plane.data.length; i++) plane.data[i] *= 1 - where.data[i];
}

/** Lays the layers over each other, skin in front, and answers as the networks would. */
function photographed(
  layers: Layers,
  fabric: ParseClass,
  pose: WearerOptions & { elbows: readonly Point[]; wrists: readonly Point[] },
): DrawnWearer {
  const { width } = FIGURE;
  const skip = pose.cropTop ?? 0;
  const height = FIGURE.height - skip;
  const picture = createRaster(width, height, 3);
  const planes = PARSE_CLASSES.map(() => createPlane(width, height));
  const salient = createPlane(width, height);
  const colours: Partial<Record<ParseClass, readonly [number, number, number]>> = {
    pants: TROUSERS,
    [fabric]: FABRIC,
    ...(fabric === 'outer' && { top: UNDER }),
    skin: SKIN,
  };
  for (let i = 0; i < width * height; i++) {
    let colour: readonly [number, number, number] = BACKGROUND;
    let top: ParseClass = 'background';
    for (const name of ['pants', 'outer', 'top', 'skin'] as const) {
      if ((layers.get(name)?.data[i + skip * width] ?? 0) < 0.5) continue;
      colour = colours[name] ?? BACKGROUND;
      top = name;
    }
    for (let c = 0; c < 3; c++) picture.data[i * 3 + c] = colour[c];
    planes[PARSE_CLASSES.indexOf(top)].data[i] = 1;
    salient.data[i] = top === 'background' ? 0 : 1;
  }
  const detection = detectionOf(pose, salient, skip);
  return {
    picture,
    garment: planes[PARSE_CLASSES.indexOf(fabric)],
    ports: {
      cutOut: () => Promise.resolve(salient),
      detectPose: () => Promise.resolve(detection),
      parsePerson: () => Promise.resolve({ box: { x: 0, y: 0, width, height }, planes }),
      readGarment: () => Promise.resolve(readingOf(planes[PARSE_CLASSES.indexOf(fabric)], skip)),
    },
  };
}

/** What the garment reader tells of the worn top. */
function readingOf(garment: PlaneF32, skip: number): GarmentRead {
  const right = {
    neckRight: { x: 224, y: 118 },
    shoulderRight: { x: 258, y: 136 },
    armpitRight: { x: 254, y: 176 },
    cuffRightOuter: middle(FIGURE.shoulders[1], FIGURE.elbows[1], 0.75),
    cuffRightInner: middle(FIGURE.shoulders[1], FIGURE.elbows[1], 0.75),
    hemRight: { x: 252, y: 340 },
  };
  const both = Object.entries(right).flatMap(([name, { x, y }]) => [
    [name, { x, y: y - skip }],
    [name.replace('Right', 'Left'), { x: 2 * 200 - x, y: y - skip }],
  ]);
  const points = Object.fromEntries(both) as Partial<Record<GarmentPoint, Point>>;
  return readOf({ parts: { torso: garment }, points, answers: { view: { value: 'worn', probability: 1 } } });
}

function detectionOf(
  pose: WearerOptions & { elbows: readonly Point[]; wrists: readonly Point[] },
  mask: PlaneF32,
  skip: number,
): PoseDetection {
  if (skip > 130) return { person: null, others: [] };
  const at = (p: Point): PoseLandmark => ({ x: p.x, y: p.y - skip, z: 0, visibility: 1, presence: 1 });
  const landmarks = Array.from({ length: 33 }, () => at({ x: 200, y: 60 }));
  const pairs: readonly [number, readonly Point[]][] = [
    [11, FIGURE.shoulders],
    [13, pose.elbows],
    [15, pose.wrists],
    [17, pose.wrists],
    [19, pose.wrists],
    [21, pose.wrists],
    [23, FIGURE.hips],
    [25, FIGURE.knees],
    [27, FIGURE.ankles],
  ];
  for (const [index, points] of pairs) {
    // the wearer's left is image right
    landmarks[index] = at(points[pose.turned === true ? 0 : 1]);
    landmarks[index + 1] = at(points[pose.turned === true ? 1 : 0]);
  }
  return { person: { score: 0.98, landmarks, mask }, others: [] };
}
