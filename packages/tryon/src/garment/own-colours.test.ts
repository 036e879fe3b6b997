import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, rgbToLab } from '@drape/imaging';
import { withOwnColours } from './own-colours';

const SIDE = 160;
const WOOD = [196, 178, 154];
/** 33 (Lab) from the blue. */
const DUSK = [80, 100, 170];
const BLUE = [36, 58, 170];
const GREY = [110, 120, 132];

/** A dress in blue and grey bands whose blue sleeves, down to the row `cuff`, the network missed; `ground` paints what lies around it. */
function dress(ground: (x: number, y: number) => readonly number[], cuff = 90) {
  const rgb = createRaster(SIDE, SIDE, 3);
  const shape = createPlane(SIDE, SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const body = x >= 55 && x < 105 && y >= 20 && y < 140;
      const sleeve = y >= 24 && y < cuff && ((x >= 35 && x < 55) || (x >= 105 && x < 125));
      const own = Math.floor(y / 12) % 2 === 0 ? BLUE : GREY;
      rgb.data.set(body ? own : sleeve ? BLUE : ground(x, y), 3 * (y * SIDE + x));
      if (body) shape.data[y * SIDE + x] = 1;
    }
  }
  return withOwnColours(rgbToLab(rgb), shape);
}

const at = (plane: ReturnType<typeof dress>, x: number, y: number): number | undefined => plane?.data[y * SIDE + x];

describe('parts of a garment that the network missed', () => {
  it('come back where they have its colours and the ground has none of them', () => {
    const whole = dress(() => WOOD);
    expect(at(whole, 45, 50)).toBe(1);
    expect(at(whole, 115, 60)).toBe(1);
    expect(at(whole, 56, 50)).toBe(1);
    expect(at(whole, 45, 120)).toBe(0);
  });

  it('come back where a shadow of their colour lies beside the garment', () => {
    // below the sleeves: as blue as they are, from 4 pixels off the body on fading into the ground
    const shaded = (x: number, y: number): readonly number[] => {
      const fade = Math.min(1, Math.max(0, (Math.abs(x - 79.5) - 29) / 10));
      return y < 50 || y >= 96 ? DUSK : DUSK.map((v, c) => BLUE[c] + (v - BLUE[c]) * fade);
    };
    const whole = dress(shaded, 50);
    expect(at(whole, 45, 40)).toBe(1);
    expect(at(whole, 115, 40)).toBe(1);
    expect(at(whole, 46, 90)).toBe(0);
  });

  it('are left out where the ground shows the same colours elsewhere', () => {
    expect(dress((x, y) => (y > 100 && x < 50 ? BLUE : WOOD))).toBeNull();
  });

  it('are left out where they fade into a ground of about their colour', () => {
    expect(dress((x) => [36 + Math.abs(x - 80) / 3, 58, 170])).toBeNull();
  });
});
