import { describe, expect, it } from '@jest/globals';
import type { PlaneF32, Point } from '@drape/imaging';
import { parsesClothes } from '../../test/parses-clothes';
import * as drawn from '../../test/drawn-garments';
import { drawnPerson, FIGURE, mirroredPerson } from '../../test/drawn-person';
import { drawBar, paint } from '../../test/drawn-shapes';
import { alwaysReads, DRESS_HALF, readLower, readUpper, SHIRT_HALF, TEE_HALF } from '../../test/read-drawn';
import { analyseGarment } from '../garment/analyse-garment';
import type { Garment } from '../model/garment';
import { frameOf } from './body/placement-frame';
import { placeGarment } from './place-garment';
import { planPants } from './lower/targets-pants';
import type { PlacedLower, PlacedUpper, Placement } from '../model/placement';

type Category = Garment['category'];

const made = new Map<() => PlaneF32, Promise<Garment>>();

type Read = ReturnType<typeof readUpper>;

const READS = new Map<() => PlaneF32, (mask: PlaneF32) => Read>([
  [drawn.drawTee, (mask) => readUpper(mask, TEE_HALF)],
  [drawn.drawShirt, (mask) => readUpper(mask, SHIRT_HALF)],
  [drawn.drawDress, (mask) => readUpper(mask, DRESS_HALF)],
  [drawn.drawPants, (mask) => readLower(mask, drawn.PANTS)],
  [drawn.drawShorts, (mask) => readLower(mask, drawn.SHORTS)],
  [drawn.drawLeggings, (mask) => readLower(mask, drawn.LEGGINGS)],
  [drawn.drawUnevenPants, (mask) => readLower(mask, drawn.UNEVEN_PANTS)],
  [drawn.drawSkirt, (mask) => readLower(mask, drawn.SKIRT)],
]);

/** Each drawn garment is analysed once. */
function garmentOf(draw: () => PlaneF32, category: Category): Promise<Garment> {
  const known = made.get(draw) ?? analyse(draw, category);
  made.set(draw, known);
  return known;
}

function analyse(draw: () => PlaneF32, category: Category): Promise<Garment> {
  const mask = draw();
  const read = READS.get(draw)?.(mask);
  if (read === undefined) throw new Error('nobody reads this drawing');
  const ports = {
    cutOut: () => Promise.reject(new Error('the picture has its own alpha')),
    detectPose: () => Promise.resolve({ person: null, others: [] }),
    parsePerson: parsesClothes,
    ...alwaysReads(read),
  };
  return analyseGarment(paint(mask, [60, 120, 90]), category, ports);
}

function upperOf(placement: Placement): PlacedUpper {
  if (placement.region.kind !== 'upper') throw new Error('not an upper garment');
  return placement.region;
}

function lowerOf(placement: Placement): PlacedLower {
  if (placement.region.kind === 'upper') throw new Error('not a lower garment');
  return placement.region;
}

function alphaAt(placement: Placement, x: number, y: number): number {
  const { box, rgba } = placement;
  const px = Math.floor(x) - box.x;
  const py = Math.floor(y) - box.y;
  return px < 0 || py < 0 || px >= box.width || py >= box.height ? 0 : rgba.data[(py * box.width + px) * 4 + 3];
}

/** Halfway down the shin. */
const shaftTop = (i: 0 | 1): Point => ({
  x: (FIGURE.knees[i].x + FIGURE.ankles[i].x) / 2,
  y: (FIGURE.knees[i].y + FIGURE.ankles[i].y) / 2,
});

const SW = FIGURE.shoulders[1].x - FIGURE.shoulders[0].x;
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

describe('placeGarment on a drawn figure', () => {
  it('lays a tee on the shoulders, ends it at the hips and covers the chest', async () => {
    const placement = placeGarment(drawnPerson(), await garmentOf(drawn.drawTee, 'top'));
    const region = upperOf(placement);
    expect(placement.flips).toBe(0);
    expect(placement.stretchP95).toBeLessThan(1.7);
    expect(placement.residual.max).toBeLessThan(0.06 * SW);
    expect(Math.abs(region.neck[0].x + region.neck[1].x - 400) / SW).toBeLessThan(0.03);
    expect(region.neck[0].y).toBeGreaterThan(100);
    expect(region.neck[0].y).toBeLessThan(140);
    expect(gap(region.shoulder[1], { x: 256, y: 146 }) / SW).toBeLessThan(0.12);
    const hemV = (region.hem[8].y - 150) / 160;
    expect(hemV).toBeGreaterThan(1);
    expect(hemV).toBeLessThan(1.3);
    expect(region.sleeves[0].reach).toBeGreaterThan(0.25);
    expect(region.sleeves[0].reach).toBeLessThan(0.6);
    expect(alphaAt(placement, 200, 230)).toBe(255);
    expect(alphaAt(placement, FIGURE.wrists[1].x, FIGURE.wrists[1].y)).toBe(0);
  });

  it('writes nothing of body and garment', async () => {
    for (const [draw, category] of [
      [drawn.drawShirt, 'top'],
      [drawn.drawPants, 'pants'],
      [drawn.drawSkirt, 'skirt'],
    ] as const) {
      const given = { body: drawnPerson(), garment: await garmentOf(draw, category) };
      const before = structuredClone(given);
      placeGarment(given.body, given.garment);
      expect(given).toEqual(before);
    }
  });

  it('ends long sleeves at the wrists and follows the arms', async () => {
    const placement = placeGarment(drawnPerson(), await garmentOf(drawn.drawShirt, 'top'));
    const region = upperOf(placement);
    for (const i of [0, 1] as const) {
      const [outer, inner] = region.sleeves[i].cuff;
      const cuff = { x: (outer.x + inner.x) / 2, y: (outer.y + inner.y) / 2 };
      expect(gap(cuff, FIGURE.wrists[i]) / SW).toBeLessThan(0.14);
      expect(alphaAt(placement, FIGURE.elbows[i].x, FIGURE.elbows[i].y)).toBe(255);
    }
    expect(placement.flips).toBe(0);
  });

  it('lays a tee over the body, not over the bulky coat that it replaces', async () => {
    const tee = await garmentOf(drawn.drawTee, 'top');
    const bulky = drawnPerson();
    for (let y = 130; y < 350; y++) {
      for (let x = 120; x < 280; x++) {
        bulky.planes.person.data[y * FIGURE.width + x] = 1;
        bulky.planes.top.data[y * FIGURE.width + x] = 1;
      }
    }
    const coated = { ...bulky, planes: { ...bulky.planes, outer: bulky.planes.top } };
    const chest = (placement: Placement): number => {
      const { sides } = upperOf(placement);
      return gap(sides[0][6], sides[1][6]);
    };
    const placed = placeGarment(coated, tee);
    expect(chest(placed)).toBeLessThan(0.95 * chest(placeGarment(bulky, tee)));
    expect(chest(placed)).toBeGreaterThan(0.75 * SW);
    expect(placed.flips).toBe(0);
    const reachOut = (placement: Placement): number => gap(...upperOf(placement).shoulder);
    expect(reachOut(placed)).toBeLessThan(reachOut(placeGarment(bulky, tee)));
  });

  it('does not draw a straight tee in where the old top has a narrow waist', async () => {
    const slim = drawnPerson();
    for (let y = 210; y < 260; y++) {
      for (let x = 130; x < 270; x++) {
        if (Math.abs(x + 0.5 - 200) > 32) slim.planes.person.data[y * FIGURE.width + x] = 0;
      }
    }
    const { sides } = upperOf(placeGarment(slim, await garmentOf(drawn.drawTee, 'top')));
    const widths = sides[0].map((p, n) => gap(p, sides[1][n]));
    expect(Math.min(...widths.slice(2, 8))).toBeGreaterThan(0.85 * SW);
  });

  it('puts each trouser leg on its own leg and leaves the gap between them open', async () => {
    const placement = placeGarment(drawnPerson(), await garmentOf(drawn.drawPants, 'pants'));
    const region = lowerOf(placement);
    expect(placement.flips).toBe(0);
    for (const i of [0, 1] as const) {
      expect(alphaAt(placement, FIGURE.knees[i].x, FIGURE.knees[i].y)).toBe(255);
      expect(alphaAt(placement, FIGURE.ankles[i].x, FIGURE.ankles[i].y - 8)).toBeGreaterThan(200);
      expect(region.reach[i]).toBeGreaterThan(0.95);
    }
    expect(alphaAt(placement, 200, 520)).toBe(0);
    expect(region.waist[6].y).toBeGreaterThan(230);
    expect(region.waist[6].y).toBeLessThan(310);
  });

  it('parts trouser legs from the crotch on, not at once', async () => {
    const { tubes } = lowerOf(placeGarment(drawnPerson(), await garmentOf(drawn.drawPants, 'pants')));
    // the inner edge of a tube is its last 13 points, from the hem up
    const width = (n: number): number => tubes[1][tubes[1].length - 1 - n].x - tubes[0][tubes[0].length - 1 - n].x;
    expect(width(1) / SW).toBeLessThan(0.12);
    expect(width(6)).toBeGreaterThan(2 * width(1));
  });

  it('widens shorts from the hips to the hem without a bump below a jacket', async () => {
    const { tubes } = lowerOf(placeGarment(drawnPerson(), await garmentOf(drawn.drawShorts, 'pants')));
    // the first 17 points are the outer edge from the waist down
    const hem = tubes[1][16].x;
    expect(Math.max(...tubes[1].slice(0, 17).map(({ x }) => x)) - hem).toBeLessThan(0.05 * SW);
  });

  it('ends both legs of trousers alike, however unevenly they lie', async () => {
    const { reach } = lowerOf(placeGarment(drawnPerson(), await garmentOf(drawn.drawUnevenPants, 'pants')));
    expect(reach[0]).toBeGreaterThan(0.95);
    expect(reach[1]).toBeCloseTo(reach[0], 2);
  });

  it('pulls the hips of trousers at places near each other, or wide ones run in waves between them', async () => {
    const { landmarks } = await garmentOf(drawn.drawPants, 'pants');
    if (landmarks.kind !== 'pants') throw new Error('no trousers');
    const { targets } = planPants(frameOf(drawnPerson()), landmarks);
    const rows = targets.filter(({ name }) => name.startsWith('hip1')).map(({ from }) => from.y);
    const steps = rows.slice(1).map((y, n) => Math.abs(y - rows[n]));
    expect(Math.max(...steps)).toBeLessThan(0.15 * (landmarks.crotch.y - landmarks.waist[0].y));
  });

  it('lets straight trousers fall over boots, narrow ones end in their shafts', async () => {
    const booted = drawnPerson();
    for (const i of [0, 1] as const) drawBar(booted.planes.shoes, shaftTop(i), FIGURE.ankles[i], 15);
    const straight = placeGarment(booted, await garmentOf(drawn.drawPants, 'pants'));
    expect(lowerOf(straight).overShoes).toBe(true);
    expect(lowerOf(straight).reach[0]).toBe(1);
    expect(alphaAt(straight, FIGURE.ankles[0].x, FIGURE.ankles[0].y - 8)).toBeGreaterThan(200);
    const narrow = placeGarment(booted, await garmentOf(drawn.drawLeggings, 'pants'));
    expect(lowerOf(narrow).overShoes).toBe(false);
    expect(lowerOf(narrow).reach[0]).toBeLessThan(0.9);
    expect(alphaAt(narrow, FIGURE.ankles[0].x, FIGURE.ankles[0].y - 8)).toBe(0);
  });

  it('leaves shafts that are wider than straight trousers before them', async () => {
    const furry = drawnPerson();
    const { data, width } = furry.planes.shoes;
    for (let { y } = shaftTop(0); y < FIGURE.height; y++) data.fill(1, y * width + 90, y * width + 310);
    const placement = placeGarment(furry, await garmentOf(drawn.drawPants, 'pants'));
    expect(lowerOf(placement).overShoes).toBe(false);
  });

  it('ends shorts above the knee', async () => {
    const placement = placeGarment(drawnPerson(), await garmentOf(drawn.drawShorts, 'pants'));
    expect(lowerOf(placement).reach[0]).toBeLessThan(0.55);
    expect(alphaAt(placement, FIGURE.ankles[0].x, FIGURE.ankles[0].y - 20)).toBe(0);
  });

  it('keeps the flare of a skirt and hangs it from the waist', async () => {
    const placement = placeGarment(drawnPerson(), await garmentOf(drawn.drawSkirt, 'skirt'));
    const region = lowerOf(placement);
    const width = (line: readonly Point[]): number => gap(line[0], line[line.length - 1]);
    expect(width(region.hems[0]) / width(region.waist)).toBeGreaterThan(1.7);
    expect(placement.flips).toBe(0);
    expect(alphaAt(placement, 200, 360)).toBe(255);
  });

  it('lets a dress reach from the shoulders to below the hips', async () => {
    const placement = placeGarment(drawnPerson(), await garmentOf(drawn.drawDress, 'dress'));
    expect(alphaAt(placement, 200, 200)).toBe(255);
    expect(alphaAt(placement, 200, 400)).toBe(255);
    expect(placement.flips).toBe(0);
  });

  it('lets the side of a straight dress fall straight, wherever it is drawn in to the body', async () => {
    const region = upperOf(placeGarment(drawnPerson(), await garmentOf(drawn.drawDress, 'dress')));
    for (const side of region.sides) {
      const [a, b] = [side[1], side[side.length - 1]];
      for (const p of side.slice(2, -1)) {
        const bow = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / gap(a, b);
        expect(Math.abs(bow) / SW).toBeLessThan(0.03);
      }
    }
  });

  it('is the mirror image for a mirrored figure', async () => {
    const garment = await garmentOf(drawn.drawTee, 'top');
    const a = upperOf(placeGarment(drawnPerson(), garment));
    const b = upperOf(placeGarment(mirroredPerson(), garment));
    const flip = (p: Point): Point => ({ x: FIGURE.width - p.x, y: p.y });
    expect(gap(a.neck[0], flip(b.neck[1]))).toBeLessThan(2);
    expect(gap(a.shoulder[1], flip(b.shoulder[0]))).toBeLessThan(2.5);
    expect(gap(a.hem[0], flip(b.hem[16]))).toBeLessThan(3);
  });

  it('draws trouser hems down in one line, not at their corners alone', async () => {
    const pants = await garmentOf(drawn.drawPants, 'pants');
    const placement = placeGarment(drawnPerson(), pants);
    for (const hem of lowerOf(placement).hems) {
      const [a, b] = [hem[0], hem[hem.length - 1]];
      for (const t of [0.25, 0.5, 0.75]) {
        const [x, y] = [a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)];
        expect(alphaAt(placement, x, y - 0.05 * SW)).toBeGreaterThan(200);
        expect(alphaAt(placement, x, y + 0.04 * SW)).toBeLessThan(50);
      }
    }
  });

  it('stays within the photo when the body leaves it', async () => {
    const body = drawnPerson();
    const low = { ...body, height: 300 };
    const placement = placeGarment(low, await garmentOf(drawn.drawPants, 'pants'));
    expect(placement.box.y + placement.box.height).toBeLessThanOrEqual(300);
    expect(placement.rgba.data.length).toBe(placement.box.width * placement.box.height * 4);
  });
});
