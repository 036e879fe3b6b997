import { createPlane, type PlaneF32 } from '@drape/imaging';
import { dot, smoothstep, sub } from '../person/geometry';
import { eachPixel } from './front';
import type { LimbField } from './limb-field';
import type { Scene } from './scene';

type Folded = Pick<Scene, 'person' | 'garment' | 'arms' | 'sleeves'>;

/** Share of an arm from which on it counts as hand, and down to which a folded arm may cover the other one's hand. */
const HAND = 0.7;
const COVERS = 0.8;
/** Hands of folded arms lie this far beyond the body's middle, in shoulder widths. */
const BEYOND = 0.1;

/** True where both hands lie on the other arm's side. */
function areFolded({ person }: Folded): boolean {
  const { across, shoulderMid, shoulderWidth } = person.body;
  return person.armTubes.every(({ centres }, side) => {
    const way = sub(centres[centres.length - 1], shoulderMid);
    return (side === 0 ? 1 : -1) * dot(way, across) > BEYOND * shoulderWidth;
  });
}

/**
 * Where the hands of folded arms lie within the other arm, in new long sleeves: they are tucked in, or on it where nobody can tell the
 * skin of both apart. There the other sleeve goes on instead of a piece of hand that is cut out of it; 0…1, null on other poses.
 *
 * Space: work size.
 */
export function tuckedHands(scene: Folded): PlaneF32 | null {
  const { arms, sleeves, garment } = scene;
  if (!sleeves.every(({ length }) => length === 'long') || !areFolded(scene)) return null;
  const out = createPlane(garment.width, garment.height);
  arms.forEach((arm, side) => {
    const other = arms[1 - side];
    const hand = createPlane(garment.width, garment.height);
    eachPixel(scene, other, (i, j) => {
      if (other.t[j] > HAND) hand.data[i] = 1;
    });
    const end = Math.min(COVERS, sleeves[side].end);
    eachPixel(scene, arm, (i, j) => {
      if (hand.data[i] === 0 || arm.t[j] > end) return;
      out.data[i] = Math.max(out.data[i], 1 - smoothstep(Math.abs(arm.u[j]), 0.98, 1.12));
    });
    hideRest(scene, other, sleeves[1 - side].end, out);
  });
  return out;
}

/** Share of a hand past its cuff that must lie free, or the scrap that is left goes, too. */
const FREE = 0.3;

function hideRest(scene: Folded, arm: LimbField, cuff: number, covered: PlaneF32): void {
  let [all, free] = [1e-6, 0];
  eachPixel(scene, arm, (i, j) => {
    if (arm.t[j] < cuff || Math.abs(arm.u[j]) > 1) return;
    all++;
    free += 1 - covered.data[i];
  });
  if (free > FREE * all) return;
  eachPixel(scene, arm, (i, j) => {
    if (arm.t[j] > HAND) covered.data[i] = 1;
  });
}
