import { edgeSteepness, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { TryOnRefusal } from '../../refusal';

/** Distances on either side of an edge between which its rises are compared, shoulder widths, and the least in pixels. */
const NEAR_OFFSET = 0.02;
const FAR_OFFSET = 0.08;
const FAR_TO_NEAR_MIN = 3;
/** Least contrast of an edge that is judged, levels, and fewest lines with one for a photo to be judged at all. */
const EDGE_CONTRAST_MIN = 32;
const LINES_MIN = 20;
/** Of the lines, the share whose edges are softer than the one that counts: clothes, hair and rounded limbs are soft in any photo. */
const SOFT_SHARE = 0.75;
/** Steepness below which a photo is blurred: the softest of 1,231 photos had .55 (docs/picture/what-to-expect.md). */
const STEEPNESS_MIN = 0.5;

/**
 * Refuses a photo whose person is so blurred, by focus or by movement, that crisp clothes would look pasted on.
 *
 * Only edges of the person count, so a portrait may blur its background. Rows and columns are judged apart, as movement blurs in one
 * direction only. Space: photo and plane at `scale`; `shoulderWidth` in pixels of the photo. Cost: 2 ms for 341×512 pixels, 8 for 640×960.
 * Throws: {@link TryOnRefusal} `photo_too_blurry`.
 */
export function requireSharp(photo: RasterU8, person: PlaneF32, shoulderWidth: number, scale: number): void {
  const near = Math.max(1, Math.round(NEAR_OFFSET * shoulderWidth * scale));
  const far = Math.max(FAR_TO_NEAR_MIN * near, Math.round(FAR_OFFSET * shoulderWidth * scale));
  for (const lines of ['rows', 'columns'] as const) {
    const found = edgeSteepness(photo, { lines, near, far, contrastMin: EDGE_CONTRAST_MIN, within: person });
    if (found.length < LINES_MIN) continue;
    const steepness = found.sort((a, b) => a - b)[Math.floor(SOFT_SHARE * found.length)];
    if (steepness >= STEEPNESS_MIN) continue;
    throw new TryOnRefusal('photo_too_blurry', 'The person in the photo is blurred; send a sharp photo.');
  }
}
