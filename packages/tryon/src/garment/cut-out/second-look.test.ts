import { describe, expect, it } from '@jest/globals';
import { boxBlur, createPlane, createRaster, iou, type PlaneF32, type RasterU8, resizePlane } from '@drape/imaging';
import { drawShirt, HEIGHT, WIDTH } from '../../../test/drawn-garments';
import { photograph } from '../../../test/drawn-shapes';
import { lookTwice } from './second-look';

const MAP = 160;
const BLUE = [60, 80, 170] as const;

/** A shirt on a checked blanket, where colours alone draw no outline. */
function checked(mask: PlaneF32): RasterU8 {
  const ground = createRaster(WIDTH, HEIGHT, 3);
  for (let i = 0; i < ground.data.length; i++) {
    const pixel = Math.floor(i / 3);
    const dark = (Math.floor((pixel % WIDTH) / 20) + Math.floor(pixel / WIDTH / 20)) % 2;
    ground.data[i] = dark === 1 ? 90 : 190;
  }
  for (let i = 0; i < ground.data.length; i++) {
    if (mask.data[Math.floor(i / 3)] > 0.5) ground.data[i] = BLUE[i % 3];
  }
  return ground;
}

/** A network that finds what is blue in square pictures, and returns `squeezed` for others. */
function network(squeezed: PlaneF32): { runs: number; cutOut: (rgb: RasterU8) => Promise<PlaneF32> } {
  const seen = {
    runs: 0,
    cutOut: (rgb: RasterU8): Promise<PlaneF32> => {
      seen.runs++;
      if (rgb.width !== rgb.height) return Promise.resolve(squeezed);
      const blue = createPlane(rgb.width, rgb.height);
      for (let i = 0; i < blue.data.length; i++) blue.data[i] = rgb.data[3 * i + 2] > rgb.data[3 * i] + 50 ? 1 : 0;
      return Promise.resolve(resizePlane(blue, MAP, MAP));
    },
  };
  return seen;
}

const squeeze = (plane: PlaneF32): PlaneF32 => boxBlur(resizePlane(plane, MAP, MAP), 1);

/** The shirt's body as the network sees it, its sleeves at `belief`. */
function bodyAnd(mask: PlaneF32, belief: number): PlaneF32 {
  const out = createPlane(WIDTH, HEIGHT);
  for (let i = 0; i < out.data.length; i++) {
    const isBody = Math.abs((i % WIDTH) - WIDTH / 2) < 90;
    out.data[i] = mask.data[i] * (isBody ? 1 : belief);
  }
  return squeeze(out);
}

describe('lookTwice', () => {
  const shirt = drawShirt();
  const photo = checked(shirt);

  it('asks once where the network is sure', async () => {
    const net = network(squeeze(shirt));
    await lookTwice({ rgb: photo, cutOut: net.cutOut });
    expect(net.runs).toBe(1);
  });

  it.each([
    ['hesitates over the sleeves', bodyAnd(shirt, 0.4)],
    ['sees two sleeves and no body', squeeze(sleevesOf(shirt))],
  ])('finds the whole shirt where the network %s in the squeezed picture', async (_name, squeezed) => {
    const net = network(squeezed);
    const seen = await lookTwice({ rgb: photo, cutOut: net.cutOut });
    expect(net.runs).toBe(2);
    expect(iou(resizePlane(seen, WIDTH, HEIGHT), shirt)).toBeGreaterThan(0.93);
  });

  it('keeps its first answer where the others say that all is garment', async () => {
    const first = bodyAnd(shirt, 0.4);
    const all = createPlane(MAP, MAP, 1);
    const seen = await lookTwice({
      rgb: photo,
      cutOut: (rgb) => Promise.resolve(rgb.width === rgb.height ? all : first),
    });
    expect(seen).toBe(first);
  });

  it('goes over smoothly from one look to another that comes to be worth more', async () => {
    const first = bodyAnd(shirt, 0.4);
    const sure = squeeze(shirt);
    const all = createPlane(MAP, MAP, 1);
    /** The second look is sure of the sleeves down to a row, the third takes nearly the whole picture and does not count. */
    const seenWith = (row: number): Promise<PlaneF32> => {
      const second = createPlane(MAP, MAP);
      for (let i = 0; i < second.data.length; i++) second.data[i] = (i < row * MAP ? sure : first).data[i];
      const looks = [first, second, all].values();
      return lookTwice({ rgb: photo, cutOut: () => Promise.resolve(looks.next().value ?? all) });
    };
    let before = await seenWith(45);
    for (let row = 45; row < 70; row += 0.125) {
      const after = await seenWith(row);
      const change = before.data.reduce((sum, value, i) => sum + Math.abs(value - after.data[i]), 0) / (MAP * MAP);
      expect(change).toBeLessThan(0.06);
      before = after;
    }
  });

  it('leaves doubts before an even ground to the colours', async () => {
    const net = network(bodyAnd(shirt, 0.4));
    await lookTwice({ rgb: photograph(shirt, BLUE, [240, 240, 240]), cutOut: net.cutOut });
    expect(net.runs).toBe(1);
  });
});

function sleevesOf(mask: PlaneF32): PlaneF32 {
  const out = createPlane(WIDTH, HEIGHT);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.abs((i % WIDTH) - WIDTH / 2) < 106 ? 0 : mask.data[i];
  return out;
}
