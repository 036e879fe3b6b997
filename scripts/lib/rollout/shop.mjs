import { setTimeout as sleep } from 'node:timers/promises';
import { withComment } from '../sample-server.mjs';

const OUTCOMES = ['ok', 'ok', 'slow/300', 'slow/1500', 'fail/person_not_detected'];
const ENDED = ['completed', 'failed', 'canceled', 'expired'];
const LIVE_PAUSE_MS = 1500;
const FOLLOW_FOR_MS = 120_000;

/**
 * A shop's backend that sends try-ons and follows each to its end, one after the other on each of `senders` lines; one more sends
 * live ones. Nothing is sent twice: each answer that is not a success is a failure. `stop` resolves when all lines have ended.
 */
export function startShop({ url, keys, photo, garmentUrl, senders }) {
  /** @type {{ requests: number, failures: string[], accepted: number, ended: number }} */
  const book = { requests: 0, failures: [], accepted: 0, ended: 0 };
  const over = new AbortController();
  let sent = 0;

  async function ask(method, path, { key, body, prefer = 'wait=0' }) {
    book.requests += 1;
    try {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = await response.json();
      if (!response.ok) book.failures.push(`${method} ${response.status} ${answer.error?.code}`);
      return answer.data ?? null;
    } catch (error) {
      book.failures.push(`${method} ${error.cause?.code ?? error.message}`);
      return null;
    }
  }

  async function tryOn(key, productImageUrl) {
    sent += 1;
    const userPhoto = withComment(photo, `rollout ${sent}`).toString('base64');
    const body = { productImageUrl, productCategory: 'top', minQuality: 'poor', userPhoto };
    let row = await ask('POST', '/v1/tryon', { key, body, prefer: `wait=${sent % 4}` });
    if (row === null) return;
    book.accepted += 1;
    const { id } = row;
    const until = performance.now() + FOLLOW_FOR_MS;
    while (row !== null && !ENDED.includes(row.status) && performance.now() < until) {
      row = await ask('GET', `/v1/tryon/${id}`, { key, prefer: 'wait=2' });
    }
    if (row !== null && ENDED.includes(row.status)) book.ended += 1;
    else book.failures.push(`${id} did not end`);
  }

  const testLine = async (line) => {
    for (let i = line; !over.signal.aborted; i++)
      await tryOn(keys.testKey, `https://test.drape.invalid/${OUTCOMES[i % OUTCOMES.length]}`);
  };
  const liveLine = async () => {
    while (!over.signal.aborted) {
      await tryOn(keys.apiKey, garmentUrl);
      await sleep(LIVE_PAUSE_MS);
    }
  };
  const lines = Promise.all([...Array.from({ length: senders }, (_, line) => testLine(line)), liveLine()]);
  return {
    book,
    async stop() {
      over.abort();
      await lines;
    },
  };
}
