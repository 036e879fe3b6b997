import type { Point, RasterU8 } from '@drape/imaging';
import { fitNeckline, type Neckline } from '../neckline';
import type { Silhouette } from '../silhouette';
import type { Pair } from '../types';
import type { GuideMark } from './guide-mark';
import type { UpperGuide } from './upper-guide';

interface NeckInput {
  readonly neck: Pair<Point>;
  readonly shoulder: Pair<Point>;
  readonly front: GuideMark;
  readonly collar: UpperGuide['collar'];
}

/**
 * The front edge of the neck opening near the point that the garment reader found; the picture's edges tell its form and exact depth.
 *
 * Space: the silhouette's upright frame. Null for what has no front edge to be cut along: closed stand collars, turtlenecks, hoods.
 */
export function guidedNeckline(silhouette: Silhouette, rgba: RasterU8, input: NeckInput): Neckline | null {
  const { neck, shoulder, front, collar } = input;
  if (collar === 'turtleneck' || collar === 'stand' || collar === 'hood') return null;
  const turned = collar === 'shirt' || collar === 'lapel';
  const fitted = fitNeckline(silhouette, rgba, {
    neck,
    shoulder,
    rise: 0,
    lapels: collar === 'lapel',
    told: { front, turned },
  });
  return { ...fitted, confidence: Math.min(1, 0.6 + front.confidence) };
}
