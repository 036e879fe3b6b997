import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ERRORS, ERROR_CODES, FAILURE_CODES, type ErrorCode } from './errors';
import { createIdFactory, isId, newId } from './ids';
import { parseJobPayload } from './job-payload';
import { nearestName } from './nearest-name';
import { ServiceError } from './service-error';
import { progressOf, STAGES } from './stages';
import { canTransition, isTerminal, TRYON_STATUSES } from './tryon-status';

const OF_HTTP: readonly ErrorCode[] = ['headers_too_large', 'request_timeout', 'expectation_failed'];

describe('the error registry', () => {
  it('has stable snake_case codes, a sentence for each, and statuses that the API lists', () => {
    for (const code of ERROR_CODES) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(ERRORS[code].title).toMatch(/^\S.*\.$/);
      if (OF_HTTP.includes(code)) continue;
      expect([200, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 503]).toContain(ERRORS[code].status);
    }
  });

  it('has a status of HTTP itself for what never becomes a request of the API, and for nothing else', () => {
    expect(OF_HTTP.map((code) => ERRORS[code].status)).toEqual([431, 408, 417]);
  });

  it('uses 200 for render errors and 422 for a reused idempotency key, and for nothing else', () => {
    for (const code of ERROR_CODES) {
      expect(ERRORS[code].status === 200).toBe(ERRORS[code].type === 'render_error');
      expect(ERRORS[code].status === 422).toBe(code === 'idempotency_key_reused');
    }
  });

  it('reports only what is our fault', () => {
    const reported = ERROR_CODES.filter((code) => ERRORS[code].report);
    expect(reported).toEqual([
      'render_timeout',
      'render_failed',
      'storage_failed',
      'internal_error',
      'service_unavailable',
    ]);
    expect(FAILURE_CODES).toContain('product_image_unreachable');
  });

  it('gives a ServiceError the title of its code where no detail is given', () => {
    expect(new ServiceError('tryon_not_found').detail).toBe('There is no try-on with this id.');
    expect(new ServiceError('tryon_not_found', { detail: 'Gone.' }).detail).toBe('Gone.');
  });
});

describe('the states of a try-on', () => {
  it('never leave a terminal state', () => {
    for (const from of TRYON_STATUSES.filter(isTerminal)) {
      for (const to of TRYON_STATUSES) expect(canTransition(from, to)).toBe(false);
    }
  });

  it('complete only what was claimed, and requeue it after a crash', () => {
    expect(canTransition('queued', 'completed')).toBe(false);
    expect(canTransition('processing', 'completed')).toBe(true);
    expect(canTransition('processing', 'queued')).toBe(true);
  });

  it('make progress with each stage', () => {
    const shares = [null, ...STAGES].map(progressOf);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });
});

describe('ids', () => {
  it('have their prefix and a ULID', () => {
    expect(newId('try')).toMatch(/^try_[0-9A-Z]{26}$/);
    expect(isId('try', newId('try'))).toBe(true);
    expect(isId('req', newId('try'))).toBe(false);
    expect(isId('try', 'try_')).toBe(false);
  });

  it('repeat with the same time and randomness', () => {
    const source = { now: () => 1_700_000_000_000, random: () => 0.5 };
    expect(newId('ses', source)).toBe(newId('ses', source));
  });

  it('sort by creation within a millisecond', () => {
    const make = createIdFactory({ now: () => 1_700_000_000_000 });
    const ids = Array.from({ length: 100 }, () => make('try'));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(100);
  });
});

describe('nearestName', () => {
  it('finds a name whose letters were swapped, dropped or written in another case', () => {
    const known = ['productImageUrl', 'userPhoto', 'sessionId'];
    expect(nearestName('usrePhoto', known)).toBe('userPhoto');
    expect(nearestName('product_image_url', known)).toBe('productImageUrl');
    expect(nearestName('photo', known)).toBeNull();
  });

  it('never throws and answers with a known name or null', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, known) => {
        const found = nearestName(name, known);
        expect(found === null || known.includes(found)).toBe(true);
      }),
    );
  });
});

describe('parseJobPayload', () => {
  it('accepts ids and rejects anything more', () => {
    const payload = { v: 1, tryOnId: 'try_1', requestId: null, gatewayId: 'gtw_1' };
    expect(parseJobPayload(payload)).toEqual(payload);
    expect(() => parseJobPayload({ ...payload, photo: 'x' })).toThrow(/"photo" is not known/);
    expect(() => parseJobPayload({ v: 2 })).toThrow(/tryOnId is required/);
  });
});
