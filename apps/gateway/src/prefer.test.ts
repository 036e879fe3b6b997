import { describe, expect, it } from '@jest/globals';
import { parsePrefer, preferenceApplied } from './prefer';

describe('parsePrefer', () => {
  it.each([
    [undefined, null, false, null],
    ['wait=5', 5, false, 'wait=5'],
    ['respond-async, wait="10"', 10, true, 'respond-async, wait=10'],
    ['Respond-Async; foo=bar,WAIT = 0', 0, true, 'respond-async, wait=0'],
    ['wait=9999999', 30, false, 'wait=30'],
    ['wait=3, wait=7', 3, false, 'wait=3'],
    ['wait=-1, wait=x, return=minimal', null, false, null],
  ])('%s', (header, waitSec, respondAsync, applied) => {
    const preference = parsePrefer(header);
    expect(preference).toEqual({ waitSec, respondAsync });
    expect(preferenceApplied(preference)).toBe(applied);
  });
});
