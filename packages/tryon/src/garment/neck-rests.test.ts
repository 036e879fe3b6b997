import { describe, expect, it } from '@jest/globals';
import { createRaster, type RasterU8 } from '@drape/imaging';
import { mendNeckRests } from './neck-rests';
import { curveOf } from './neckline';

const W = 200;
const curve = curveOf({ x: 50, y: 30 }, { x: 150, y: 30 }, 40, { power: 2, root: 1 });
const at = (x: number, y: number): number => 4 * (y * W + x);

/** Grey cloth below a neckline 100 wide, in which `isDark` is black. */
function tee(isDark: (x: number, y: number) => boolean): RasterU8 {
  const rgba = createRaster(W, W, 4);
  for (let y = 0; y < W; y++) {
    for (let x = 0; x < W; x++) {
      const u = Math.abs(x + 0.5 - 100) / 50;
      const seen = y > (u < 1 ? 30 + 40 * (1 - u * u) : 28);
      rgba.data.set(isDark(x, y) ? [20, 20, 22, 255] : [150, 152, 150, 255], at(x, y));
      rgba.data[at(x, y) + 3] = seen ? 255 : 0;
    }
  }
  mendNeckRests(rgba, curve);
  return rgba;
}

describe('mendNeckRests', () => {
  it('paints a rest of dark tape at the cut over with the cloth', () => {
    const { data } = tee((x, y) => x > 51 && x < 60 && y < 50);
    expect(data[at(55, 48)]).toBeGreaterThan(140);
    expect(data[at(55, 48) + 3]).toBe(255);
  });

  it('leaves neckbands, prints away from the cut, and patterned cloth', () => {
    const band = tee((x, y) => y < 34 + 46 * (1 - (Math.abs(x - 99.5) / 55) ** 2));
    expect(band.data[at(100, 73)]).toBeLessThan(40);
    expect(tee((x, y) => Math.abs(x - 100) < 4 && y > 76 && y < 82).data[at(100, 79)]).toBeLessThan(40);
    expect(tee((x) => x % 12 < 5).data[at(51, 60)]).toBeLessThan(40);
  });
});
