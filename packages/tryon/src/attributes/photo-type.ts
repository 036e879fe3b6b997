import { UNKNOWN, type Judged, type PhotoType, type PictureFacts } from './types';

/** Least texture of floors, beds and fabrics on which garments are laid; painted walls behind hangers measured up to .14. */
const SURFACE_TEXTURE_MIN = 0.16;

/**
 * How the product was photographed.
 *
 * A plain background is no evidence: laid flat in a studio and on an invisible mannequin look alike, so both are unknown.
 */
export function findPhotoType(worn: boolean, facts: PictureFacts): Judged<PhotoType> {
  if (worn) return { value: 'on_model', confidence: 0.9 };
  return facts.backgroundTexture >= SURFACE_TEXTURE_MIN ? { value: 'flat_lay', confidence: 0.85 } : UNKNOWN;
}
