import { bareHalf } from '../body/bare-body';
import type { PlacementFrame } from '../body/placement-frame';

/** Width of a sleeveless garment at the end of its armholes, in widths of the chest under it, and what is added to that at its hem. */
const SIDE_EASE = { armpit: 1.04, hem: 0.9 } as const;

/**
 * Greatest half width of a sleeveless top at a share of its side, armpit 0 … hem 1, photo pixels: its armholes end at the body even where
 * an old sleeve or a coat is wider, however boxy its cut. Further out they would stick out in front of the arms like wings.
 */
export const armholeHalfWidthMax = (frame: PlacementFrame, v: number, side: 0 | 1, share: number): number =>
  bareHalf(frame, v, side) * (SIDE_EASE.armpit + SIDE_EASE.hem * share);

/**
 * Where a wide sleeveless shoulder begins to fall over the arm, in shoulder widths from the spine, and how steeply, per squared shoulder
 * width.
 */
const CAP_FALL = { from: 0.44, fall: 4 } as const;

/**
 * How much lower than the shoulder's line a sleeveless cap is at u shoulder widths from the spine, in shoulder widths: it follows the
 * rounding of the arm.
 */
export const capFall = (u: number): number => CAP_FALL.fall * Math.max(0, u - CAP_FALL.from) ** 2;
