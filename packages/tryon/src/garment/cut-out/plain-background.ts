import { plainSaliency, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { always, type Rule } from '../../rules/rule';

export const PLAIN_BACKGROUND: Rule<RasterU8, PlaneF32 | null> = {
  id: 'plain-background',
  stage: 'garment',
  summary: 'Finds the garment by colour, without a network, where the background is even.',
  appliesTo: always,
  apply: plainSaliency,
  evidence: [{ set: 'strangers, blind', pairs: 232, fired: 0, better: 0, worse: 0, same: 0, date: '2026-11-29' }],
};
