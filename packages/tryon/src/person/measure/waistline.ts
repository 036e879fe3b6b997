import type { PlaneF32 } from '@drape/imaging';
import type { BodyFrame } from '../../model/body';
import { bodyPoint } from '../pose/joints';
import { sampleAt } from '../../geometry/sampling';

/** Columns in which {@link waistline} looks, torso widths from the middle. */
const COLUMNS = [-0.1, 0, 0.1];

/** First height, in torso lengths, at which three columns of the body agree on lower clothes; null where they never do. */
export function waistline(lower: PlaneF32, frame: BodyFrame, workScale: number): number | null {
  for (let v = 0.55; v <= 1.5; v += 0.01) {
    let seen = 0;
    for (const u of COLUMNS) seen += sampleAt(lower, bodyPoint(frame, u, v), workScale);
    if (seen / 3 > 0.5) return v;
  }
  return null;
}
