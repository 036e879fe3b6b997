import { copyIn, copyOut, kernels, reserve, startKernels, type Address } from '../memory/kernels';
import type { JudgeClear } from '../memory/kernel-calls';
import { allocPlaneUninitialised, type PlaneF32 } from '../core/raster';

/**
 * Colours of an object and of its background, flat Lab triples; either may be empty. `dark`: weight of the lightness difference of pixels
 * darker than the background, which may be in shadow.
 */
export interface Palettes {
  readonly garment: Float32Array;
  readonly background: Float32Array;
  readonly dark: number;
}

/**
 * What is judged: Lab colours, and for each pixel the belief that it is the object. Where `near` is 0 nothing is judged and the result is
 * 0.
 */
export interface ColourBelief {
  readonly lab: Float32Array;
  readonly belief: PlaneF32;
  readonly near: PlaneF32;
}

/**
 * How distance from the background's own colour counts: the Lab distance at which it says neither, and log-likelihood per unit beyond it.
 */
export interface BackgroundColour {
  readonly distance: PlaneF32;
  readonly limit: number;
  readonly slope: number;
}

/**
 * Judges pixels in front of an even background: half the belief's log-odds plus 1.2 times the lower of the palettes' and the background
 * colour's log-likelihood.
 *
 * Range: 0…1. Aliasing: new memory. Cost: 40 ns per judged pixel.
 */
export function judgeByBackground(
  seen: ColourBelief,
  palettes: Palettes,
  { distance, limit, slope }: BackgroundColour,
): PlaneF32 {
  const { judgeClear } = kernels();
  const copied = copyInputs(seen, palettes);
  judgeClear({ ...copied, distance: copyIn(distance.data), limit, slope });
  return planeAt(copied.out, seen.belief);
}

/**
 * Judges pixels in front of any background: those that are `deep` inside keep their belief; for the rest the palettes count by `weight`.
 */
export function judgeByPalettes(seen: ColourBelief, palettes: Palettes, deep: PlaneF32, weight: number): PlaneF32 {
  const { judgeHesitant } = kernels();
  const copied = copyInputs(seen, palettes);
  judgeHesitant({ ...copied, deep: copyIn(deep.data), weight });
  return planeAt(copied.out, seen.belief);
}

/** What both kernels take. */
type CopiedBelief = Omit<JudgeClear, 'distance' | 'limit' | 'slope'>;

function copyInputs({ lab, belief, near }: ColourBelief, { garment, background, dark }: Palettes): CopiedBelief {
  startKernels();
  const count = belief.data.length;
  return {
    lab: copyIn(lab),
    belief: copyIn(belief.data),
    near: copyIn(near.data),
    out: reserve(4 * count),
    count,
    garment: copyPairs(garment),
    garmentPairs: pairsOf(garment),
    background: copyPairs(background),
    backgroundPairs: pairsOf(background),
    dark,
  };
}

const pairsOf = (palette: Float32Array): number => (palette.length / 3 + 1) >> 1;

/** Two colours interleaved as L L a a b b; with an odd number, the last one twice. */
function copyPairs(palette: Float32Array): Address {
  const count = palette.length / 3;
  const pairs = pairsOf(palette);
  const flat = new Float64Array(6 * pairs);
  for (let i = 0; i < 2 * pairs; i++) {
    const from = 3 * Math.min(i, count - 1);
    for (let c = 0; c < 3; c++) flat[6 * (i >> 1) + 2 * c + (i & 1)] = palette[from + c];
  }
  return copyIn(flat);
}

function planeAt(at: number, { width, height }: PlaneF32): PlaneF32 {
  const out = allocPlaneUninitialised(width, height);
  copyOut(at, out.data);
  return out;
}
