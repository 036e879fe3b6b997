import { Problem } from './say.mjs';

/**
 * POST, then (where the answer came before the render had finished) GET until it has. Milliseconds from POST to completed. Time counts, not
 * the picture: one of any quality is taken.
 */
export async function postTryOn({ url, apiKey }, body) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', prefer: 'wait=60' };
  const began = performance.now();
  let answer = await ask(`${url}/v1/tryon`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ minQuality: 'poor', ...body }),
  });
  while (answer.success && ['queued', 'processing'].includes(answer.data.status)) {
    answer = await ask(`${url}/v1/tryon/${answer.data.id}`, { headers });
  }
  const ms = performance.now() - began;
  if (!answer.success) throw new Problem(`A try-on of the bench did not complete: ${answer.error.message}`);
  return { ms, id: answer.data.id, timings: answer.data.timings };
}

async function ask(url, request) {
  const response = await fetch(url, request);
  return response.json();
}

export function quantile(numbers, q) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}
