import type { ProductCategory } from '@drape/contracts';
import type { Point } from '@drape/imaging';
import type { PlacementBody } from '../../model/body';
import { distance, lerp } from '../../geometry/vector';

/** The parts of a body that are needed here. */
export type ReachingBody = Pick<PlacementBody, 'width' | 'height' | 'arms' | 'legs'>;

/** Places down a body: 0 shoulders, 1 hips, 2 knees, 3 ankles; fractions are in between. */
type Station = number;

/** The usual extent of clothes; a product may be shorter or longer. */
const USUAL_EXTENTS: Readonly<Record<ProductCategory, readonly [from: Station, to: Station]>> = {
  top: [0, 1.1],
  jacket: [0, 1.15],
  dress: [0, 2],
  skirt: [0.8, 2],
  pants: [0.8, 3],
};

/** Names of where the photo ends, up to which station. */
const PHOTO_END_NAMES: readonly (readonly [to: Station, where: string])[] = [
  [0.95, 'above the hips'],
  [1.25, 'at the hips'],
  [1.8, 'at the thighs'],
  [2.2, 'at the knees'],
  [Infinity, 'on the shins'],
];

const EXTENT_STEPS = 48;

/** Share, 0…1, of the length of a category's usual clothes that is outside the photo. */
export function usuallyOutside(body: ReachingBody, category: ProductCategory): number {
  const [from, to] = USUAL_EXTENTS[category];
  const lines = midPoints(body);
  let [all, outside] = [0, 0];
  for (let n = 0; n < EXTENT_STEPS; n++) {
    const p = pointAt(lines, from + ((to - from) * (n + 0.5)) / EXTENT_STEPS);
    all += p.weight;
    if (p.y >= body.height || p.x < 0 || p.x >= body.width) outside += p.weight;
  }
  return all > 0 ? outside / all : 0;
}

/** Where on the body the photo ends, in words. */
export function photoEnd(body: ReachingBody): string {
  const lines = midPoints(body);
  let end = 0;
  while (end < 3 && pointAt(lines, end).y < body.height) end += 1 / EXTENT_STEPS;
  return (PHOTO_END_NAMES.find(([to]) => end < to) ?? PHOTO_END_NAMES[PHOTO_END_NAMES.length - 1])[1];
}

/** The middles of both shoulders, hips, knees and ankles. */
function midPoints({ arms, legs }: ReachingBody): readonly Point[] {
  return [
    lerp(arms[0].joints[0], arms[1].joints[0], 0.5),
    ...([0, 1, 2] as const).map((joint) => lerp(legs[0].joints[joint], legs[1].joints[joint], 0.5)),
  ];
}

/** The point at a station, weighted by the length of the bone that it is on. */
function pointAt(lines: readonly Point[], station: Station): Point & { readonly weight: number } {
  const bone = Math.min(2, Math.floor(station));
  const [a, b] = [lines[bone], lines[bone + 1]];
  return { ...lerp(a, b, station - bone), weight: distance(a, b) };
}
