import { describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { startGateway, type Reply, type TestGateway } from './harness';
import { goodBody } from './pictures';
import { openBrowser as open, PASSWORD, signUp as signUpAt, type Browser } from './open-browser';
import { gateway, key, services, useGateway } from './running';
import { textOf } from './text-of';

/** Signing in to the dashboard, and what members may do: through the API alone. */
useGateway({ DRAPE_SIGN_UP: 'open' });

let made = 0;
const openBrowser = (at: TestGateway = gateway) => open(at);
const signUp = () => signUpAt(gateway);

const codeOf = ({ status, body }: Reply) => [status, textOf(body['error']['code'])];

async function invite(owner: Browser, role: string): Promise<Browser & { readonly email: string }> {
  const email = `${role}-${++made}@shop.example`;
  const { body } = await owner.send('POST', '/v1/invitations', { email, role });
  const token = textOf(body['data']['link']).split('#')[1] ?? '';
  const browser = openBrowser();
  const { status } = await browser.send('POST', '/v1/auth/invitation', {
    token,
    name: 'Jo',
    password: PASSWORD,
  });
  expect(status).toBe(200);
  return { ...browser, email };
}

describe('signing up and in', () => {
  it('opens an account by password where no mail is sent, and signs in again with it', async () => {
    expect((await gateway.send('GET', '/v1/auth')).body['data']).toEqual({ signUp: true, mail: false });
    const owner = await signUp();
    const me = (await owner.send('GET', '/v1/me')).body['data'];
    expect(me).toMatchObject({ email: owner.email, role: 'owner', hasPassword: true });
    const again = openBrowser();
    const email = owner.email.toUpperCase();
    expect((await again.send('POST', '/v1/auth/password', { email, password: PASSWORD })).status).toBe(200);
    expect((await again.send('GET', '/v1/me')).body['data']['id']).toBe(me['id']);
    expect((await again.send('DELETE', '/v1/auth/session')).status).toBe(200);
    expect(codeOf(await again.send('GET', '/v1/me'))).toEqual([401, 'not_signed_in']);
    expect((await owner.send('GET', '/v1/me')).status).toBe(200);
  });

  it('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const reply = await gateway.send('POST', '/v1/auth/sign-up', {
      body: { email: `cookie-${++made}@shop.example`, accountName: 'Shop', password: PASSWORD },
      headers: { origin: gateway.url },
    });
    expect(reply.headers.get('set-cookie')).toMatch(
      /^drape=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
  });

  it('accepts only the HTTPS cookie where it is reached by HTTPS', async () => {
    const secure = await startGateway({
      ...services.env,
      DRAPE_SIGN_UP: 'open',
      DRAPE_PUBLIC_URL: 'https://drape.example',
    });
    const reply = await secure.send('POST', '/v1/auth/sign-up', {
      body: { email: `secure-${++made}@shop.example`, accountName: 'Shop', password: PASSWORD },
      headers: { origin: 'https://drape.example' },
    });
    const cookie = reply.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-drape=.*; Secure/);
    const [pair = ''] = cookie.split(';');
    const ask = (sent: string) => secure.send('GET', '/v1/me', { headers: { cookie: sent, 'drape-mode': 'live' } });
    expect((await ask(pair)).status).toBe(200);
    expect((await ask(pair.replace('__Host-drape', 'drape'))).status).toBe(401);
    await secure.stop();
  });

  it('answers a wrong password and an unknown address alike, and stops guessing', async () => {
    const { email } = await signUp();
    const wrong = await openBrowser().send('POST', '/v1/auth/password', { email, password: 'wrong' });
    const unknown = await openBrowser().send('POST', '/v1/auth/password', {
      email: 'nobody@shop.example',
      password: 'wrong',
    });
    expect(codeOf(wrong)).toEqual([401, 'sign_in_failed']);
    expect(unknown.body['error']['message']).toBe(wrong.body['error']['message']);
    const statuses: number[] = [];
    for (let i = 0; i < 20; i++) {
      statuses.push((await openBrowser().send('POST', '/v1/auth/password', { email, password: 'wrong' })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await openBrowser().send('POST', '/v1/auth/password', { email, password: PASSWORD })).status).toBe(429);
  });

  it.each([
    [{ email: 'nobody', accountName: 'Shop', password: PASSWORD }, 'invalid_email'],
    [{ email: 'a@b.example', accountName: 'Shop', password: 'short' }, 'invalid_password'],
    [{ email: 'a@b.example', accountName: 'Shop' }, 'missing_parameter'],
    [{ email: 'a@b.example', accountName: '', password: PASSWORD }, 'invalid_account_name'],
    [{ email: 'a@b.example', password: PASSWORD }, 'missing_parameter'],
  ])('refuses %j with %s', async (body, code) => {
    expect(codeOf(await openBrowser().send('POST', '/v1/auth/sign-up', body))).toEqual([400, code]);
  });

  it('lets nobody take an address over by signing up with it again', async () => {
    const { email } = await signUp();
    const again = await openBrowser().send('POST', '/v1/auth/sign-up', {
      email,
      accountName: 'Other',
      password: 'another long sentence',
    });
    expect(codeOf(again)).toEqual([401, 'sign_in_failed']);
  });

  it('keeps accounts closed where the operator does not open them', async () => {
    const closed = await startGateway(services.env);
    const body = { email: 'x@shop.example', accountName: 'Shop', password: PASSWORD };
    expect(codeOf(await openBrowser(closed).send('POST', '/v1/auth/sign-up', body))).toEqual([403, 'sign_up_closed']);
    expect(codeOf(await openBrowser(closed).send('POST', '/v1/auth/link', { email: 'x@shop.example' }))).toEqual([
      409,
      'mail_is_off',
    ]);
    await closed.stop();
  });
});

describe('mail links', () => {
  it('come by a real mail server, work once, and prove the address of a new account', async () => {
    const mails: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
    });
    const port = await new Promise<number>((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => {
        const address = listening.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const mailing = await startGateway({
      ...services.env,
      DRAPE_SIGN_UP: 'open',
      DRAPE_SMTP_URL: `smtp://127.0.0.1:${port}`,
      DRAPE_MAIL_FROM: 'Shop <shop@shop.example>',
    });
    const tokenOf = async (count: number): Promise<string> => {
      while (mails.length < count) await new Promise((resolve) => setTimeout(resolve, 50));
      const text = (mails[count - 1] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
      return /dashboard\/link#([\w-]+)/.exec(text)?.[1] ?? '';
    };
    const browser = openBrowser(mailing);
    const email = `mail-${++made}@shop.example`;
    const sent = await browser.send('POST', '/v1/auth/sign-up', { email, accountName: 'Mail shop', language: 'de' });
    expect(sent.body['data']).toEqual({ sent: true, minutes: 20 });
    expect(codeOf(await browser.send('GET', '/v1/me'))).toEqual([401, 'not_signed_in']);
    const token = await tokenOf(1);
    expect(mails[0]).toMatch(/From: Shop <shop@shop.example>/);
    expect(mails[0]).toMatch(/best=C3=A4tigen|bestätigen/);
    expect((await browser.send('POST', '/v1/auth/link/redeem', { token })).body['data']).toMatchObject({
      email,
      role: 'owner',
      hasPassword: false,
    });
    expect(codeOf(await browser.send('POST', '/v1/auth/link/redeem', { token }))).toEqual([401, 'link_not_valid']);
    const again = openBrowser(mailing);
    const unknown = await again.send('POST', '/v1/auth/link', { email: 'nobody@shop.example' });
    expect(unknown.body['data']).toEqual((await again.send('POST', '/v1/auth/link', { email })).body['data']);
    expect((await again.send('POST', '/v1/auth/link/redeem', { token: await tokenOf(2) })).status).toBe(200);
    expect(mails).toHaveLength(2);
    await mailing.stop();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }, 60_000);
});

describe('another site’s page', () => {
  it('can do nothing with a member’s cookie', async () => {
    const owner = await signUp();
    const body = { kind: 'sk', name: 'stolen' };
    const foreign = { origin: 'https://evil.example' };
    expect(codeOf(await owner.send('POST', '/v1/keys', body, foreign))).toEqual([403, 'cross_site_request']);
    expect(codeOf(await owner.send('POST', '/v1/keys', body, { 'sec-fetch-site': 'cross-site' }))).toEqual([
      403,
      'cross_site_request',
    ]);
    expect(codeOf(await owner.send('PATCH', '/v1/account', { name: 'Mine' }, foreign))).toEqual([
      403,
      'cross_site_request',
    ]);
    // Without the header that no foreign page can send the cookie counts for nothing.
    const bare = await gateway.send('POST', '/v1/keys', {
      body,
      headers: { cookie: owner.cookie(), origin: gateway.url },
    });
    expect(codeOf(bare)).toEqual([401, 'missing_api_key']);
    const preflight = await fetch(`${gateway.url}/v1/keys`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'drape-mode',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain('drape-mode');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const form = await openBrowser().send(
      'POST',
      '/v1/auth/password',
      { email: owner.email, password: PASSWORD },
      foreign,
    );
    expect(codeOf(form)).toEqual([403, 'cross_site_request']);
  });
});

describe('members', () => {
  it('use the same API as keys, in the mode that they choose, and see what keys made', async () => {
    const owner = await signUp();
    const { body } = await owner.send('POST', '/v1/keys', { kind: 'sk', name: 'Backend' });
    const secret = textOf(body['data']['key']);
    expect(secret).toMatch(/^drp_sk_live_/);
    const test = await owner.send('POST', '/v1/keys', { kind: 'sk' }, { 'drape-mode': 'test' });
    expect(textOf(test.body['data']['key'])).toMatch(/^drp_sk_test_/);
    const webhook = await gateway.send('POST', '/v1/webhooks', {
      key: secret,
      body: { url: 'https://shop.example/hook', events: ['tryon.completed'] },
    });
    const seen = await owner.send('GET', `/v1/webhooks/${webhook.id}`);
    expect(seen.status).toBe(200);
    expect(codeOf(await owner.send('GET', `/v1/webhooks/${webhook.id}`, undefined, { 'drape-mode': 'test' }))).toEqual([
      404,
      'webhook_not_found',
    ]);
    expect(codeOf(await owner.send('GET', '/v1/keys', undefined, { 'drape-mode': 'both' }))).toEqual([
      400,
      'invalid_parameter',
    ]);
  });

  it('do not use up the account’s hourly limit by reading', async () => {
    const owner = await signUp();
    const before = await owner.send('GET', '/v1/account');
    expect(before.body['data']).toMatchObject({ plan: 'free', limitPerHour: 100 });
    for (let i = 0; i < 120; i++) expect((await owner.send('GET', '/v1/tryon')).status).toBe(200);
  });

  it('are held to their roles', async () => {
    const owner = await signUp();
    const developer = await invite(owner, 'developer');
    const viewer = await invite(owner, 'viewer');
    const body = { kind: 'sk' };
    expect((await developer.send('POST', '/v1/keys', body)).status).toBe(200);
    expect(codeOf(await viewer.send('POST', '/v1/keys', body))).toEqual([403, 'insufficient_scope']);
    expect((await viewer.send('GET', '/v1/tryon')).status).toBe(200);
    expect(codeOf(await developer.send('PATCH', '/v1/account', { minQuality: 'good' }))).toEqual([403, 'role_too_low']);
    expect(codeOf(await developer.send('POST', '/v1/invitations', { email: 'x@y.example', role: 'owner' }))).toEqual([
      403,
      'role_too_low',
    ]);
    expect(codeOf(await viewer.send('GET', '/v1/audit-log'))).toEqual([403, 'role_too_low']);
    expect(codeOf(await gateway.send('GET', '/v1/me', { key }))).toEqual([401, 'not_signed_in']);
    expect(codeOf(await owner.send('POST', '/v1/client-tokens', {}))).toEqual([403, 'insufficient_scope']);
  });

  it('are changed and removed by owners, of whom one always stays', async () => {
    const owner = await signUp();
    const viewer = await invite(owner, 'viewer');
    const members = (await owner.send('GET', '/v1/members')).body['data'] as unknown as {
      id: string;
      email: string;
      role: string;
    }[];
    const idOf = (email: string) => members.find((one) => one.email === email)?.id ?? '';
    expect(codeOf(await owner.send('PATCH', `/v1/members/${idOf(owner.email)}`, { role: 'viewer' }))).toEqual([
      409,
      'last_owner',
    ]);
    expect(codeOf(await owner.send('DELETE', `/v1/members/${idOf(owner.email)}`))).toEqual([409, 'last_owner']);
    expect(
      (await owner.send('PATCH', `/v1/members/${idOf(viewer.email)}`, { role: 'owner' })).body['data']['role'],
    ).toBe('owner');
    expect((await owner.send('PATCH', `/v1/members/${idOf(owner.email)}`, { role: 'developer' })).status).toBe(200);
    expect((await viewer.send('DELETE', `/v1/members/${idOf(owner.email)}`)).status).toBe(200);
    expect(codeOf(await owner.send('GET', '/v1/me'))).toEqual([401, 'not_signed_in']);
    expect(codeOf(await viewer.send('PATCH', '/v1/members/usr_nobody', { role: 'owner' }))).toEqual([
      404,
      'member_not_found',
    ]);
  });

  it('see nothing of other accounts, and change between their own', async () => {
    const one = await signUp();
    const two = await signUp();
    const { body } = await two.send('POST', '/v1/invitations', { email: one.email, role: 'viewer' });
    await one.send('POST', '/v1/auth/invitation', { token: textOf(body['data']['link']).split('#')[1] });
    const me = (await one.send('GET', '/v1/me')).body['data'];
    const accounts = me['accounts'] as unknown as { id: string; role: string }[];
    expect(accounts.map(({ role }) => role)).toEqual(['owner', 'viewer']);
    expect(me['role']).toBe('viewer');
    const home = await one.send('PATCH', '/v1/me', { accountId: accounts[0]?.id });
    expect(home.body['data']['role']).toBe('owner');
    const third = await signUp();
    const { accountId } = (await third.send('GET', '/v1/me')).body['data'] as unknown as { accountId: string };
    expect(codeOf(await one.send('PATCH', '/v1/me', { accountId }))).toEqual([404, 'member_not_found']);
  });

  it('change their password, which ends their other sessions', async () => {
    const owner = await signUp();
    const other = openBrowser();
    await other.send('POST', '/v1/auth/password', { email: owner.email, password: PASSWORD });
    const wanted = { password: 'a new and longer sentence' };
    expect(codeOf(await owner.send('PATCH', '/v1/me', wanted))).toEqual([401, 'sign_in_failed']);
    expect((await owner.send('PATCH', '/v1/me', { ...wanted, currentPassword: PASSWORD })).status).toBe(200);
    expect(codeOf(await other.send('GET', '/v1/me'))).toEqual([401, 'not_signed_in']);
    expect((await owner.send('GET', '/v1/me')).status).toBe(200);
  });

  it('are logged with what they changed, and with nothing else', async () => {
    const owner = await signUp();
    const { id } = await owner.send('POST', '/v1/keys', { kind: 'sk' });
    await owner.send('GET', '/v1/keys');
    await owner.send('PATCH', '/v1/account', { name: 'Renamed', minQuality: 'good', retentionSeconds: 3600 });
    const rows = (await owner.send('GET', '/v1/audit-log')).body['data'] as unknown as {
      action: string;
      target: string | null;
      env: string | null;
    }[];
    expect(rows.map(({ action }) => action)).toEqual(['updateAccount', 'createKey', 'signUp']);
    expect(rows[1]).toMatchObject({ target: id, env: 'live' });
    const page = await owner.send('GET', '/v1/audit-log?limit=1');
    expect(page.body['pagination']['hasMore']).toBe(true);
  });

  it('set the defaults of try-ons', async () => {
    const owner = await signUp();
    await owner.send('PATCH', '/v1/account', { minQuality: 'poor', retentionSeconds: 7200 });
    const { body } = await owner.send('POST', '/v1/keys', { kind: 'sk' }, { 'drape-mode': 'test' });
    const made = await gateway.send('POST', '/v1/tryon', {
      key: textOf(body['data']['key']),
      body: goodBody({ productImageUrl: 'https://test.drape.invalid/ok' }),
      headers: { prefer: 'wait=0' },
    });
    expect(made.body['data']).toMatchObject({ retentionSeconds: 7200 });
  });
});

describe('passkeys', () => {
  it('are asked for with a challenge that works once', async () => {
    const browser = openBrowser();
    const { body } = await browser.send('POST', '/v1/auth/passkey/options');
    const { challengeId } = body['data'] as unknown as { challengeId: string };
    const answer = { challengeId, response: { id: 'unknown', rawId: 'unknown', type: 'public-key', response: {} } };
    expect(codeOf(await browser.send('POST', '/v1/auth/passkey', answer))).toEqual([401, 'passkey_refused']);
    expect(codeOf(await browser.send('POST', '/v1/auth/passkey', answer))).toEqual([401, 'passkey_refused']);
    expect(codeOf(await browser.send('POST', '/v1/me/passkeys', answer))).toEqual([401, 'not_signed_in']);
  });
});
