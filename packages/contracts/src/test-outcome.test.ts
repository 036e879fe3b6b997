import { describe, expect, it } from '@jest/globals';
import { parseTestOutcome } from './test-outcome';

const of = (path: string) => parseTestOutcome(`https://test.drape.invalid${path}`);

describe('parseTestOutcome', () => {
  it('reads the outcome from the path', () => {
    expect(of('/ok')).toEqual({ kind: 'ok', afterMs: 0 });
    expect(of('/slow/5000')).toEqual({ kind: 'ok', afterMs: 5000 });
    expect(of('/queue/3')).toEqual({ kind: 'queue', position: 3 });
    expect(of('/fail/person_not_detected')).toEqual({ kind: 'fail', code: 'person_not_detected' });
    expect(of('/429')).toEqual({ kind: 'refuse', status: 429 });
    expect(of('/500')).toEqual({ kind: 'refuse', status: 500 });
  });

  it('leaves other hosts alone', () => {
    expect(parseTestOutcome('https://shop.example/ok')).toBeNull();
    expect(parseTestOutcome('https://test.drape.invalid.example/ok')).toBeNull();
    expect(parseTestOutcome('no url')).toBeNull();
    expect(parseTestOutcome(null)).toBeNull();
  });

  it.each([
    '/',
    '/okay',
    '/ok/1',
    '/slow/soon',
    '/slow/60001',
    '/fail/invalid_json',
    '/fail/nothing',
    '/queue/-1',
    '/418',
  ])('refuses %s and names what there is', (path) => {
    expect(() => of(path)).toThrow(/knows \/ok, \/slow/);
  });
});
