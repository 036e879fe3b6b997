import type { QuarterTurns } from '@drape/imaging';
import type { ProductCategory } from '@drape/contracts';
import type { GarmentPoint, GarmentRead } from '../../ports';
import { always, type Rule } from '../../rules/rule';

/** The points without which each kind of garment cannot be laid on a body. */
const NEEDED_POINTS: Readonly<Record<'upper' | 'pants' | 'skirt', readonly GarmentPoint[]>> = {
  upper: ['neckLeft', 'neckRight', 'shoulderLeft', 'shoulderRight', 'armpitLeft', 'armpitRight', 'hemLeft', 'hemRight'],
  pants: ['waistLeft', 'waistRight', 'crotch', 'hemLeftOuter', 'hemRightOuter'],
  skirt: ['waistLeft', 'waistRight', 'hemLeft', 'hemRight'],
};

/** Mean confidence of the needed points below which a picture may be on its side … */
const UPRIGHT_CONFIDENCE_MIN = 0.5;
/** … and by how much another turn must exceed it. */
const CONFIDENCE_GAIN_MIN = 0.25;

/** How surely the garment reader found the points that a category needs, 0…1. */
export function readingTrust(read: GarmentRead, category: ProductCategory): number {
  const needed = NEEDED_POINTS[category === 'pants' || category === 'skirt' ? category : 'upper'];
  return needed.reduce((sum, name) => sum + read.points[name].confidence, 0) / needed.length;
}

/** What the garment reader saw of a product, and a way to show it the picture turned. */
interface TurnInput {
  readonly read: GarmentRead;
  readonly category: ProductCategory;
  readonly readTurned: (turns: QuarterTurns) => Promise<GarmentRead>;
}

export const TURN_UPRIGHT: Rule<TurnInput, Promise<QuarterTurns>> = {
  id: 'turn-upright',
  stage: 'garment',
  summary: 'Turns garments that lie on their side or upside down.',
  appliesTo: always,
  apply: uprightTurns,
  evidence: [],
};

/**
 * How a product picture must be turned for its garment to stand upright: the turn in which the reader finds its points. A garment that is
 * read clearly as it is, is not read again. `readTurned` reads the picture turned.
 */
export async function uprightTurns({ read, category, readTurned: look }: TurnInput): Promise<QuarterTurns> {
  const seen = readingTrust(read, category);
  if (seen >= UPRIGHT_CONFIDENCE_MIN) return 0;
  let [best, max]: [QuarterTurns, number] = [0, seen + CONFIDENCE_GAIN_MIN];
  for (const turns of [1, 2, 3] as const) {
    const trust = readingTrust(await look(turns), category);
    if (trust > max) [best, max] = [turns, trust];
  }
  return best;
}
