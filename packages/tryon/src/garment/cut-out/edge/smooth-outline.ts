import { type RasterU8, smoothOutline } from '@drape/imaging';
import { always, changed, type Rule } from '../../../rules/rule';

export const SMOOTH_OUTLINE: Rule<RasterU8, RasterU8> = {
  id: 'smooth-outline',
  stage: 'garment',
  summary: 'Draws the outline of a cut-out as an even line.',
  appliesTo: always,
  apply: (rgba) => changed(rgba, smoothOutline),
  evidence: [{ set: 'N, blind', pairs: 58, fired: 56, better: 1, worse: 0, same: 15, date: '2026-11-29' }],
};
