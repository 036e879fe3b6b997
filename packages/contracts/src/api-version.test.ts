import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { API_VERSIONS, chooseVersion, NEWEST_API_VERSION } from './api-version';
import { deprecationHeaders, isLongEnough } from './deprecation';

describe('the version of a request', () => {
  const known = ['2026-11-01', '2027-05-01', '2028-01-01'] as const;

  it.each([
    ['what it names', '2027-05-01', '2026-11-01', '2027-05-01'],
    ['what its account is pinned to, where it names none', null, '2026-11-01', '2026-11-01'],
    ['the newest, where nobody is known', null, null, '2028-01-01'],
    ['the newest, where its account is pinned to one that is not known here', null, '2031-01-01', '2028-01-01'],
  ] as const)('is %s', (_name, requested, pinned, expected) => {
    expect(chooseVersion({ requested, pinned, known })).toBe(expected);
  });
});

describe('docs/changelog.md', () => {
  it('has a section for each version, the newest first', () => {
    const text = readFileSync(join(__dirname, '../../../docs/changelog.md'), 'utf8');
    const versions = [...text.matchAll(/^## (\d{4}-\d\d-\d\d)$/gm)].map(([, version]) => version);
    expect(versions).toEqual([...API_VERSIONS].reverse());
    expect(API_VERSIONS.at(-1)).toBe(NEWEST_API_VERSION);
    expect([...API_VERSIONS].sort()).toEqual(API_VERSIONS);
  });
});

describe('what is deprecated', () => {
  it('says since when and until when, in the form of the RFCs', () => {
    expect(deprecationHeaders({ since: '2026-11-01', sunset: '2027-11-01' })).toEqual({
      Deprecation: '@1793491200',
      Sunset: 'Mon, 01 Nov 2027 00:00:00 GMT',
    });
  });

  it('stays for at least twelve months', () => {
    expect(isLongEnough({ since: '2026-11-01', sunset: '2027-11-01' })).toBe(true);
    expect(isLongEnough({ since: '2026-11-01', sunset: '2027-10-31' })).toBe(false);
  });
});
