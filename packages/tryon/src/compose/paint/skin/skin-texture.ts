import { GRAIN_SIDE, grainTile } from '@drape/imaging';

/**
 * How much the light on bare arms and legs varies at three scales beyond their form: period in shoulder widths, and variation as a share of
 * the tone. Source: eight photos. The slow ones were measured with muscles and bones included and are taken at half.
 */
const LIGHT_OCTAVES = [
  { period: 0.16, share: 0.014 },
  { period: 0.06, share: 0.012 },
  { period: 0.026, share: 0.009 },
] as const;
/** The same for red against green and blue: skin varies in hue as much as in light. */
const HUE_OCTAVES = [
  { period: 0.11, share: 0.007 },
  { period: 0.04, share: 0.005 },
] as const;
/** Offset between the octaves in the tile, so that they do not repeat each other. */
const OCTAVE_OFFSET = 37;

/** Writes the factors of the three channels that make skin uneven at a work pixel into `out`; `sw` in work pixels. */
export function skinTexture(x: number, y: number, sw: number, out: Float64Array): void {
  let light = 0;
  let hue = 0;
  for (let n = 0; n < LIGHT_OCTAVES.length; n++) {
    const step = 1 / (LIGHT_OCTAVES[n].period * sw);
    light += LIGHT_OCTAVES[n].share * smoothTile(x * step + n * OCTAVE_OFFSET, y * step + n * OCTAVE_OFFSET);
  }
  for (let n = 0; n < HUE_OCTAVES.length; n++) {
    const step = 1 / (HUE_OCTAVES[n].period * sw);
    hue += HUE_OCTAVES[n].share * smoothTile(x * step + (n + 4) * OCTAVE_OFFSET, y * step + (n + 5) * OCTAVE_OFFSET);
  }
  out[0] = 1 + light + 0.4 * hue;
  out[1] = 1 + light - 0.6 * hue;
  out[2] = 1 + light - 0.6 * hue;
}

const NOISE_TILE = grainTile();

function smoothTile(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const tx = x - x0;
  const ty = y - y0;
  const m = GRAIN_SIDE - 1;
  const upper = (y0 & m) * GRAIN_SIDE;
  const lower = ((y0 + 1) & m) * GRAIN_SIDE;
  const left = x0 & m;
  const right = (x0 + 1) & m;
  const above = NOISE_TILE[upper + left] * (1 - tx) + NOISE_TILE[upper + right] * tx;
  return above * (1 - ty) + (NOISE_TILE[lower + left] * (1 - tx) + NOISE_TILE[lower + right] * tx) * ty;
}
