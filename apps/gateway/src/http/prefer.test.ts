import { describe, expect, it } from '@jest/globals';
import { parsePrefer, preferenceApplied, waitBudgetMs } from './prefer';

describe('parsePrefer', () => {
  it.each([
    [undefined, null, false],
    ['wait=5', 5, false],
    ['respond-async, wait="10"', 10, true],
    ['Respond-Async; foo=bar,WAIT = 0', 0, true],
    ['wait=9999999', 60, false],
    ['wait=3, wait=7', 3, false],
    ['wait=-1, wait=x, return=minimal', null, false],
  ])('%s', (header, waitSec, respondAsync) => {
    expect(parsePrefer(header)).toEqual({ waitSec, respondAsync });
  });
});

describe('waitBudgetMs', () => {
  it.each([
    [undefined, 1_800],
    ['wait=0', 0],
    ['wait=1', 1_000],
    ['wait=60', 60_000],
    ['respond-async', 0],
    ['respond-async, wait=10', 10_000],
  ])('%s', (header, expected) => expect(waitBudgetMs(parsePrefer(header), 1_800)).toBe(expected));
});

describe('preferenceApplied', () => {
  it.each([
    [undefined, { isAsync: false, inVainMs: 1_800 }, undefined],
    ['return=minimal', { isAsync: false, inVainMs: null }, undefined],
    ['wait=90', { isAsync: false, inVainMs: null }, 'wait=60'],
    ['wait=90', { isAsync: false, inVainMs: 60_004 }, 'wait=60'],
    ['wait=20', { isAsync: false, inVainMs: 3_900 }, 'wait=3'],
    ['wait=1', { isAsync: false, inVainMs: 2_500 }, 'wait=1'],
    ['respond-async, wait=2', { isAsync: true, inVainMs: 2_001 }, 'respond-async, wait=2'],
    ['respond-async', { isAsync: true, inVainMs: 0 }, 'respond-async'],
    ['respond-async', { isAsync: false, inVainMs: null }, undefined],
  ])('%s with %j', (header, applied, expected) => {
    expect(preferenceApplied(parsePrefer(header), applied)['Preference-Applied']).toBe(expected);
  });
});
