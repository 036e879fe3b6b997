import { seenBackground, type PlaneF32 } from '@drape/imaging';
import type { Scene } from '../../model/scene';
import type { OldGarment } from '../../model/layers';
import { always, type Rule } from '../../rules/rule';

interface BesideOld {
  readonly scene: Pick<Scene, 'guide' | 'garment' | 'person'>;
  readonly rim: Pick<OldGarment, 'seen' | 'halo'>;
}

/** How far each pixel beside the old garment shows only background, 0…1 at work size. */
export const SEEN_BACKGROUND: Rule<BesideOld, PlaneF32> = {
  id: 'seen-background',
  stage: 'remove',
  summary: 'Keeps the background that the photo shows beside the old garment.',
  appliesTo: always,
  apply: ({ scene: { guide, garment, person }, rim }) =>
    seenBackground(guide, { seen: rim.seen, halo: rim.halo, occupied: person.planes.person, covered: garment }),
  evidence: [
    { set: 'N, blind', pairs: 58, fired: 48, better: 2, worse: 3, same: 11, date: '2026-11-29' },
    { set: 'N and O, blind', pairs: 116, fired: 73, better: 6, worse: 3, same: 64, date: '2026-11-29' },
  ],
};
