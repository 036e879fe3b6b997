import { expect, it } from '@jest/globals';
import { createBatchedLookup } from './batched-lookup';

function createAsked(open: readonly string[]) {
  const asked: (readonly string[])[] = [];
  const ask = (ids: readonly string[]) => {
    asked.push(ids);
    return Promise.resolve(ids.filter((id) => open.includes(id)));
  };
  return { asked, lookup: createBatchedLookup({ gatherMs: 5, ask }) };
}

it('answers all look-ups within a moment with one query, each with its own result', async () => {
  const { asked, lookup } = createAsked(['a', 'c']);
  expect(await Promise.all(['a', 'b', 'c', 'a'].map((id) => lookup.has(id)))).toEqual([true, false, true, true]);
  expect(asked).toEqual([['a', 'b', 'c']]);
});

it('queries again for later look-ups', async () => {
  const { asked, lookup } = createAsked(['a']);
  expect(await lookup.has('a')).toBe(true);
  expect(await lookup.has('b')).toBe(false);
  expect(asked).toEqual([['a'], ['b']]);
});

it('rejects all look-ups of a query that fails, and only those', async () => {
  let fails = true;
  const lookup = createBatchedLookup({
    gatherMs: 5,
    ask: (ids) => (fails ? Promise.reject(new Error('away')) : Promise.resolve(ids)),
  });
  const both = await Promise.allSettled([lookup.has('a'), lookup.has('b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await lookup.has('a')).toBe(true);
});
