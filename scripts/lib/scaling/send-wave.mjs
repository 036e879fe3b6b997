import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../chaos/random.mjs';
import { post } from '../closed-loop.mjs';

/** Phases of `seconds`, in which the load goes evenly from `from` to `to` requests a second. */
export function rateAt(phases, atSec) {
  let began = 0;
  for (const { seconds, from, to } of phases) {
    if (atSec < began + seconds) return from + ((to - from) * (atSec - began)) / seconds;
    began += seconds;
  }
  return 0;
}

/** Requests that come at random at that rate, whether or not answers do; each one's answer, and when it was sent. */
export async function sendWave({ url, keys, body, phases, seed }) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const random = createRandom(seed);
  const began = performance.now();
  const answers = [];
  let dueSec = 0;
  for (;;) {
    const perSecond = rateAt(phases, dueSec);
    if (perSecond <= 0) break;
    dueSec += -Math.log(1 - random.next()) / perSecond;
    const waitMs = began + dueSec * 1000 - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const key = keys[answers.length % keys.length];
    answers.push(post(agent, { url, key, body, prefer: 'wait=0' }));
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
}
