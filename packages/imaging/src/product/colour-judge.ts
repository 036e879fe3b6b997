import { copyIn, copyOut, kernels, reserve, startKernels, type Address } from '../memory/kernels';
import type { JudgeClear } from '../memory/kernel-calls';
import { allocPlaneUninitialised, type PlaneF32 } from '../core/raster';

/** Colours of a thing and of its ground, flat Lab triples; either may be empty. Darker than the ground counts `dark` for its shadow. */
export interface Palettes {
  readonly garment: Float32Array;
  readonly background: Float32Array;
  readonly dark: number;
}

/** What is judged: Lab colours, and for each pixel what is believed of it; where `near` is 0 nothing is judged and 0 comes out. */
export interface ColourBelief {
  readonly lab: Float32Array;
  readonly belief: PlaneF32;
  readonly near: PlaneF32;
}

/** How a ground's own colour is heard: Lab distance where it says neither, and log-likelihood a step beyond it. */
export interface GroundColour {
  readonly distance: PlaneF32;
  readonly limit: number;
  readonly slope: number;
}

/**
 * Judges pixels before an even ground: half the belief's log-odds and 1.2 times the lower of what palettes and ground's colour say.
 *
 * Range: 0…1. Aliasing: new memory. Cost: 40 ns a judged pixel.
 */
export function judgeByGround(
  seen: ColourBelief,
  palettes: Palettes,
  { distance, limit, slope }: GroundColour,
): PlaneF32 {
  const { judgeClear } = kernels();
  const copied = copySeen(seen, palettes);
  judgeClear({ ...copied, distance: copyIn(distance.data), limit, slope });
  return planeAt(copied.out, seen.belief);
}

/** Judges pixels of any ground: those that are `deep` inside are believed, of the rest palettes are heard by `weight`. */
export function judgeByPalettes(seen: ColourBelief, palettes: Palettes, deep: PlaneF32, weight: number): PlaneF32 {
  const { judgeHesitant } = kernels();
  const copied = copySeen(seen, palettes);
  judgeHesitant({ ...copied, deep: copyIn(deep.data), weight });
  return planeAt(copied.out, seen.belief);
}

/** What both kernels take. */
type CopiedBelief = Omit<JudgeClear, 'distance' | 'limit' | 'slope'>;

function copySeen({ lab, belief, near }: ColourBelief, { garment, background, dark }: Palettes): CopiedBelief {
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
    ground: copyPairs(background),
    groundPairs: pairsOf(background),
    dark,
  };
}

const pairsOf = (palette: Float32Array): number => (palette.length / 3 + 1) >> 1;

/** Two colours side by side as L L a a b b, the last one of an odd number twice. */
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
