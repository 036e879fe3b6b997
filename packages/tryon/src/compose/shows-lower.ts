import type { Person } from '../types';

/** Share of the torso's area from which lower clothes count as seen. */
const LOWER_LEAST = 0.03;

/** Whether lower clothes are seen, surely: half a belief in a skirt all over a dress is no skirt. */
export function showsLower({ planes, body, workScale: k }: Pick<Person, 'planes' | 'body' | 'workScale'>): boolean {
  let area = 0;
  for (const v of planes.lower.data) if (v > 0.5) area += v;
  return area > LOWER_LEAST * body.shoulderWidth * body.torsoLength * k * k;
}
