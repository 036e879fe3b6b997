import type { AdviceCode } from './advice';

/** What the renderer knows about its own picture; every value 0…1. */
export interface VisualEvidence {
  /** The landmark network's confidence that it sees a person. */
  readonly poseConfidence: number;
  /** Share of the body points that the garment's category needs and that are visible. */
  readonly keypointsVisible: number;
  /** How well the garment could be cut out and landmarked. */
  readonly garmentQuality: number;
}

/** Evidence below this limits the picture. Our own judgement. */
const WEAK = 0.7;

/** The advice that weak evidence leads to. */
export function limitsOf({ keypointsVisible, poseConfidence, garmentQuality }: VisualEvidence): AdviceCode[] {
  const codes: AdviceCode[] = [];
  if (!(keypointsVisible >= WEAK)) codes.push('photo_show_more');
  if (!(poseConfidence >= WEAK)) codes.push('photo_face_camera');
  if (!(garmentQuality >= WEAK)) codes.push('garment_plain_background');
  return codes;
}
