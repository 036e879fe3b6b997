import type { Person } from '../../model/person';

/**
 * Share of the torso's area above which lower clothes count as seen, and above which they can be continued where a long coat hid the
 * thighs.
 */
const LOWER_SHARE_MIN = 0.03;
export const CONTINUED_SHARE_MIN = 0.12;

/** Whether lower clothes are certainly seen: half a belief in a skirt all over a dress is not a skirt. */
export function showsLower(
  { planes, body, workScale: k }: Pick<Person, 'planes' | 'body' | 'workScale'>,
  share = LOWER_SHARE_MIN,
): boolean {
  const { data } = planes.lower;
  const min = share * body.shoulderWidth * body.torsoLength * k * k;
  let area = 0;
  for (let i = 0; i < data.length; i++) {
    if (data[i] <= 0.5) continue;
    area += data[i];
    if (area > min) return true;
  }
  return false;
}
