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
  const says = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) judgeRow(scene.garment, layers, limbsInFront, y, says);
  const runs: Run[][] = [];
  const line: Line = { any: new Uint8Array(width), all: new Uint8Array(width), states: new Uint8Array(width + 1) };
  for (let y = 0; y < height; y++) {
    stateRow(says, Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width, line);
    runs.push(runsOf(line.states));
  }
  return { width, height, runs };
}

/** What a work pixel says: {@link SPEAKS} where any layer speaks, {@link ALONE} as well where the garment's opaque inside does alone. */
const SPEAKS = 1;
const ALONE = 2;

/** Scratch of a row: what any and what all of three rows say, and the states. */
interface Line {
  readonly any: Uint8Array;
  readonly all: Uint8Array;
  readonly states: Uint8Array;
}

function judgeRow(
  garment: PlaneF32,
  { removal, front, shading, garment: layer }: Layers,
  limbs: PlaneF32,
  y: number,
  says: Uint8Array,
): void {
  const { contact } = shading;
  const contactRow = (y >> 1) * contact.width;
  for (let x = 0, i = y * garment.width; x < garment.width; x++, i++) {
    if (garment.data[i] === 1 && front.data[i] === 0 && limbs.data[i] === 0) {
      says[i] = SPEAKS | ALONE;
      continue;
    }
    const any = removal.data[i] > 0 || garment.data[i] > 0 || layer.snap.data[i] > 0 || limbs.data[i] > 0;
    says[i] = any || contact.data[contactRow + (x >> 1)] > TRACE / 2 ? SPEAKS : 0;
  }
}

/** States of a row, whose pixels begin at `b` and its neighbours' at `a` and `c`: solid if all nine around are, silent if none speaks. */
function stateRow(says: Uint8Array, a: number, b: number, c: number, { any, all, states }: Line): void {
  const last = any.length - 1;
  for (let x = 0; x <= last; x++) {
    any[x] = says[a + x] | says[b + x] | says[c + x];
    all[x] = says[a + x] & says[b + x] & says[c + x];
  }
  for (let x = 0; x <= last; x++) {
    const l = x === 0 ? 0 : x - 1;
    const r = x === last ? last : x + 1;
    if ((any[l] | any[x] | any[r]) === 0) states[x] = SILENT;
    else states[x] = (all[l] & all[x] & all[r] & ALONE) === 0 ? MIXED : SOLID;
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
