import type { Scene } from '../../model/scene';
import { sampleAt } from '../../geometry/sampling';

/** Share of a leg, in its field's coordinate, down to which the new garment hides it; 0 where it hides none of it. */
export function coveredTo({ person, garment, k }: Scene, side: number): number {
  const { centres } = person.legTubes[side];
  const covered = centres.map((c) => sampleAt(garment, c, k) > 0.5);
  const first = covered.indexOf(true);
  if (first < 0) return 0;
  const end = covered.indexOf(false, first);
  return (end < 0 ? centres.length - 1 : end - 0.5) / (centres.length - 1);
}
