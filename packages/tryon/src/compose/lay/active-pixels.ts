import { activeStates, MIXED, SOLID } from '@drape/imaging';
import type { Scene } from '../../model/scene';
import type { Layers } from './layers';

/** Coverage below which a pixel stays as in the photo. */
export const TRACE = 1 / 400;

export interface Active {
  readonly width: number;
  readonly height: number;
  /** The pixels of each row that have content in some layer. */
  readonly runs: readonly (readonly Run[])[];
}

/** Work pixels [from, to) of a row. */
export interface Run {
  readonly state: typeof MIXED | typeof SOLID;
  readonly from: number;
  readonly to: number;
}

/** Work pixels at or next to which any layer is not empty. */
export function activePixels(scene: Scene, { removal, front, underlay, shading, garment: layer }: Layers): Active {
  const { garment } = scene;
  const { width, height } = garment;
  const { contact } = shading;
  const layers = { garment, removal, front, limbs: underlay.limbsInFront, snap: layer.snap, contact };
  const states = activeStates(layers, TRACE / 2);
  const runs: Run[][] = [];
  for (let y = 0; y < height; y++) runs.push(runsOf(states, y * (width + 1), width));
  return { width, height, runs };
}

/** Runs of a row of states from `first`, which ends with an empty one. */
function runsOf(states: Uint8Array, first: number, width: number): Run[] {
  const runs: Run[] = [];
  let state = states[first];
  for (let x = 1, from = 0; x <= width; x++) {
    const next = states[first + x];
    if (next === state) continue;
    if (state === MIXED || state === SOLID) runs.push({ state, from, to: x });
    from = x;
    state = next;
  }
  return runs;
}
