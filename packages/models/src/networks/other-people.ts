import type { Pyramid, RasterU8 } from '@drape/imaging';
import type { OtherPerson, PoseLandmark } from '../types';
import type { Network } from './network';
import type { PersonCandidate } from './pose-detector';
import { readRoughPose, regionOfCandidate } from './pose-landmarks';

/** Least confidence of the light landmarks that the region contains a person. */
const SCORE_MIN = 0.5;
/** Distance of two noses, as a share of the distance from nose to hips, below which they belong to one person. */
const SAME_HEAD_DISTANCE = 0.35;
/** Half of a standing person's width, elbows included, as a share of the height from nose to toes, and of the circle's radius. */
const NOSE_OFFSET = 0.25;
const CIRCLE_OFFSET = 0.4;

/**
 * The box of a person other than the one whose landmarks are given, photo pixels, clipped to the photo.
 *
 * Based on that person's light landmarks, because the detector's circle is up to 1.7 times as high as somebody in the background; based on
 * the circle if those landmarks have a low score, or coincide with the given person.
 * Cost: one run of the light network.
 */
export async function boxOfOther(
  region: Network,
  pyramid: Pyramid,
  candidate: PersonCandidate,
  person: readonly PoseLandmark[],
): Promise<OtherPerson> {
  const { score, landmarks } = await readRoughPose(region, pyramid, regionOfCandidate(candidate));
  const isOther = score >= SCORE_MIN && !isSameHead(landmarks, person);
  return isOther ? boxAround(landmarks, candidate.score, pyramid.photo) : boxOfCircle(candidate, pyramid.photo);
}

function isSameHead(a: readonly PoseLandmark[], b: readonly PoseLandmark[]): boolean {
  const hips = { x: (b[23].x + b[24].x) / 2, y: (b[23].y + b[24].y) / 2 };
  return (
    Math.hypot(a[0].x - b[0].x, a[0].y - b[0].y) < SAME_HEAD_DISTANCE * Math.hypot(b[0].x - hips.x, b[0].y - hips.y)
  );
}

/** As high as the joints, centred below the shoulders, which are visible even where the shopper hides the hips. */
function boxAround(landmarks: readonly PoseLandmark[], score: number, photo: RasterU8): OtherPerson {
  const ys = landmarks.map((p) => p.y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return upright((landmarks[11].x + landmarks[12].x) / 2, NOSE_OFFSET * (bottom - top), { top, bottom }, score, photo);
}

/** The box from the circle that contains the body. */
function boxOfCircle({ hips, crown, score }: PersonCandidate, photo: RasterU8): OtherPerson {
  const radius = Math.hypot(crown.x - hips.x, crown.y - hips.y);
  return upright(hips.x, CIRCLE_OFFSET * radius, { top: hips.y - radius, bottom: hips.y + radius }, score, photo);
}

interface Span {
  readonly top: number;
  readonly bottom: number;
}

function upright(middle: number, aside: number, span: Span, score: number, photo: RasterU8): OtherPerson {
  const [left, top] = [Math.max(0, middle - aside), Math.max(0, span.top)];
  const width = Math.max(0, Math.min(photo.width, middle + aside) - left);
  return { x: left, y: top, width, height: Math.max(0, Math.min(photo.height, span.bottom) - top), score };
}
