import { cloudNoise, grain, noise } from './noise.mjs';

/**
 * Fabrics: `height(x, y)` adds relief in pixels, `tone(x, y)` multiplies the colour. Both are seeded and stationary.
 */
export const FABRICS = {
  /** Fine single jersey: faint wales, a little mottled. */
  jersey: {
    height: (x, y) => 0.045 * noise(x / 1.3, y / 4, 3) + 0.03 * grain(x, y, 4),
    tone: (x, y) => 1 + 0.012 * noise(x / 1.6, y / 5, 7) + 0.01 * cloudNoise(x / 60, y / 60, 8),
  },
  /** Ribbed knit, one rib every 7 pixels. */
  rib: {
    height: (x, y) => 0.85 * Math.sin((2 * Math.PI * (x + 0.6 * noise(x / 30, y / 60, 1))) / 7) + 0.08 * grain(x, y, 4),
    tone: (x, y) => 1 + 0.05 * Math.sin((2 * Math.PI * x) / 7) + 0.012 * grain(x, y, 9),
  },
  /** Narrow rib of collars. */
  collar: {
    height: (x, y) => 0.3 * Math.sin((2 * Math.PI * x) / 4.6) + 0.05 * grain(x, y, 4),
    tone: (x, y) => 1 + 0.018 * Math.sin((2 * Math.PI * x) / 4.6) + 0.01 * grain(x, y, 9),
  },
  /** Right-hand twill of blue warp and pale weft, slubs along the warp. */
  denim: {
    height: (x, y) => 0.16 * Math.sin((2 * Math.PI * (x + y)) / 3.4) + 0.12 * grain(x, y, 5),
    tone: (x, y) =>
      1 +
      0.07 * Math.sin((2 * Math.PI * (x + y)) / 3.4) +
      0.07 * noise(x / 1.4, y / 14, 2) +
      0.05 * grain(x, y, 6) +
      0.06 * cloudNoise(x / 90, y / 120, 12),
  },
  /** Cotton twill of trousers. */
  twill: {
    height: (x, y) => 0.1 * Math.sin((2 * Math.PI * (x - y * 0.8)) / 3.1) + 0.06 * grain(x, y, 5),
    tone: (x, y) =>
      1 +
      0.025 * Math.sin((2 * Math.PI * (x - y * 0.8)) / 3.1) +
      0.02 * grain(x, y, 6) +
      0.02 * cloudNoise(x / 80, y / 80, 3),
  },
  /** Wool suiting: a mix of dark and light fibres. */
  wool: {
    height: (x, y) => 0.1 * noise(x / 2, y / 2, 5) + 0.1 * grain(x, y, 2),
    tone: (x, y) =>
      1 + 0.07 * grain(x, y, 6) + 0.06 * noise(x / 1.5, y / 3.5, 8) + 0.03 * cloudNoise(x / 50, y / 50, 3),
  },
  /** Crêpe and satin: smooth. */
  smooth: {
    height: (x, y) => 0.04 * grain(x, y, 2),
    tone: (x, y) => 1 + 0.012 * grain(x, y, 6) + 0.012 * cloudNoise(x / 70, y / 70, 3),
  },
};
