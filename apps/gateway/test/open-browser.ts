import { expect } from '@jest/globals';
import type { Reply, TestGateway } from './harness';

export const PASSWORD = 'a sentence that is long';

/** A browser: it keeps the cookie, and names its own page as the origin. */
export interface Browser {
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
  readonly cookie: () => string;
}

export function openBrowser(at: TestGateway, mode = 'live'): Browser {
  let cookie = '';
  return {
    cookie: () => cookie,
    async send(method, path, body, headers = {}) {
      const reply = await at.send(method, path, {
        ...(body === undefined ? {} : { body }),
        headers: {
          origin: at.url,
          'drape-mode': mode,
          ...(cookie === '' ? {} : { cookie }),
          ...headers,
        },
      });
      const set = reply.headers.get('set-cookie');
      if (set !== null) cookie = set.split(';')[0] ?? '';
      return reply;
    },
  };
}

let made = 0;

/** Signs up by password: an account of its own, whose owner it is. */
export async function signUp(at: TestGateway): Promise<Browser & { readonly email: string }> {
  const browser = openBrowser(at);
  const email = `owner-${++made}@shop.example`;
  const { status } = await browser.send('POST', '/v1/auth/sign-up', {
    email,
    accountName: `Shop ${made}`,
    password: PASSWORD,
  });
  expect(status).toBe(200);
  return { ...browser, email };
}
