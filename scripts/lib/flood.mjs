import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './say.mjs';

/** Test jobs of the flood: as many as an account without a cap could put into the queue at once. */
const TEST_JOBS = 210;
/** Senders of live try-ons: more than twice as many as a Business account may have unfinished. */
const SENDERS = 40;
/** What a refused sender waits, as Retry-After says. */
const RETRY_MS = 1000;

/**
 * An account that sends as much as it can: `SENDERS` at a time put one live try-on after the other, and `TEST_JOBS` of test mode that
 * take a minute each go in at once. `bodyOf` makes a live body that nothing is cached for. `stop` resolves when all live ones have
 * ended, with how much was let in, refused (429), and not answered for want of the service (503).
 */
export async function flood({ url, apiKey, testKey, bodyOf }) {
  const state = { isOver: false, live: 0, test: 0, refused: 0, unavailable: 0 };
  const post = (key, body, prefer) => send(url, { key, body, prefer, state });
  const slow = { ...bodyOf(), productImageUrl: 'https://test.drape.invalid/slow/60000' };
  await Promise.all(
    Array.from({ length: TEST_JOBS }, async () => {
      if (await post(testKey, slow, 'wait=0')) state.test += 1;
    }),
  );
  const senders = Array.from({ length: SENDERS }, async () => {
    while (!state.isOver) {
      if (await post(apiKey, bodyOf(), 'wait=60')) state.live += 1;
      else await sleep(RETRY_MS);
    }
  });
  return {
    async stop() {
      state.isOver = true;
      await Promise.all(senders);
      const { isOver: _over, ...counts } = state;
      return counts;
    },
  };
}

/** Whether the try-on was let in. Throws: Problem where the answer is neither that nor a refusal. */
async function send(url, { key, body, prefer, state }) {
  const response = await fetch(`${url}/v1/tryon`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.status === 200) return true;
  if (response.status !== 429 && response.status !== 503) {
    throw new Problem(`The flood was answered ${response.status}: ${answer.error.message}`);
  }
  state[response.status === 429 ? 'refused' : 'unavailable'] += 1;
  return false;
}
