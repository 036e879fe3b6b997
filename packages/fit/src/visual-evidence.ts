import type { AdviceCode } from './advice';
import { unit } from './fit-score';

/** What the renderer knows about its own picture; every value 0…1. */
export interface VisualEvidence {
  /** The landmark network's confidence that it sees a person. */
  readonly poseConfidence: number;
  /** Share of the body points that the garment's category needs and that are visible. */
  readonly keypointsVisible: number;
  /** Intersection over union of the warped garment and its target region. */
  readonly overlap: number;
  /** How well the garment could be cut out and landmarked. */
  readonly garmentQuality: number;
}

/** The shares of the visual figure. They sum to 1. */
export const VISUAL_WEIGHTS = {
  poseConfidence: 0.35,
  keypointsVisible: 0.25,
  overlap: 0.25,
  garmentQuality: 0.15,
} as const satisfies Record<keyof VisualEvidence, number>;

/** Evidence below this limits the picture. Our own judgement. */
const WEAK = 0.7;

/**
 * 0.35·pose + 0.25·visible + 0.25·overlap + 0.15·garment quality.
 *
 * Range: 0…1, to three digits, so that a client recomputes the same score from the components. Evidence outside 0…1 is clamped, NaN is 0.
 */
export function assessVisualFit(evidence: VisualEvidence): number {
  const sum =
    VISUAL_WEIGHTS.poseConfidence * unit(evidence.poseConfidence) +
    VISUAL_WEIGHTS.keypointsVisible * unit(evidence.keypointsVisible) +
    VISUAL_WEIGHTS.overlap * unit(evidence.overlap) +
    VISUAL_WEIGHTS.garmentQuality * unit(evidence.garmentQuality);
  return Math.round(1000 * sum) / 1000;
}

/** The advice that weak evidence leads to. */
export function limitsOf({ keypointsVisible, poseConfidence, garmentQuality }: VisualEvidence): AdviceCode[] {
  const codes: AdviceCode[] = [];
  if (!(keypointsVisible >= WEAK)) codes.push('photo_show_more');
  if (!(poseConfidence >= WEAK)) codes.push('photo_face_camera');
  if (!(garmentQuality >= WEAK)) codes.push('garment_plain_background');
  return codes;
}
