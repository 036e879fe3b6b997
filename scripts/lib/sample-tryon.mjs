import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME, ROOT } from './paths.mjs';
import { SAMPLE_GARMENT } from './sample-server.mjs';
import { Problem } from './say.mjs';

const PERSON = join(ROOT, 'packages/local/samples/persons/upper-body.jpg');
const FINISHED_WITHIN_MS = 60_000;

/** Posts a sample try-on as a shop would, polls until it ends, downloads the picture. Returns its file, score and request file. */
export async function renderSample({ url, apiKey, garmentUrl }) {
  const body = {
    productImageUrl: garmentUrl,
    productCategory: SAMPLE_GARMENT.category,
    userPhoto: readFileSync(PERSON).toString('base64'),
  };
  const requestFile = join(HOME, 'sample-request.json');
  writeFileSync(requestFile, JSON.stringify(body));
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  let answer = await json(await fetch(`${url}/v1/tryon`, { method: 'POST', headers, body: JSON.stringify(body) }));
  const deadline = Date.now() + FINISHED_WITHIN_MS;
  while (answer.success && answer.data.status !== 'completed') {
    if (Date.now() > deadline)
      throw new Problem(`The sample try-on ${answer.data.id} is still ${answer.data.status}: read the worker's log.`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    answer = await json(await fetch(`${url}/v1/tryon/${answer.data.id}`, { headers }));
  }
  if (!answer.success) throw new Problem(`The sample try-on failed: ${answer.error.message}`);
  const file = join(HOME, 'sample-result.jpg');
  const picture = await fetch(answer.data.resultImageUrl);
  if (!picture.ok)
    throw new Problem(`The picture of the sample try-on could not be downloaded: HTTP ${picture.status}.`);
  writeFileSync(file, Buffer.from(await picture.arrayBuffer()));
  return { file, requestFile, fitScore: answer.data.fitScore };
}

async function json(response) {
  return response.json();
}
