import type { PlaneF32 } from '@drape/imaging';
import type { Layers } from './finish';
import type { Scene } from './scene';

/** Coverage below which a pixel stays the photo's. */
export const TRACE = 1 / 400;

/** What the layers say at a work pixel and its neighbours: nothing, anything, or only the garment's own opaque inside. */
export const SILENT = 0;
export const MIXED = 1;
export const SOLID = 2;

export interface Active {
  readonly width: number;
  readonly height: number;
  /** The pixels of each row that are not silent. */
  readonly runs: readonly (readonly Run[])[];
}

/** Work pixels `from` to before `to` of a row. */
export interface Run {
  readonly state: typeof MIXED | typeof SOLID;
  readonly from: number;
  readonly to: number;
}

/** Work pixels at or next to which any layer has something to say. */
export function activePixels(scene: Scene, layers: Layers): Active {
  const { width, height } = scene.garment;
  const { limbsInFront } = layers.underlay;
  const speaks = new Uint8Array(width * height);
  const solid = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) judgeRow(scene.garment, layers, limbsInFront, y, speaks, solid);
  const runs: Run[][] = [];
  const states = new Uint8Array(width + 1);
  for (let y = 0; y < height; y++) {
    stateRow(speaks, solid, Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width, states);
    runs.push(runsOf(states));
  }
  return { width, height, runs };
}

/** Marks the work pixels of a row where any layer speaks, and where the garment alone does. */
function judgeRow(
  garment: PlaneF32,
  { removal, front, shading, garment: layer }: Layers,
  limbs: PlaneF32,
  y: number,
  speaks: Uint8Array,
  solid: Uint8Array,
): void {
  const { contact } = shading;
  const contactRow = (y >> 1) * contact.width;
  for (let x = 0, i = y * garment.width; x < garment.width; x++, i++) {
    const isSolid = garment.data[i] === 1 && front.data[i] === 0 && limbs.data[i] === 0;
    solid[i] = isSolid ? 1 : 0;
    const any = removal.data[i] > 0 || garment.data[i] > 0 || layer.snap.data[i] > 0 || limbs.data[i] > 0;
    speaks[i] = any || contact.data[contactRow + (x >> 1)] > TRACE / 2 ? 1 : 0;
  }
}

/**
 * States of a row, whose pixels begin at `b` and its neighbours' at `a` and `c`. Of the 3 × 3 neighbourhood: solid if all nine are,
 * silent if none speaks.
 */
function stateRow(speaks: Uint8Array, solid: Uint8Array, a: number, b: number, c: number, states: Uint8Array): void {
  const last = states.length - 2;
  for (let x = 0; x <= last; x++) {
    const l = x === 0 ? 0 : x - 1;
    const r = x === last ? last : x + 1;
    const any = speaks[b + x] | speaks[b + l] | speaks[b + r] | speaks[a + l] | speaks[a + x] | speaks[a + r];
    if ((any | speaks[c + l] | speaks[c + x] | speaks[c + r]) === 0) {
      states[x] = SILENT;
      continue;
    }
    const all = solid[b + x] & solid[b + l] & solid[b + r] & solid[a + l] & solid[a + x] & solid[a + r];
    states[x] = (all & solid[c + l] & solid[c + x] & solid[c + r]) === 1 ? SOLID : MIXED;
  }
}

/** `states` ends with a silent one. */
function runsOf(states: Uint8Array): Run[] {
  const runs: Run[] = [];
  for (let x = 0, from = 0; x < states.length; x++) {
    const state = states[from];
    if (states[x] === state) continue;
    if (state === MIXED || state === SOLID) runs.push({ state, from, to: x });
    from = x;
  }
  return runs;
}
