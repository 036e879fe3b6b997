import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withComment } from '../sample-server.mjs';

const REQUEST_MS_MAX = 20_000;
/** How long a client repeats what was not answered. */
const RETRY_FOR_MS = 60_000;
const LAST_RETRY_MS = 5_000;
const STREAMS_MAX = 6;
const ENDS = new Set(['completed', 'failed', 'canceled', 'expired']);

/**
 * Clients of two gateways: each sends one try-on after the other and does with it what clients do. `book` keeps what they were
 * told. The seed decides what they ask for, not when they are served.
 */
export async function runLoad({ urls, keys, senders, liveSenders, garmentUrl, photo, random, untilMs, book }) {
  let sent = 0;
  const ask = async (method, path, { key, body, headers = {} } = {}) => {
    const response = await fetch(random.pick(urls) + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
    });
    book.answer(method, path, response.status);
    return response;
  };
  const request = async (method, path, options) => {
    const response = await ask(method, path, options);
    return { status: response.status, answer: await response.json() };
  };
  const quietly = (call) => call().catch(() => book.answer('', '', 'none'));
  const bodyOf = (productImageUrl, sessionId) => {
    sent += 1;
    const userPhoto = withComment(photo, `chaos ${sent}`).toString('base64');
    return { productImageUrl, productCategory: 'top', minQuality: 'poor', userPhoto, sessionId };
  };
  const post = (key, body, { headers, how = 'alone' } = {}) =>
    quietly(async () => {
      const { answer } = await request('POST', '/v1/tryon', { key, body, headers: { prefer: 'wait=0', ...headers } });
      const id = answer.data?.id ?? null;
      if (id !== null) book.accept(id, how, body.sessionId);
      return id;
    });

  /** Two products on one photo; one of the try-ons. */
  const postBatch = (key, { productImageUrl, productCategory, ...shared }) =>
    quietly(async () => {
      const products = [productImageUrl, `${productImageUrl}?second`].map((url) => ({
        productImageUrl: url,
        productCategory,
      }));
      const body = { ...shared, products };
      const { answer } = await request('POST', '/v1/tryon/batch', { key, body, headers: { prefer: 'wait=0' } });
      const ids = (answer.data?.items ?? []).flatMap(({ id }) => id ?? []);
      for (const id of ids) book.accept(id, 'in a batch', shared.sessionId);
      return ids.at(-1) ?? null;
    });

  /** The photo is put into the object store by the client itself. */
  const postUpload = (key, body) =>
    quietly(async () => {
      const bytes = Buffer.from(body.userPhoto, 'base64');
      const announced = { contentType: 'image/jpeg', bytes: bytes.length };
      const { answer } = await request('POST', '/v1/uploads', { key, body: announced });
      if (!answer.data) return null;
      const { id, url, headers } = answer.data;
      const put = await fetch(url, {
        method: 'PUT',
        headers,
        body: bytes,
        signal: AbortSignal.timeout(REQUEST_MS_MAX),
      }).catch(() => null);
      return put?.ok ? post(key, { ...body, userPhoto: id }, { how: 'with an upload' }) : null;
    });

  /** Server-sent events until the last, whose name is the status that the try-on ended with; a stream that breaks is opened again. */
  const follow = async (key, id) => {
    let last;
    for (let opened = 0; opened < STREAMS_MAX && !ENDS.has(last); opened++) {
      if (opened > 0) await sleep(500);
      await quietly(async () => {
        const response = await ask('GET', `/v1/tryon/${id}/events`, { key });
        last = [...(await response.text()).matchAll(/^event: (.*)$/gm)].at(-1)?.[1];
      });
    }
    if (ENDS.has(last)) book.sawEnd(id, last);
  };

  /** The same key until it is answered, then twice more: always the same id. */
  const postIdempotent = async (key, body) => {
    const headers = { 'idempotency-key': randomUUID() };
    // A gateway that was killed before there was a row keeps its key for two minutes: nobody waits for that when the load is over.
    const giveUpAt = Math.min(performance.now() + RETRY_FOR_MS, untilMs + LAST_RETRY_MS);
    const ids = new Set();
    for (let answered = 0; answered < 3 && performance.now() < giveUpAt;) {
      const id = (await post(key, body, { headers })) ?? null;
      if (id === null) await sleep(500);
      else {
        ids.add(id);
        answered += 1;
      }
    }
    book.sameId([...ids]);
    return [...ids][0] ?? null;
  };

  /** In turn, so that each is there however few there is time for. */
  const ways = [post, postIdempotent, postBatch, post, postUpload, post];

  const send = async (key, productImageUrl) => {
    const dice = random.next();
    const sessionId = `chaos-${randomUUID()}`;
    const body = bodyOf(productImageUrl, sessionId);
    const id = await ways[sent % ways.length](key, body);
    if (id === null || id === undefined) {
      await sleep(300);
      return;
    }
    if (dice > 0.92) await quietly(() => request('POST', `/v1/tryon/${id}/cancel`, { key }));
    else if (dice > 0.86) {
      book.erase(sessionId);
      await quietly(async () => {
        const { status } = await request('DELETE', `/v1/sessions/${sessionId}`, { key });
        if (status === 200) book.erased(sessionId);
      });
    } else if (dice > 0.7) await follow(key, id);
    else if (dice > 0.6) await quietly(() => request('GET', `/v1/tryon/${id}`, { key, headers: { prefer: 'wait=3' } }));
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
