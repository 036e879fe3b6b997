import { bareHalf } from '../body/bare-body';
import type { PlacementFrame } from '../body/placement-frame';

/** How much wider than the chest under it a garment without sleeves lies at the end of its arm holes, and by how much more at its hem. */
const EASE = { armpit: 1.04, hem: 0.9 } as const;

/**
 * Most half width of a top without sleeves at a share of its side, armpit 0 … hem 1, photo pixels: its arm holes end at the body, where an
 * old sleeve or a coat is wider, and however boxy it lies. Further out they would stand before the arms as wings.
 */
export const armholeMost = (frame: PlacementFrame, v: number, side: 0 | 1, share: number): number =>
  bareHalf(frame, v, side) * (EASE.armpit + EASE.hem * share);

/** From where on, and how steeply, a wide shoulder without sleeve falls over the arm: shoulder widths from the spine, and a squared one. */
const OVER_ARM = { from: 0.44, fall: 4 } as const;

/** How much lower than the shoulder's line a cap without sleeve lies u shoulder widths out, in shoulder widths: it follows the arm's round. */
export const capFall = (u: number): number => OVER_ARM.fall * Math.max(0, u - OVER_ARM.from) ** 2;
