import type { PlaneF32 } from '@drape/imaging';
import { clamp, smoothstep } from '../person/geometry';
import type { ArmSleeve } from './arm-sleeves';
import type { LimbField } from './limb-field';

/** Darkest that a sleeve makes the cloth beside its inner edge, and that the edge itself is, which turns away. Tuned by eye. */
const BESIDE = 0.3;
const TURNED = 0.13;
/** Where the inner edge of a long sleeve and of a short one lies, in radii of the arm, and how far the shadow beside it reaches, in shoulder widths. */
const EDGE = 1.1;
const EDGE_SHORT = 1.02;
const REACH = 0.028;
/** Share of the shadow that falls on the edge itself, and over how much of the radius. */
const SOFT = 0.12;
/** Shares of the arm over which the parting of sleeve and body begins, below the armpit. */
const PARTS_FROM = 0.16;
const PARTS_FULL = 0.34;
/** How far past a sleeve's end its edge is still shaded, and how far the body beside the arm is, as shares of the arm. */
const PAST_END = 0.02;
const ARM_BESIDE = 0.16;

/** What {@link partSleeves} needs of a scene, at work size. */
export interface Sleeved {
  readonly garment: PlaneF32;
  readonly arms: readonly LimbField[];
  readonly sleeves: readonly Pick<ArmSleeve, 'cuff' | 'length'>[];
  /** Shoulder width in work pixels. */
  readonly sw: number;
}

/**
 * Parts sleeves from the body that they hang before: their inner edge turns away from the light, the cloth beside it lies in their shadow.
 * A flat product brings neither, and its sleeves melt into it.
 *
 * Space: `gain` has half the work size and is changed. Cost: below a millisecond.
 */
export function partSleeves(scene: Sleeved, gain: PlaneF32): void {
  scene.arms.forEach((arm, side) => {
    const { length, cuff } = scene.sleeves[side];
    if (length === 'none') return;
    const { box } = arm;
    for (let y = box.y + (box.y & 1); y < box.y + box.height; y += 2) {
      partRow(scene, arm, { inward: side === 0 ? 1 : -1, edge: length === 'long' ? EDGE : EDGE_SHORT, cuff, y }, gain);
    }
  });
}

interface SleeveRow {
  /** Sign of `u` towards the body. */
  readonly inward: 1 | -1;
  readonly edge: number;
  readonly cuff: number;
  /** Row of the work picture. */
  readonly y: number;
}

function partRow({ garment, sw }: Sleeved, { box, t, u, r }: LimbField, row: SleeveRow, gain: PlaneF32): void {
  const { inward, edge, cuff, y } = row;
  const reach = REACH * sw;
  const from = (y - box.y) * box.width - box.x;
  for (let x = box.x + (box.x & 1); x < box.x + box.width; x += 2) {
    const j = from + x;
    const v = inward * u[j];
    if (v < 0 || v > 8 || garment.data[y * garment.width + x] < 0.5) continue;
    const at = t[j];
    const turned =
      TURNED * (1 - Math.sqrt(1 - clamp(v / edge, 0, 1) ** 2)) * (1 - smoothstep(at, cuff, cuff + PAST_END));
    const fades = (1 - smoothstep(v, 1.55, 1.8)) * (1 - smoothstep(at, cuff, cuff + ARM_BESIDE));
    const beside = BESIDE * fades * Math.exp((-Math.max(0, v - edge) * r[j]) / reach);
    const over = smoothstep(v, edge - SOFT, edge + SOFT);
    const parts = smoothstep(at, PARTS_FROM, PARTS_FULL);
    gain.data[(y >> 1) * gain.width + (x >> 1)] *= 1 - parts * (turned + over * (beside - turned));
  }
}
