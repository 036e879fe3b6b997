import { createHmac } from 'node:crypto';
import { verifyWebhook } from '@drape/client';
import { describe, expect, it } from '@jest/globals';
import { signMessage } from '../../../apps/worker/src/webhooks/sign';

const secret = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const payload = '{"type":"tryon.completed","data":{"id":"try_1"}}';
const nowSec = () => Math.floor(Date.now() / 1000);

function sign(body: string, options: { key?: string; timestamp?: number; id?: string } = {}) {
  const { key = 'old', timestamp = nowSec(), id = 'msg_1' } = options;
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${mac}` };
}
const refusal = (message: RegExp) => ({
  ...{ name: 'WebhookVerificationError', code: 'invalid_webhook_signature' },
  message: expect.stringMatching(message),
});

describe('verifyWebhook', () => {
  it('accepts what was signed, from any kind of headers and body', async () => {
    const event = { type: 'tryon.completed', data: { id: 'try_1' } };
    expect(await verifyWebhook(payload, sign(payload), secret('old'))).toEqual(event);
    expect(await verifyWebhook(Buffer.from(payload), new Headers(sign(payload)), secret('old'))).toEqual(event);
    const upper = Object.fromEntries(Object.entries(sign(payload)).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyWebhook(payload, upper, secret('old'))).toEqual(event);
  });

  it('agrees with what the worker signs', async () => {
    const secrets = [secret('old'), secret('new')];
    const headers = signMessage({ id: 'msg_1', timestampSec: nowSec(), body: payload }, secrets);
    for (const one of secrets)
      expect(await verifyWebhook(payload, headers, one)).toMatchObject({ data: { id: 'try_1' } });
  });

  it('agrees with the example of the standard', async () => {
    const body = '{"test": 2432232314}';
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(await verifyWebhook(body, headers, key, Infinity)).toMatchObject({ test: 2432232314 });
  });

  it('accepts both secrets and both signatures of a rotation', async () => {
    const [old, fresh] = [sign(payload), sign(payload, { key: 'new' })];
    const signature = `v1a,xyz v1,%% ${old['webhook-signature']} ${fresh['webhook-signature']}`;
    const both = { ...old, 'webhook-signature': signature };
    expect(await verifyWebhook(payload, both, secret('new'))).toMatchObject({ type: 'tryon.completed' });
    expect(await verifyWebhook(payload, fresh, [secret('old'), secret('new')])).toMatchObject({
      data: { id: 'try_1' },
    });
  });

  it('rejects another body, id, time or secret', async () => {
    const headers = sign(payload);
    const check = (body: string, changed: Record<string, string>, key = secret('old')) =>
      verifyWebhook(body, { ...headers, ...changed }, key);
    await expect(check(`${payload} `, {})).rejects.toMatchObject(refusal(/No signature/));
    await expect(check(payload, { 'webhook-id': 'msg_2' })).rejects.toMatchObject(refusal(/No signature/));
    await expect(check(payload, { 'webhook-timestamp': String(nowSec() - 5) })).rejects.toMatchObject(
      refusal(/No sig/),
    );
    await expect(check(payload, {}, secret('other'))).rejects.toMatchObject(refusal(/No signature/));
    await expect(check(payload, {}, 'whsec_%')).rejects.toMatchObject(refusal(/secret/));
    await expect(verifyWebhook(payload, {}, secret('old'))).rejects.toMatchObject(refusal(/missing/));
  });

  it.each([-301, 301])('refuses a time %s seconds away', async (seconds) => {
    const headers = sign(payload, { timestamp: nowSec() + seconds });
    await expect(verifyWebhook(payload, headers, secret('old'))).rejects.toMatchObject(refusal(/timestamp/));
  });
});
