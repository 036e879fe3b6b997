import { createHash } from 'node:crypto';
import { testVariable } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { textOf } from '../../../apps/gateway/test/text-of';
import { PERSON } from '../../../apps/worker/test/worker-harness';
import { startRunningService, tryOnBody, type RunningService } from './running-service';
import { startTraceReceiver, type TraceReceiver } from './trace-receiver';

/** Pieces of the photo that are looked for; any four in a row of its base64 hold one, however it is cut. */
const PIECE_LENGTH = 40;

let receiver: TraceReceiver;
let service: RunningService;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  service = await startRunningService(
    {
      DRAPE_LOG_LEVEL: 'trace',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    { '/hook': (request, response) => void request.resume().once('end', () => response.writeHead(500).end()) },
  );
}, 120_000);

afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
}, 60_000);

describe('what the processes say of themselves', () => {
  it('holds no photo, no secret and no signature, after a run that met all of them', async () => {
    const secrets = new Map([
      ['the API key', service.key],
      ['the body of the API key', service.key.slice(-32)],
      ['the sum of the API key', createHash('sha256').update(service.key).digest('hex')],
      ['the secret of the store', service.harness.env['S3_SECRET_ACCESS_KEY'] ?? ''],
      ['the address of the database', testVariable('TEST_DATABASE_URL')],
    ]);
    await meetAll(secrets);

    const scrapes = [await service.scrape('gateway'), await service.scrape('worker')];
    await service.gateway.stop();
    await service.worker.process.stop();
    const said = new Map([
      ['the gateway’s log', service.gateway.lines.join('\n')],
      ['the worker’s log', service.worker.process.lines.join('\n')],
      ['the metrics', scrapes.map(({ text }) => text).join('\n')],
      ['the traces', receiver.bodies.join('\n')],
    ]);
    // The run was heard at all.
    for (const [where, text] of said) expect([where, text.length > 1_000]).toEqual([where, true]);
    expect(said.get('the gateway’s log')).toContain('"msg":"request"');
    expect(said.get('the worker’s log')).toContain('"msg":"rendered"');
    expect(said.get('the traces')).toContain('prisma:client:db_query');

    const found: string[] = [];
    for (const [where, text] of said) {
      for (const [what, secret] of secrets) {
        expect([what, secret.length > 12]).toEqual([what, true]);
        if (text.includes(secret)) found.push(`${what} in ${where}`);
      }
      if (/X-Amz-Signature=(?!\[)|X-Amz-Credential=/i.test(text)) found.push(`a signed URL in ${where}`);
      if (/drp_(sk|rk|pk|ct)_\w{12}/.test(text)) found.push(`a key in ${where}`);
      if (/whsec_\w{8}/.test(text)) found.push(`a webhook’s secret in ${where}`);
      if (piecesOf(PERSON.toString('base64')).some((piece) => text.includes(piece)))
        found.push(`the photo in ${where}`);
    }
    expect(found).toEqual([]);
  }, 300_000);
});

/** A shop's whole day: each secret is made, used, used wrongly, and named in requests that fail. */
async function meetAll(secrets: Map<string, string>): Promise<void> {
  const { harness, send, finish, url, key } = service;
  const photo = PERSON.toString('base64');
  const hook = await send('POST', '/v1/webhooks', { url: harness.shop.url('/hook'), events: ['*'] });
  secrets.set('the secret of a webhook', textOf(hook.body.data?.secret));
  const made = await send('POST', '/v1/keys', { name: 'second', kind: 'sk', scopes: ['tryon:write', 'tryon:read'] });
  secrets.set('a key that was made', textOf(made.body.data?.key));
  const token = await send('POST', '/v1/client-tokens', { ttlSeconds: 900 });
  secrets.set('a client token', textOf(token.body.data?.token));
  expect([hook.status, made.status, token.status]).toEqual([200, 200, 200]);

  const done = await finish(tryOnBody(harness));
  expect(done.body.data?.status).toBe('completed');
  const picture = textOf(done.body.data?.resultImageUrl);
  noteSignature(secrets, 'the signature of a picture', picture);
  expect((await fetch(picture)).status).toBe(200);

  const upload = await send('POST', '/v1/uploads', { contentType: 'image/jpeg', bytes: PERSON.byteLength });
  const place = textOf(upload.body.data?.url);
  noteSignature(secrets, 'the signature of an upload', place);
  const put = await fetch(place, { method: 'PUT', body: PERSON, headers: { 'content-type': 'image/jpeg' } });
  expect(put.status).toBe(200);
  const second = await finish(tryOnBody(harness, { userPhoto: upload.body.data?.id, outputFormat: 'png' }));
  expect(second.body.data?.status).toBe('completed');
  const check = await send('POST', '/v1/photos/check', { userPhoto: photo });
  expect(check.status).toBe(200);

  // Broken in ways whose errors are tempted to repeat what came.
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const broken = [
    `{"userPhoto":"${photo}",}`,
    `{"userPhoto":"${photo.slice(0, 9_000)}`,
    JSON.stringify({ [photo.slice(0, 80)]: 1 }),
  ];
  for (const body of broken)
    expect((await fetch(`${url}/v1/tryon`, { method: 'POST', headers, body })).status).toBe(400);
  await fetch(`${url}/v1/tryon/${photo.slice(0, 80)}?key=${key}&photo=${encodeURIComponent(photo.slice(0, 80))}`, {
    headers,
  });
  await fetch(`${url}/v1/usage`, { headers: { authorization: `Bearer ${key}x` } });
  await send(
    'POST',
    '/v1/tryon',
    tryOnBody(harness, { productImageUrl: `${harness.shop.url('/none.jpg')}?X-Amz-Signature=${'a'.repeat(64)}` }),
  );
  await send(
    'POST',
    '/v1/tryon',
    tryOnBody(harness, { userPhoto: photo.slice(0, 4_000), productCategory: photo.slice(0, 80) }),
  );
  await send('DELETE', `/v1/sessions/${textOf(done.body.data?.sessionId)}`);
}

function noteSignature(secrets: Map<string, string>, name: string, url: string): void {
  secrets.set(name, new URL(url).searchParams.get('X-Amz-Signature') ?? '');
}

/** Each of them stands somewhere in whatever is long enough to be recognised. */
function piecesOf(text: string): string[] {
  const count = Math.floor(text.length / PIECE_LENGTH);
  return Array.from({ length: count }, (_, at) => text.slice(at * PIECE_LENGTH, (at + 1) * PIECE_LENGTH));
}
