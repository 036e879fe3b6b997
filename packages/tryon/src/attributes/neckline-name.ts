import type { UpperLandmarks } from '../model/garment';
import { UNKNOWN, type Judged, type NecklineName } from './types';
import { distance, lerp } from '../geometry/vector';

/** Depth ÷ width from which a pointed curve is a V and not two crossing folds. */
const V_DEPTH_RATIO_MIN = 0.5;
/** Quality of the outline below which a deep neckline cannot be distinguished from straps. */
const DEEP_CONFIDENCE_MIN = 0.7;

/**
 * The name of the neckline.
 *
 * A round front edge is what it seems on tops and dresses with sleeves; tank tops are scooped out so far that it may be their back. A rise
 * above the neck is a collar on jackets (hoods are called so too), but a hanger, a label or a polo neck on tees and dresses.
 */
export function nameNeckline(landmarks: UpperLandmarks, category: 'top' | 'jacket' | 'dress'): Judged<NecklineName> {
  const { necklineKind, neckline, neck, sleeves, confidence } = landmarks;
  const bare = sleeves.some((sleeve) => sleeve.length === 'none');
  if (necklineKind === 'crew') return bare || category === 'jacket' ? UNKNOWN : { value: 'crew', confidence: 0.8 };
  if (necklineKind === 'v') {
    const width = Math.max(1, distance(neck[0], neck[1]));
    const depth = Math.max(...neckline.map((p) => p.y)) - lerp(neck[0], neck[1], 0.5).y;
    return depth / width >= V_DEPTH_RATIO_MIN ? { value: 'v', confidence: 0.7 } : UNKNOWN;
  }
  if (necklineKind === 'collar') return category === 'jacket' ? { value: 'collar', confidence: 0.8 } : UNKNOWN;
  return confidence >= DEEP_CONFIDENCE_MIN ? { value: necklineKind, confidence: 0.75 } : UNKNOWN;
}
