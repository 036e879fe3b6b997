import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@drape/contracts';
import { createRaster, type Box, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { decodeGarment, decodePhoto, encodeResult } from '@drape/media';
import { renderTryOn, type Garment, type GarmentLandmarks, type TryOnRender, type TryOnTrace } from '@drape/tryon';
import { fromCaller, ownArguments, runCli, UsageError, withModels } from './run-cli';
import { fitInto, paste } from '../drawing/sheet';
import { copyOnto, drawLine, drawPoint, drawSegment, fade, tint, type Rgb } from '../drawing/sketch';

const USAGE = `Draws what each stage of a try-on made, one picture per stage: how docs/picture/how-it-works.md shows them.

  pnpm picture:steps --photo PHOTO --garment PICTURE --category ${PRODUCT_CATEGORIES.join('|')} --out DIR [--height 640]

Writes ${['photo', 'person', 'product', 'mesh', 'erased', 'light', 'result'].map((name) => `step-${name}.jpg`).join(', ')} into DIR.`;

const WHITE: Rgb = [255, 255, 255];
/** Grey level around the product. */
const PAPER = 244;
const INK: Rgb = [24, 30, 48];
const BLUE: Rgb = [37, 99, 235];
const ORANGE: Rgb = [234, 88, 12];
/** Colour of the plain shape in place of a garment. */
const EMPTY: Rgb = [203, 208, 217];
/** The classes of the parse, in the colours that the page names. */
const CLASS_COLOURS: readonly (readonly [keyof TryOnTrace['person']['planes'], Rgb])[] = [
  ['skin', [244, 162, 97]],
  ['hair', [142, 90, 200]],
  ['top', [42, 157, 143]],
  ['dress', [42, 157, 143]],
  ['outer', [38, 110, 190]],
  ['skirt', [214, 80, 120]],
  ['pants', [214, 80, 120]],
  ['shoes', [90, 100, 120]],
];
/** Pairs of connected BlazePose joints. */
const BONES: readonly (readonly [number, number])[] = [
  ...([
    [11, 12],
    [23, 24],
    [11, 23],
    [12, 24],
  ] as const),
  ...([
    [11, 13],
    [13, 15],
    [12, 14],
    [14, 16],
  ] as const),
  ...([
    [23, 25],
    [25, 27],
    [27, 31],
    [24, 26],
    [26, 28],
    [28, 32],
  ] as const),
];
/** How much wider the plain shape's edge is than the garment's own. */
const SHAPE_RIM_WIDTH = 3;
/** How much stronger than in the picture the light on the garment is drawn. */
const LIGHT_STRENGTH = 2.5;
/** Joints below this visibility are guesses and not drawn. */
const VISIBILITY_MIN = 0.5;

interface Arguments {
  readonly photo: string;
  readonly garment: string;
  readonly out: string;
  readonly category: ProductCategory;
  /** Height of each picture; the width follows the person's. */
  readonly height: number;
}

/** Throws: UsageError where the command line cannot be understood. */
function readArguments(args: string[]): Arguments {
  const { values } = parseArgs({
    args,
    options: {
      photo: { type: 'string' },
      garment: { type: 'string' },
      category: { type: 'string' },
      out: { type: 'string' },
      height: { type: 'string', default: '640' },
    },
  });
  const { photo, garment, out } = values;
  const category = PRODUCT_CATEGORIES.find((name) => name === values.category);
  const height = Number(values.height);
  if (photo === undefined || garment === undefined || out === undefined) throw new UsageError(USAGE);
  if (category === undefined) {
    throw new UsageError(`--category must be one of ${PRODUCT_CATEGORIES.join(', ')}, not "${values.category ?? ''}".`);
  }
  if (!Number.isInteger(height) || height < 64 || height > 4096) {
    throw new UsageError(`--height must be a whole number of pixels from 64 to 4096, not "${values.height}".`);
  }
  return { photo: fromCaller(photo), garment: fromCaller(garment), out: fromCaller(out), category, height };
}

/** Photo, class planes and pose. */
function drawPerson(photo: RasterU8, { person }: TryOnTrace): RasterU8 {
  const picture = copyOnto(photo, WHITE);
  fade(picture, WHITE, 0.35);
  for (const [name, colour] of CLASS_COLOURS) tint(picture, person.planes[name], colour, 0.62);
  const unit = person.width / 300;
  for (const [from, to] of BONES) {
    const [a, b] = [person.pose[from], person.pose[to]];
    if (a === undefined || b === undefined || Math.min(a.visibility, b.visibility) < VISIBILITY_MIN) continue;
    drawSegment(picture, a, b, { radius: unit * 1.1, colour: WHITE });
    drawSegment(picture, a, b, { radius: unit * 0.6, colour: INK });
  }
  for (const joint of new Set(BONES.flat())) {
    const point = person.pose[joint];
    if (point !== undefined && point.visibility >= VISIBILITY_MIN) dot(picture, point, unit * 1.4, INK);
  }
  return picture;
}

/** The cut-out with the landmarks that map it onto a body. */
function drawProduct({ rgba, landmarks }: Garment): RasterU8 {
  const margin = Math.round(rgba.height * 0.06);
  const picture = createRaster(rgba.width + 2 * margin, rgba.height + 2 * margin, 3);
  picture.data.fill(PAPER);
  paste(picture, rgba, margin, margin);
  const moved = ({ x, y }: Point): Point => ({ x: x + margin, y: y + margin });
  const unit = rgba.height / 300;
  const { lines, corners } = shapeOf(landmarks);
  for (const line of lines) drawLine(picture, line.map(moved), { radius: unit * 0.9, colour: BLUE });
  for (const corner of corners) dot(picture, moved(corner), unit * 2.2, ORANGE);
  return picture;
}

interface Shape {
  readonly lines: readonly (readonly Point[])[];
  readonly corners: readonly Point[];
}

function shapeOf(landmarks: GarmentLandmarks): Shape {
  switch (landmarks.kind) {
    case 'upper': {
      const { neck, shoulder, armpit, hem, sides, shoulderEdges, sleeves, hemEdge, neckline } = landmarks;
      const cut = sleeves.filter(({ length }) => length !== 'none');
      const outlines = cut.flatMap(({ outer, inner }) => [
        outer,
        inner,
        [outer.at(-1), inner.at(-1)].flatMap((one) => one ?? []),
      ]);
      return {
        lines: [...sides, ...shoulderEdges, ...outlines, hemEdge, neckline],
        corners: [...neck, ...shoulder, ...armpit, ...hem, ...cut.flatMap(({ outer, inner }) => endsOf(outer, inner))],
      };
    }
    case 'pants': {
      const { waist, waistEdge, crotch, legs } = landmarks;
      return {
        lines: [waistEdge, ...legs.flatMap(({ outer, inner }) => [outer, inner])],
        corners: [...waist, crotch, ...legs.flatMap(({ outer, inner }) => endsOf(outer, inner))],
      };
    }
    case 'skirt': {
      const { waist, waistEdge, hem, hemEdge, sides } = landmarks;
      return { lines: [waistEdge, hemEdge, ...sides], corners: [...waist, ...hem] };
    }
  }
}

const endsOf = (...lines: readonly (readonly Point[])[]): Point[] => lines.flatMap((line) => line.at(-1) ?? []);

/** The garment's mesh placed on the body, over the garment itself. */
function drawMesh(photo: RasterU8, { placement }: TryOnRender, { garment }: TryOnTrace): RasterU8 {
  const picture = copyOnto(photo, WHITE);
  paste(picture, placement.rgba, placement.box.x, placement.box.y);
  fade(picture, WHITE, 0.45);
  const { deformed } = placement;
  const at = (vertex: number): Point => ({ x: deformed[vertex * 2] ?? 0, y: deformed[vertex * 2 + 1] ?? 0 });
  const radius = photo.width / 1400;
  const edges = new Set<string>();
  const { triangles } = garment.mesh;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a = 0, b = 0, c = 0] = triangles.subarray(t, t + 3);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const)
      edges.add(`${Math.min(from, to)}-${Math.max(from, to)}`);
  }
  for (const edge of edges) {
    const [from = 0, to = 0] = edge.split('-').map(Number);
    drawSegment(picture, at(from), at(to), { radius, colour: BLUE, opacity: 0.55 });
  }
  for (const { to } of placement.targets) dot(picture, to, photo.width / 260, ORANGE);
  return picture;
}

/** The result with a plain shape in place of the garment: shows which pixels were filled where the old garment was removed. */
function drawErased({ image }: TryOnRender, { layers }: TryOnTrace): RasterU8 {
  const picture = copyOnto(image, WHITE);
  const { width, height } = layers.garment;
  const shown = new Float32Array(width * height);
  for (let i = 0; i < shown.length; i++) {
    // Wider than the garment's own coverage, so that no rim of it shows around the shape.
    const cover = Math.min(1, SHAPE_RIM_WIDTH * Math.max(layers.garment.data[i] ?? 0, layers.snap.data[i] ?? 0));
    shown[i] = cover * (1 - (layers.front.data[i] ?? 0)) * (1 - (layers.limbs.data[i] ?? 0));
  }
  tintWithin(picture, { width, height, data: shown }, layers.box, EMPTY);
  return picture;
}

/** The light that the garment's colours are multiplied by, on an even grey: darker than it below 1, lighter above. */
function drawLight(render: TryOnRender, trace: TryOnTrace): RasterU8 {
  const picture = drawErased(render, trace);
  const { box, garment, front, limbs, gain } = trace.layers;
  const covered = (share: (factor: number) => number): PlaneF32 => {
    const data = garment.data.map((cover, i) => {
      const [x, y] = [i % garment.width, Math.floor(i / garment.width)];
      const factor = gain.data[(y >> 1) * gain.width + (x >> 1)] ?? 1;
      return cover * (1 - (front.data[i] ?? 0)) * (1 - (limbs.data[i] ?? 0)) * share(factor);
    });
    return { width: garment.width, height: garment.height, data };
  };
  const darker = covered((factor) => Math.max(0, LIGHT_STRENGTH * (1 - factor)));
  const lighter = covered((factor) => Math.max(0, LIGHT_STRENGTH * (factor - 1)));
  tintWithin(picture, darker, box, INK);
  tintWithin(picture, lighter, box, WHITE);
  return picture;
}

function tintWithin(picture: RasterU8, plane: PlaneF32, box: Box, colour: Rgb): void {
  const part = cut(picture, box);
  tint(part, plane, colour, 1);
  paste(picture, part, box.x, box.y);
}

function dot(onto: RasterU8, point: Point, radius: number, colour: Rgb): void {
  drawPoint(onto, point, { radius: radius * 1.45, colour: WHITE });
  drawPoint(onto, point, { radius, colour });
}

/** The person with a margin, in photo pixels: steps must be readable at the width of a column. */
function boxOf({ person }: TryOnTrace): Box {
  const { width, height, data } = person.planes.person;
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let i = 0; i < data.length; i++) {
    if ((data[i] ?? 0) < 0.5) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  const margin = (bottom - top) * 0.05;
  const k = 1 / person.workScale;
  const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, Math.round(value * k)));
  const [x, y] = [clamp(left - margin, person.width), clamp(top - margin, person.height)];
  return { x, y, width: clamp(right + margin, person.width) - x, height: clamp(bottom + margin, person.height) - y };
}

function cut(picture: RasterU8, box: Box): RasterU8 {
  const part = createRaster(box.width, box.height, 3);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.y + y) * picture.width + box.x) * 3;
    part.data.set(picture.data.subarray(from, from + box.width * 3), y * box.width * 3);
  }
  return part;
}

/** The picture scaled to fit, centred in a frame of that size. */
function framed(picture: RasterU8, width: number, height: number): RasterU8 {
  const frame = createRaster(width, height, 3);
  frame.data.fill(PAPER);
  const k = Math.min(width / picture.width, height / picture.height);
  const small = fitInto(picture, Math.round(k * Math.max(picture.width, picture.height)));
  paste(frame, small, (width - small.width) >> 1, (height - small.height) >> 1);
  return frame;
}

async function drawSteps({ photo: photoPath, garment, category, out, height }: Arguments): Promise<number> {
  const photo = (await decodePhoto(await readFile(photoPath))).raster;
  const product = (await decodeGarment(await readFile(garment))).raster;
  const render = await withModels((models) => renderTryOn(photo, product, { category }, models, { trace: true }));
  const { trace } = render;
  if (trace === undefined) throw new Error('the render carries no trace although it was asked for one');
  const box = boxOf(trace);
  const steps: Readonly<Record<string, RasterU8>> = {
    photo: cut(copyOnto(photo, WHITE), box),
    person: cut(drawPerson(photo, trace), box),
    product: drawProduct(trace.garment),
    mesh: cut(drawMesh(photo, render, trace), box),
    erased: cut(drawErased(render, trace), box),
    light: cut(drawLight(render, trace), box),
    result: cut(render.image, box),
  };
  const width = Math.round((height * box.width) / box.height);
  await mkdir(out, { recursive: true });
  for (const [name, picture] of Object.entries(steps)) {
    const { bytes } = await encodeResult(framed(picture, width, height), { format: 'jpeg', quality: 84 });
    const file = join(out, `step-${name}.jpg`);
    await writeFile(file, bytes);
    console.log(`${file}: ${Math.round(bytes.length / 1000)} kB`);
  }
  return 0;
}

runCli(() => drawSteps(readArguments(ownArguments())));
