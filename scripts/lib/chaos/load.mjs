import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withComment } from '../sample-server.mjs';

const REQUEST_MS_MAX = 20_000;
/** How long a client repeats what was not answered. */
const RETRY_FOR_MS = 60_000;

/**
 * Clients of two gateways: each sends one try-on after the other and does with it what clients do. `book` keeps what they were
 * told. The seed decides what they ask for, not when they are served.
 */
export async function runLoad({ urls, keys, senders, liveSenders, garmentUrl, photo, random, untilMs, book }) {
  let sent = 0;
  const request = async (method, path, { key, body, headers = {} } = {}) => {
    const response = await fetch(random.pick(urls) + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
    });
    book.answer(method, path, response.status);
    return { status: response.status, answer: await response.json() };
  };
  const quietly = (call) => call().catch(() => book.answer('', '', 'none'));
  const bodyOf = (productImageUrl, sessionId) => {
    sent += 1;
    const userPhoto = withComment(photo, `chaos ${sent}`).toString('base64');
    return { productImageUrl, productCategory: 'top', minQuality: 'poor', userPhoto, sessionId };
  };
  const post = (key, body, headers) =>
    quietly(async () => {
      const { answer } = await request('POST', '/v1/tryon', { key, body, headers: { prefer: 'wait=0', ...headers } });
      const id = answer.data?.id ?? null;
      if (id !== null) book.accept(id);
      return id;
    });

  /** The same key until it is answered, then twice more: always the same id. */
  const postIdempotent = async (key, body) => {
    const headers = { 'idempotency-key': randomUUID() };
    const giveUpAt = performance.now() + RETRY_FOR_MS;
    const ids = new Set();
    for (let answered = 0; answered < 3 && performance.now() < giveUpAt;) {
      const id = (await post(key, body, headers)) ?? null;
      if (id === null) await sleep(500);
      else {
        ids.add(id);
        answered += 1;
      }
    }
    book.sameId([...ids]);
    return [...ids][0] ?? null;
  };

  const send = async (key, productImageUrl) => {
    const dice = random.next();
    const sessionId = `chaos-${randomUUID()}`;
    const body = bodyOf(productImageUrl, sessionId);
    const id = await (dice < 0.15 ? postIdempotent(key, body) : post(key, body));
    if (id === null || id === undefined) {
      await sleep(300);
      return;
    }
    if (dice > 0.92) await quietly(() => request('POST', `/v1/tryon/${id}/cancel`, { key }));
    else if (dice > 0.86) {
      book.erase(id);
      await quietly(async () => {
        const { status } = await request('DELETE', `/v1/sessions/${sessionId}`, { key });
        if (status === 200) book.erased(id);
      });
    } else if (dice > 0.7)
      await quietly(() => request('GET', `/v1/tryon/${id}`, { key, headers: { prefer: 'wait=3' } }));
  };

  const outcomes = ['ok', 'ok', 'ok', 'slow/200', 'slow/1500', 'slow/4000', 'fail/person_not_detected', 'queue/2'];
  const testSender = async () => {
    while (performance.now() < untilMs) await send(keys.testKey, `https://test.drape.invalid/${random.pick(outcomes)}`);
  };
  const liveSender = async () => {
    while (performance.now() < untilMs) {
      await send(keys.apiKey, garmentUrl);
      await sleep(random.between(2000, 5000));
    }
  };
  await Promise.all([
    ...Array.from({ length: senders }, testSender),
    ...Array.from({ length: liveSenders }, liveSender),
  ]);
}
