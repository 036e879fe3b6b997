import type { AdviceCode } from './advice';

/** What the renderer knows about its own picture; every value 0…1. */
export interface VisualEvidence {
  /** The landmark network's confidence that it sees a person. */
  readonly poseConfidence: number;
  /** Share of the body points needed by the garment's category that are visible. */
  readonly keypointsVisible: number;
  /** How well the garment was cut out and its landmarks found. */
  readonly garmentQuality: number;
}

/** Value of a piece of evidence below which it limits the picture. Our own judgement. */
const WEAK_EVIDENCE_MAX = 0.7;

/** The advice that weak evidence leads to. */
export function limitsOf({ keypointsVisible, poseConfidence, garmentQuality }: VisualEvidence): AdviceCode[] {
  const codes: AdviceCode[] = [];
  if (!(keypointsVisible >= WEAK_EVIDENCE_MAX)) codes.push('photo_show_more');
  if (!(poseConfidence >= WEAK_EVIDENCE_MAX)) codes.push('photo_face_camera');
  if (!(garmentQuality >= WEAK_EVIDENCE_MAX)) codes.push('garment_plain_background');
  return codes;
}
