import { Agent, request } from 'node:http';

/**
 * `senders` shops that each send the next try-on when the last one has its answer, for `forMs`. Bodies are made before, so that
 * the sender costs little beside what it measures. Resolves with each answer's status, state and milliseconds.
 */
export async function sendClosedLoop({ urls, keys, body, senders, forMs }) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const until = performance.now() + forMs;
  const answers = [];
  const one = async (i) => {
    while (performance.now() < until) {
      const answer = await post(agent, { url: urls[i % urls.length], key: keys[i % keys.length], body });
      answers.push(answer);
      if (answer.status !== 200) await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  await Promise.all(Array.from({ length: senders }, (_, i) => one(i)));
  agent.destroy();
  return answers;
}

/** One try-on, waited for. `atMs`: when its answer had come; `heldMs`: from a worker's claim to the end that it put on record. */
export function post(agent, { url, key, body, prefer = 'wait=60' }) {
  const since = performance.now();
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': body.length,
    prefer,
  };
  return new Promise((resolve) => {
    const done = (status, text) => {
      const atMs = performance.now();
      const state = /"status":"(\w+)"/.exec(text)?.[1] ?? null;
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? null;
      const id = /"id":"(try_\w+)"/.exec(text)?.[1] ?? null;
      const [startedMs, completedMs] = ['startedAt', 'completedAt'].map((name) => timeIn(text, name));
      const heldMs = completedMs - startedMs;
      resolve({ status, state, code, id, heldMs: Number.isNaN(heldMs) ? null : heldMs, ms: atMs - since, atMs });
    };
    const outgoing = request(`${url}/v1/tryon`, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => done(answer.statusCode, text));
      answer.on('error', () => done(0, ''));
    });
    outgoing.on('error', () => done(0, ''));
    outgoing.end(body);
  });
}

/** Milliseconds of the first such time in an answer; NaN where it has none. */
function timeIn(text, name) {
  return Date.parse(new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '');
}
