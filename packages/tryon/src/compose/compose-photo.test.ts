import {
  createPlane,
  createRaster,
  fillPolygon,
  PLANE,
  type Point,
  poisonFreeMemory,
  type RasterU8,
  withScratch,
} from '@drape/imaging';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { analysePerson } from '../person/analyse-person';
import { insidePolygon } from '../../test/inside-polygon';
import type { Placement } from '../model/placement';
import { PARSE_CLASSES, type DetectedPerson, type ParseClass, type ParseResult, type PoseLandmark } from '../ports';
import { composePhoto, type Composition } from './compose-photo';
import type { Person } from '../model/person';
import { scalePolygon } from '../geometry/vector';

const WIDTH = 300;
const HEIGHT = 480;
const SKIN = [200, 150, 120];
const SHIRT = [40, 60, 160];
const TROUSERS = [60, 60, 60];
const WALL = [180, 190, 180];

const disc = (x: number, y: number, rx: number, ry = rx): Point[] =>
  Array.from({ length: 40 }, (_, i) => ({
    x: x + rx * Math.cos((i * Math.PI) / 20),
    y: y + ry * Math.sin((i * Math.PI) / 20),
  }));
const box = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  { x: x0, y: y0 },
  { x: x1, y: y0 },
  { x: x1, y: y1 },
  { x: x0, y: y1 },
];

/** A figure of flat colours: head, shirt with long sleeves, hands, trousers, shoes. */
const PARTS: readonly (readonly [ParseClass, readonly Point[], readonly number[]])[] = [
  ['pants', box(110, 255, 148, 440), TROUSERS],
  ['pants', box(152, 255, 190, 440), TROUSERS],
  ['shoes', box(105, 440, 148, 458), [20, 20, 20]],
  ['shoes', box(152, 440, 195, 458), [20, 20, 20]],
  ['top', box(108, 110, 192, 265), SHIRT],
  ['top', box(84, 118, 106, 245), SHIRT],
  ['top', box(194, 118, 216, 245), SHIRT],
  ['skin', disc(95, 255, 11, 14), SKIN],
  ['skin', disc(205, 255, 11, 14), SKIN],
  ['skin', box(136, 80, 164, 112), SKIN],
  ['hair', disc(150, 62, 27, 34), [50, 30, 20]],
  ['skin', disc(150, 66, 22, 29), SKIN],
];

function drawFigure(): { photo: RasterU8; mask: DetectedPerson['mask'] } {
  const photo = createRaster(WIDTH, HEIGHT, 3);
  const mask = createPlane(WIDTH, HEIGHT);
  for (let i = 0; i < photo.data.length; i++) photo.data[i] = WALL[i % 3] + ((i * 7919) % 5) - 2;
  for (const [, polygon, rgb] of PARTS) {
    const part = createPlane(WIDTH, HEIGHT);
    fillPolygon(part, polygon);
    fillPolygon(mask, polygon);
    for (let i = 0; i < part.data.length; i++) {
      for (let c = 0; c < 3; c++) photo.data[3 * i + c] += part.data[i] * (rgb[c] - photo.data[3 * i + c]);
    }
  }
  return { photo, mask };
}

/** What a parser without errors sees of it, at half its size. */
function parseFigure(): ParseResult {
  const planes = PARSE_CLASSES.map((name) => createPlane(WIDTH / 2, HEIGHT / 2, name === 'background' ? 1 : 0));
  for (const [name, polygon] of PARTS) {
    const part = createPlane(WIDTH / 2, HEIGHT / 2);
    fillPolygon(part, scalePolygon(polygon, 0.5));
    for (const [c, { data }] of planes.entries()) {
      const own = PARSE_CLASSES[c] === name ? 1 : 0;
      for (let i = 0; i < data.length; i++) data[i] += part.data[i] * (own - data[i]);
    }
  }
  return { box: { x: 0, y: 0, width: WIDTH, height: HEIGHT }, planes };
}

/** BlazePose order; the wearer's left is at the image's right. */
const LANDMARKS: readonly (readonly [number, number, number])[] = [
  [0, 150, 72],
  [1, 156, 58],
  [2, 158, 58],
  [3, 160, 58],
  [4, 144, 58],
  [5, 142, 58],
  [6, 140, 58],
  [7, 172, 66],
  [8, 128, 66],
  [9, 156, 84],
  [10, 144, 84],
  [11, 196, 124],
  [12, 104, 124],
  [13, 205, 185],
  [14, 95, 185],
  [15, 205, 245],
  [16, 95, 245],
  [17, 206, 262],
  [18, 94, 262],
  [19, 205, 264],
  [20, 95, 264],
  [21, 200, 258],
  [22, 100, 258],
  [23, 172, 260],
  [24, 128, 260],
  [25, 171, 350],
  [26, 129, 350],
  [27, 171, 435],
  [28, 129, 435],
  [29, 168, 448],
  [30, 132, 448],
  [31, 178, 455],
  [32, 122, 455],
];

const pose = (): PoseLandmark[] => LANDMARKS.map(([, x, y]) => ({ x, y, z: 0, visibility: 0.99, presence: 0.99 }));

/** A red short-sleeved block over the shirt: box 100…200 × 112…270. */
function redTop(): Placement {
  const at = { x: 96, y: 112, width: 108, height: 160 };
  const rgba = createRaster(at.width, at.height, 4);
  for (let i = 0; i < rgba.data.length; i += 4) rgba.data.set([220, 30, 30, 255], i);
  const sleeve = (outer: number, inner: number) => ({
    length: 'short' as const,
    reach: 0.4,
    cuff: [
      { x: outer, y: 175 },
      { x: inner, y: 175 },
    ] as const,
    outline: [],
  });
  return {
    rgba,
    box: at,
    targets: [],
    residual: { mean: 1, max: 2 },
    flips: 0,
    stretchP95: 1.1,
    outside: 0,
    deformed: new Float64Array(0),
    order: new Uint32Array(0),
    sheetCovers: null,
    region: {
      kind: 'upper',
      neckline: [
        { x: 132, y: 112 },
        { x: 150, y: 114 },
        { x: 168, y: 112 },
      ],
      necklineKind: 'crew',
      neck: [
        { x: 132, y: 112 },
        { x: 168, y: 112 },
      ],
      shoulder: [
        { x: 100, y: 116 },
        { x: 200, y: 116 },
      ],
      sleeves: [sleeve(84, 106), sleeve(216, 194)],
      hem: [
        { x: 96, y: 271 },
        { x: 204, y: 271 },
      ],
      sides: [
        [
          { x: 106, y: 150 },
          { x: 96, y: 271 },
        ],
        [
          { x: 194, y: 150 },
          { x: 204, y: 271 },
        ],
      ],
    },
  };
}

/** The same, ending at row 180. */
function cropTop(): Placement {
  const { rgba, box: at, region, ...rest } = redTop();
  if (region.kind !== 'upper') throw new Error('not an upper garment');
  const height = 180 - at.y;
  return {
    ...rest,
    rgba: { ...rgba, height, data: rgba.data.slice(0, 4 * at.width * height) },
    box: { ...at, height },
    region: { ...region, hem: region.hem.map(({ x }) => ({ x, y: 180 })) },
  };
}

/** A red mini skirt over the hips: box 105…195 × 250…320. */
function mini(): Placement {
  const outline = box(105, 250, 195, 320);
  const hem = [outline[3], outline[2]];
  return {
    ...redTop(),
    rgba: { ...redTop().rgba, width: 90, height: 70, data: redTop().rgba.data.slice(0, 4 * 90 * 70) },
    box: { x: 105, y: 250, width: 90, height: 70 },
    region: {
      kind: 'skirt',
      waist: [outline[0], outline[1]],
      tucked: true,
      tubes: [outline, outline],
      hems: [hem, hem],
      overShoes: true,
      reach: [0.3, 0.3],
    },
  };
}

/** Red trousers, narrow and closed: box 110…190 × 250…410, their legs side by side below row 280. */
function trousers(): Placement {
  const [from, to] = [250, 410];
  const edge = (x: number): Point[] => Array.from({ length: 13 }, (_, i) => ({ x, y: 280 + (i * (to - 280)) / 12 }));
  const leg = (outer: number, inner: number): Point[] => [
    { x: outer, y: from },
    ...edge(outer),
    ...edge(inner).reverse(),
  ];
  const hem = (left: number, right: number): Point[] => [
    { x: left, y: to },
    { x: right, y: to },
  ];
  return {
    ...redTop(),
    rgba: { ...redTop().rgba, width: 80, height: 160, data: redTop().rgba.data.slice(0, 4 * 80 * 160) },
    box: { x: 110, y: from, width: 80, height: 160 },
    region: {
      kind: 'pants',
      waist: [
        { x: 110, y: from },
        { x: 190, y: from },
      ],
      tucked: true,
      tubes: [leg(110, 150), leg(190, 150)],
      hems: [hem(110, 150), hem(150, 190)],
      overShoes: false,
      reach: [0.9, 0.9],
    },
  };
}

describe('composePhoto on a drawn figure', () => {
  const { photo, mask } = drawFigure();
  let person: Person;
  let made: Composition;

  beforeAll(async () => {
    const ports = {
      detectPose: async () => ({ person: { score: 0.99, landmarks: pose(), mask }, others: [] }),
      meshFace: async () => null,
      parsePerson: async () => parseFigure(),
    };
    person = await analysePerson(photo, ports, () => undefined);
    made = composePhoto(photo, person, redTop(), 'top', () => undefined);
  });

  const pixel = (raster: RasterU8, x: number, y: number): number[] => [
    ...raster.data.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3),
  ];

  it('reads shirt, trousers and skin where they were drawn', () => {
    const at = (plane: { data: Float32Array; width: number }, x: number, y: number): number =>
      plane.data[Math.floor(y * person.workScale) * plane.width + Math.floor(x * person.workScale)];
    expect(at(person.planes.upper, 150, 180)).toBeGreaterThan(0.9);
    expect(at(person.planes.lower, 130, 380)).toBeGreaterThan(0.9);
    expect(at(person.planes.skin, 95, 257)).toBeGreaterThan(0.8);
    expect(at(person.planes.hair, 150, 31)).toBeGreaterThan(0.8);
    expect(at(person.planes.person, 40, 240)).toBeLessThan(0.05);
  });

  it('changes no pixel outside the edit mask', () => {
    let changed = 0;
    for (let i = 0; i < made.editMask.data.length; i++) {
      if (made.editMask.data[i] !== 0) continue;
      for (let c = 0; c < 3; c++) if (made.image.data[3 * i + c] !== photo.data[3 * i + c]) changed++;
    }
    expect(changed).toBe(0);
  });

  it('changes no pixel of the face oval, not even where the garment comes to lie over it', () => {
    const high: Placement = { ...redTop(), box: { ...redTop().box, y: 60 } };
    const raised = composePhoto(photo, person, high, 'top', () => undefined);
    let [changed, beside] = [0, 0];
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const isFace = insidePolygon({ x: x + 0.5, y: y + 0.5 }, person.faceOval);
        for (const { image } of [made, raised]) {
          if (pixel(image, x, y).every((v, c) => v === pixel(photo, x, y)[c])) continue;
          if (isFace) changed++;
          else if (y < 90) beside++;
        }
      }
    }
    expect(changed).toBe(0);
    expect(beside).toBeGreaterThan(0);
  });

  it('puts the garment on the torso, skin on the forearm and wall beside it', () => {
    const [r, g, b] = pixel(made.image, 150, 200);
    expect(r).toBeGreaterThan(150);
    expect(Math.max(g, b)).toBeLessThan(60);
    const arm = pixel(made.image, 96, 215);
    expect(arm[0]).toBeGreaterThan(arm[2] + 30);
    expect(pixel(made.image, 60, 200)).toEqual(pixel(photo, 60, 200));
  });

  it('tells how much skin and background it invented', () => {
    // forearms 22 wide from the cuff at 175 to the hands at 245; the sleeves' width beyond the arm becomes background
    const forearms = (2 * 22 * 70) / (WIDTH * HEIGHT);
    expect(made.invented.skinShare).toBeGreaterThan(0.6 * forearms);
    expect(made.invented.skinShare).toBeLessThan(1.3 * forearms);
    expect(made.invented.backgroundShare).toBeGreaterThan(0);
    expect(made.invented.skinShare + made.invented.backgroundShare).toBeLessThanOrEqual(made.fillShare + forearms);
  });

  it('leaves hands, trousers and shoes alone', () => {
    for (const [x, y] of [
      [95, 258],
      [130, 380],
      [120, 450],
    ]) {
      expect(pixel(made.image, x, y)).toEqual(pixel(photo, x, y));
    }
  });

  it('paints no hand past a long sleeve where none is seen, and the seen one where it is', () => {
    const { region, ...rest } = redTop();
    if (region.kind !== 'upper') throw new Error('not an upper garment');
    const long = (side: 0 | 1) => ({ ...region.sleeves[side], length: 'long' as const, reach: 0.95 });
    const jacket = { ...rest, region: { ...region, sleeves: [long(0), long(1)] as const } };
    const { planes, workScale: k } = person;
    const [skin, upper] = [planes.skin, planes.upper].map((plane) => ({ ...plane, data: plane.data.slice() }));
    for (let i = Math.floor(225 * k) * skin.width; i < skin.data.length; i++) {
      upper.data[i] += skin.data[i];
      skin.data[i] = 0;
    }
    const gloved = { ...person, planes: { ...planes, skin, upper } };
    const inventedBy = (wearer: Person): number => {
      const { layers } = composePhoto(photo, wearer, jacket, 'jacket', () => undefined);
      return layers.bare.data.reduce((sum, share) => sum + share, 0);
    };
    expect(inventedBy(gloved)).toBe(0);
    expect(inventedBy(person)).toBeGreaterThan(0);
  });

  /** The photo and person with a brown coat down to `hem`; of the lower clothes below it, rows above `trousersTo` count as seen. */
  function inCoat(hem: number, trousersTo: number): { coated: RasterU8; wearer: Person } {
    const coated = { ...photo, data: photo.data.slice() };
    const { planes, workScale: k } = person;
    const [lower, pants, upper, outer] = [planes.lower, planes.pants, planes.upper, planes.outer].map((plane) => ({
      ...plane,
      data: plane.data.slice(),
    }));
    for (let i = 0; i < lower.data.length; i++) {
      const isCoat = Math.floor(i / lower.width) < hem * k;
      if (isCoat) {
        upper.data[i] += lower.data[i];
        outer.data[i] = upper.data[i];
      }
      if (isCoat || Math.floor(i / lower.width) >= trousersTo * k) lower.data[i] = pants.data[i] = 0;
    }
    for (let y = 255; y < hem; y++) {
      for (let x = 110; x < 190; x++) coated.data.set([150, 100, 40], 3 * (y * WIDTH + x));
    }
    const guide = { ...person.guide, data: person.guide.data.slice() };
    for (let y = Math.ceil(255 * k); y < hem * k; y++) {
      for (let x = Math.ceil(110 * k); x < 190 * k; x++) guide.data.set([150, 100, 40], 3 * (y * guide.width + x));
    }
    return { coated, wearer: { ...person, guide, planes: { ...planes, lower, pants, upper, outer } } };
  }

  it('carries trousers on under a long coat that goes', () => {
    const { coated, wearer } = inCoat(350, HEIGHT);
    const { image, invented } = composePhoto(coated, wearer, redTop(), 'top', () => undefined);
    expect(invented.skinShare).toBeLessThan(1.1 * made.invented.skinShare);
    for (const x of [130, 170]) for (const v of pixel(image, x, 320)) expect(Math.abs(v - 60)).toBeLessThan(25);
    expect(pixel(image, 130, 400)).toEqual(pixel(photo, 130, 400));
  });

  it('carries trousers on all the way from under a short top, where a long one goes', () => {
    const { image } = composePhoto(photo, person, cropTop(), 'top', () => undefined);
    for (let y = 190; y < 256; y += 5) {
      expect([y, Math.max(...pixel(image, 130, y)) < 85]).toEqual([y, true]);
    }
  });

  it('leaves the coat below the new hem where nobody knows what is under it', () => {
    const { coated, wearer } = inCoat(350, 0);
    const { image } = composePhoto(coated, wearer, redTop(), 'top', () => undefined);
    expect(pixel(image, 130, 320)).toEqual([150, 100, 40]);
  });

  it.each(['top', 'jacket'] as const)(
    'paints no bare thighs under a %s where a long coat lets little show below it',
    (category) => {
      const { coated, wearer } = inCoat(350, 362);
      const { image, invented, keepsCoat } = composePhoto(coated, wearer, redTop(), category, () => undefined);
      expect(keepsCoat).toBe(true);
      for (const x of [130, 170]) {
        expect(pixel(image, x, 320)).toEqual([150, 100, 40]);
        expect(pixel(image, x, 400)).toEqual(pixel(coated, x, 400));
      }
      expect(invented.skinShare).toBeLessThan(1.1 * made.invented.skinShare);
    },
  );

  it('lays a skirt and wide trousers over boots, and boots over narrow ones', () => {
    const { planes } = person;
    // shafts up to the skirt's lower half
    const shoes = { ...planes.shoes, data: planes.shoes.data.slice() };
    for (let y = 290; y < 440; y++) shoes.data.fill(1, y * shoes.width + 120, y * shoes.width + 140);
    const booted = { ...person, planes: { ...planes, shoes } };
    const skirt = composePhoto(photo, booted, mini(), 'skirt', () => undefined).image;
    expect(pixel(skirt, 130, 305)[0]).toBeGreaterThan(150);
    const inTrousers = (overShoes: boolean): number[] => {
      const region = { ...mini().region, kind: 'pants', overShoes } as Placement['region'];
      return pixel(composePhoto(photo, booted, { ...mini(), region }, 'pants', () => undefined).image, 130, 305);
    };
    expect(inTrousers(false)).toEqual(pixel(photo, 130, 305));
    expect(inTrousers(true)[0]).toBeGreaterThan(150);
  });

  it('gives a foot that a long skirt hid a shoe', () => {
    const { planes } = person;
    const lower = { ...planes.lower, data: planes.lower.data.map((v, i) => Math.max(v, planes.shoes.data[i])) };
    const shoes = { ...planes.shoes, data: planes.shoes.data.map(() => 0) };
    const { image } = composePhoto(
      photo,
      { ...person, planes: { ...planes, lower, shoes } },
      mini(),
      'skirt',
      () => {},
    );
    expect(Math.max(...pixel(image, 124, 453))).toBeLessThan(110);
    const shin = pixel(image, 129, 400);
    expect(shin[0]).toBeGreaterThan(shin[2] + 25);
  });

  /** Leaves the memory full of values that no picture may show. */
  const soilMemory = (): void => {
    for (let n = 0; n < 2; n++) {
      withScratch(() => {
        for (let side = 96; side < 480; side *= 1.2) for (let i = 0; i < 6; i++) createPlane(side | 0, side | 0, NaN);
      });
    }
  };

  it.each([
    ['a top', redTop, 'top'],
    ['a jacket', redTop, 'jacket'],
    ['a skirt', mini, 'skirt'],
    ['trousers', trousers, 'pants'],
    ['a dress', redTop, 'dress'],
  ] as const)('writes nothing of photo, person and placement when it lays on %s', (_name, draw, category) => {
    const given = { photo, person, placement: draw() };
    const before = structuredClone(given);
    composePhoto(photo, person, given.placement, category, () => undefined);
    expect(given).toEqual(before);
  });

  it('gives the same bytes twice, whatever lies in the memory', () => {
    for (let n = 0; n < 3; n++) {
      const image = withScratch(() => composePhoto(photo, person, redTop(), 'top', () => undefined).image, PLANE);
      expect(Buffer.compare(Buffer.from(image.data), Buffer.from(made.image.data))).toBe(0);
      soilMemory();
    }
  });

  it('gives the same bytes where every plane is spoilt as soon as its step has ended', () => {
    poisonFreeMemory();
    try {
      const image = withScratch(() => composePhoto(photo, person, redTop(), 'top', () => undefined).image, PLANE);
      expect(Buffer.compare(Buffer.from(image.data), Buffer.from(made.image.data))).toBe(0);
    } finally {
      poisonFreeMemory(false);
    }
  });
});
