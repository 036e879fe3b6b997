import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateLimitHeaders } from './rate-limit-headers';
import { SlidingLogs } from './sliding-log';

const WINDOW_MS = 3_600_000;

describe('the sliding log', () => {
  it('lets exactly the limit through in any rolling window', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: WINDOW_MS }), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 6 }), (steps, limit) => {
        let now = 0;
        const logs = new SlidingLogs(WINDOW_MS, () => now);
        const passed: number[] = [];
        for (const [i, gap] of steps.entries()) {
          now += gap;
          const { allowed } = logs.take({ subject: 'a', limit, member: String(i) });
          // The oracle: count what passed within (now - window, now].
          const inWindow = passed.filter((at) => at > now - WINDOW_MS).length;
          expect(allowed).toBe(inWindow < limit);
          if (allowed) passed.push(now);
        }
      }),
    );
  });

  it('says when the next unit becomes available', () => {
    let now = 1_000_000;
    const logs = new SlidingLogs(WINDOW_MS, () => now);
    logs.take({ subject: 'a', limit: 2, member: '1' });
    now += 10_000;
    logs.take({ subject: 'a', limit: 2, member: '2' });
    now += 10_000;
    const state = logs.take({ subject: 'a', limit: 2, member: '3' });
    expect(state).toEqual({ allowed: false, limit: 2, remaining: 0, waitMs: WINDOW_MS - 20_000, nowMs: now });
    expect(rateLimitHeaders(state, { name: 'hour', windowSec: 3600 })).toEqual({
      'X-RateLimit-Limit': '2',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '4600',
      'RateLimit-Policy': '"hour";q=2;w=3600',
      RateLimit: '"hour";r=0;t=3580',
    });
    now += state.waitMs;
    expect(logs.take({ subject: 'a', limit: 2, member: '4' }).allowed).toBe(true);
  });

  it('counts each subject separately, gives units back, and forgets the quietest subject first', () => {
    const logs = new SlidingLogs(WINDOW_MS, () => 0, 2);
    expect(logs.take({ subject: 'a', limit: 1, member: '1' }).allowed).toBe(true);
    expect(logs.take({ subject: 'b', limit: 1, member: '2' }).allowed).toBe(true);
    expect(logs.take({ subject: 'a', limit: 1, member: '3' }).allowed).toBe(false);
    logs.refund('a', '1');
    expect(logs.peek('a', 1)).toMatchObject({ allowed: true, remaining: 1 });
    logs.take({ subject: 'a', limit: 1, member: '4' });
    logs.take({ subject: 'c', limit: 1, member: '5' });
    expect(logs.peek('b', 1).remaining).toBe(1);
    expect(logs.peek('a', 1).remaining).toBe(0);
  });
});
