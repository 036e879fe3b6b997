import type { PlaneF32 } from '@drape/imaging';
import type { Layers } from './finish';
import { TRACE } from './finish-row';
import type { Scene } from './scene';

/** What the layers say at a work pixel and its neighbours: nothing, anything, or only the garment's own opaque inside. */
export const SILENT = 0;
export const MIXED = 1;
export const SOLID = 2;

export interface Active {
  readonly width: number;
  readonly height: number;
  /** SILENT, MIXED or SOLID a work pixel. */
  readonly mask: Uint8Array;
  /** First and last work pixel of a row that is not silent; first > last in a silent row. */
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/** Work pixels at or next to which any layer has something to say. */
export function activePixels(scene: Scene, layers: Layers): Active {
  const { width, height } = scene.garment;
  const { limbsInFront } = layers.underlay;
  const speaks = new Uint8Array(width * height);
  const solid = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) judgeRow(scene.garment, layers, limbsInFront, y, speaks, solid);
  const mask = new Uint8Array(width * height);
  const first = new Int32Array(height).fill(width);
  const last = new Int32Array(height).fill(-1);
  for (let y = 0; y < height; y++) {
    const rows = [Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width] as const;
    for (let x = 0; x < width; x++) {
      const state = stateOf(speaks, solid, rows, Math.max(0, x - 1), x, Math.min(width - 1, x + 1));
      if (state === SILENT) continue;
      mask[rows[1] + x] = state;
      if (x < first[y]) first[y] = x;
      last[y] = x;
    }
  }
  return { width, height, mask, first, last };
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

/** Of the 3 × 3 neighbourhood: solid if all nine are, silent if none speaks. */
function stateOf(
  speaks: Uint8Array,
  solid: Uint8Array,
  rows: readonly [number, number, number],
  l: number,
  x: number,
  r: number,
): number {
  const [a, b, c] = rows;
  if (solid[b + x] === 1) {
    const sides = solid[b + l] & solid[b + r] & solid[a + l] & solid[a + x] & solid[a + r];
    return (sides & solid[c + l] & solid[c + x] & solid[c + r]) === 1 ? SOLID : MIXED;
  }
  const any = speaks[b + x] | speaks[b + l] | speaks[b + r] | speaks[a + l] | speaks[a + x] | speaks[a + r];
  return (any | speaks[c + l] | speaks[c + x] | speaks[c + r]) === 1 ? MIXED : SILENT;
}
