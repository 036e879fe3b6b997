import { renderAdvice } from '@drape/fit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { finishTryOn } from './harness';
import { goodBody } from './pictures';
import { gateway, key, services, useGateway } from './running';

useGateway();

const ENGLISH = 'A larger photo in good light would bring out more detail.';
const GERMAN = 'Ein größeres Foto bei gutem Licht würde mehr Einzelheiten zeigen.';
const FRENCH = 'Une photo plus grande, bien éclairée, ferait ressortir plus de détails.';

let id: string;

beforeAll(async () => {
  const options = { key, body: goodBody(), headers: { prefer: 'wait=0', 'idempotency-key': 'said', ...accept('fr') } };
  const created = await gateway.send('POST', '/v1/tryon', options);
  ({ id } = created);
  expect(created.headers.get('content-language')).toBe('fr');
  await finishTryOn({ services, id, picture: Buffer.from('x'), advice: renderAdvice(['photo_sharper'], 'top') });
});

const accept = (language: string | undefined): Record<string, string> =>
  language === undefined ? { 'accept-language': '' } : { 'accept-language': language };
const read = (headers: Record<string, string>) => gateway.send('GET', `/v1/tryon/${id}`, { key, headers });

describe('Accept-Language', () => {
  it.each([
    [undefined, 'en', ENGLISH],
    ['en-GB', 'en', ENGLISH],
    ['de', 'de', GERMAN],
    ['de-AT, de;q=0.9, en;q=0.5', 'de', GERMAN],
    ['en;q=0.5, fr-CH', 'fr', FRENCH],
    ['ja, fr;q=0.1', 'fr', FRENCH],
    ['*', 'en', ENGLISH],
    ['*, en;q=0', 'de', GERMAN],
    ['ja', 'en', ENGLISH],
    ['de;q=0', 'en', ENGLISH],
    [';;, =, ü', 'en', ENGLISH],
  ])('%j gets %s', async (wanted, language, sentence) => {
    const { body, headers } = await read(accept(wanted));
    expect(body['data']['recommendations']).toEqual([sentence]);
    expect(body['data']['advice']).toEqual([{ code: 'photo_sharper', about: 'shopper', params: {}, text: sentence }]);
    expect(headers.get('content-language')).toBe(language);
    expect(headers.get('vary')).toBe('Origin, Accept-Language');
  });

  it('has its own tag for each language', async () => {
    const german = await read(accept('de'));
    const tag = german.headers.get('etag') ?? '';
    const same = await read({ ...accept('de-DE'), 'if-none-match': tag });
    expect([same.status, same.headers.get('content-language'), same.headers.get('vary')]).toEqual([
      ...[304, 'de', 'Origin, Accept-Language'],
    ]);
    expect((await read({ ...accept('fr'), 'if-none-match': tag })).status).toBe(200);
  });

  it('is read again where a POST is repeated: the row keeps no language', async () => {
    const headers = { prefer: 'wait=0', 'idempotency-key': 'said', ...accept('de') };
    const again = await gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers });
    expect([again.id, again.headers.get('content-language')]).toEqual([id, 'de']);
    expect(again.body['data']['recommendations']).toEqual([GERMAN]);
  });

  it('applies to the last event of a stream', async () => {
    const { text, headers } = await gateway.send('GET', `/v1/tryon/${id}/events`, { key, headers: accept('fr') });
    expect([headers.get('content-language'), headers.get('vary')]).toEqual(['fr', 'Origin, Accept-Language']);
    expect(text).toContain(FRENCH);
  });

  it('makes no difference to answers without such texts', async () => {
    const { headers } = await gateway.send('GET', '/v1/sessions', { key, headers: accept('de') });
    expect([headers.get('content-language'), headers.get('vary')]).toEqual([null, 'Origin']);
  });
});
