import { expect, it } from '@jest/globals';
import type { SleeveLength, SleeveOutline } from '../../model/garment';
import { evenLengths, sleevePair } from './sleeve-targets';

const sleeve = (length: SleeveLength): SleeveOutline => ({ length, outer: [], inner: [], gapTop: null, confidence: 1 });
const lengthsOf = (a: SleeveLength, b: SleeveLength, lengths: readonly [number, number]): SleeveLength[] =>
  sleevePair([sleeve(a), sleeve(b)], lengths).map((s) => s.length);

it('sleevePair takes a folded sleeve for as long as the other', () => {
  expect(lengthsOf('long', 'short', [200, 170])).toEqual(['long', 'long']);
  expect(lengthsOf('short', 'long', [170, 200])).toEqual(['long', 'long']);
});

it('sleevePair leaves sleeves apart that differ, and missing ones', () => {
  expect(lengthsOf('long', 'short', [200, 90])).toEqual(['long', 'short']);
  expect(lengthsOf('long', 'none', [200, 190])).toEqual(['long', 'none']);
  expect(lengthsOf('short', 'short', [90, 80])).toEqual(['short', 'short']);
});

it('evenLengths gives a sleeve that lies bent over the length of the other one', () => {
  const pair: [SleeveOutline, SleeveOutline] = [sleeve('short'), sleeve('short')];
  expect(evenLengths(pair, [100, 50])).toEqual([100, 100]);
  expect(evenLengths([sleeve('long'), sleeve('none')], [100, 0])).toEqual([100, 0]);
});

it('evenLengths lets both sleeves end alike, cuffs that lie unevenly in the picture too', () => {
  const pair: [SleeveOutline, SleeveOutline] = [sleeve('long'), sleeve('long')];
  expect(evenLengths(pair, [100, 90])).toEqual([95, 95]);
});
