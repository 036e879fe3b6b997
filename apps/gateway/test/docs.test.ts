import { headersOf } from '@drape/contracts';
import { openInBrowser, waitFor } from '@drape/testkit';
import { describe, expect, it } from '@jest/globals';
import { docsRoutes, PAGE_HEADERS } from '../src/routes/site/docs';
import type { ApiRequest } from '../src/routes/route';
import { startGateway } from './harness';
import { gateway, services, useGateway } from './running';

useGateway();

/** As much of a request as the routes of /docs look at. */
const REQUEST = {
  params: {},
  publicUrl: 'http://127.0.0.1:8080',
  accepts: () => false,
  header: () => undefined,
} as Partial<ApiRequest> as ApiRequest;

/** What the page loads: `src` and `href` of its tags. */
const loadedBy = (html: string) => [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map((m) => m[1]);

describe('/', () => {
  it('is a page under the policy of the reference, whose links lead somewhere', async () => {
    const { status, headers, text } = await gateway.send('GET', '/', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(
      (await gateway.send('GET', '/docs/reference')).headers.get('content-security-policy'),
    );
    expect(headers.get('vary')).toBe('Origin, Accept');
    expect(text).toContain('Takes requests');
    expect(text).not.toMatch(/<script|<style|style="| on\w+=|https?:\/\//);
    const links = [...text.matchAll(/<(?:a|link)[^>]* href="([^"]+)"/g)].map(([, href = '']) => href);
    const inside = links.filter((href) => !href.startsWith('data:'));
    expect(inside).toEqual(['docs/assets/home.css', 'docs', 'docs/errors', 'v1/openapi.json']);
    for (const href of inside)
      expect([href, (await fetch(new URL(href, `${gateway.url}/`))).status]).toEqual([href, 200]);
  });

  it('is JSON for a program that does not accept HTML', async () => {
    const { status, body } = await gateway.send('GET', '/', { headers: { accept: 'application/json' } });
    const links = {
      docs: `${gateway.url}/docs`,
      errors: `${gateway.url}/docs/errors`,
      openapi: `${gateway.url}/v1/openapi.json`,
    };
    expect([status, body['data']]).toEqual([200, { name: 'Drape', version: '1.0.0', status: 'ready', links }]);
  });

  it('says where the database is away', async () => {
    const away = await startGateway({ ...services.env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    expect((await away.send('GET', '/')).text).toContain('Takes no requests at the moment');
    const { body } = await away.send('GET', '/', { headers: { accept: 'application/json' } });
    expect(body['data']).toMatchObject({ status: 'not_ready' });
    await away.stop();
  });
});

describe('/docs/reference', () => {
  it('is a page for which a browser may load nothing from elsewhere', async () => {
    const { status, headers, text } = await gateway.send('GET', '/docs/reference');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(text).not.toMatch(/https?:\/\//);
    expect(text).not.toMatch(/<script>|<style|style="| on\w+=/);
  });

  it('loads files that this gateway serves, with their types', async () => {
    const { text } = await gateway.send('GET', '/docs/reference');
    const files = loadedBy(text).filter((path) => path?.startsWith('/'));
    expect(files).toHaveLength(4);
    for (const path of files) {
      const reply = await gateway.send('GET', path ?? '');
      expect([path, reply.status, reply.headers.get('x-content-type-options')]).toEqual([path, 200, 'nosniff']);
      expect(reply.headers.get('content-type')).toMatch(path?.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      expect(reply.text.length).toBeGreaterThan(100);
    }
    expect((await gateway.send('GET', '/docs/assets/start.js')).text).toContain("url: '/v1/openapi.json'");
  });

  it('runs in a real browser under its own policy, up to asking for the document', async () => {
    const asked = new Set<string>();
    const note = ({ url = '' }: { url?: string }) => void asked.add(url);
    gateway.server.on('request', note);
    const browser = await openInBrowser(`${gateway.url}/docs/reference`);
    try {
      await waitFor(() => asked.has('/v1/openapi.json'), { timeoutMs: 30_000, what: 'the page to start' });
    } finally {
      await browser.close();
      gateway.server.off('request', note);
    }
    const { text } = await gateway.send('GET', '/docs/reference');
    for (const path of loadedBy(text)) if (path?.startsWith('/')) expect(asked).toContain(path);
  }, 400_000);

  it('stands at /docs where the documentation is not built, with the errors beside it', async () => {
    const routes = docsRoutes(null);
    const answerOf = async (path: string) =>
      (await routes.find((route) => route.path === path)?.handle(REQUEST)) as { status: number; document: string };
    const reference = await answerOf('/docs');
    expect([reference.status, reference.document]).toEqual([200, expect.stringContaining('/docs/assets/start.js')]);
    expect(reference.document).not.toContain('Drape documentation');
    expect((await answerOf('/docs/errors')).document).toContain('<h3 id="person_not_detected">');
    await expect(answerOf('/docs/{page}')).rejects.toMatchObject({ code: 'route_not_found' });
  });

  it('promises the headers of the page that says that there is none', () => {
    const page = docsRoutes(null).find(({ path }) => path === '/docs/{page}');
    const promised = page === undefined ? [] : headersOf(page, 404);
    expect(promised).toEqual(expect.arrayContaining([...PAGE_HEADERS]));
  });

  it('gives out nothing else', async () => {
    for (const file of ['package.json', '..%2Fpackage.json', '%2e%2e%2findex.js', 'constructor', 'swagger-ui.js']) {
      const reply = await gateway.send('GET', `/docs/assets/${file}`);
      expect([file, reply.status, reply.body['error']['code']]).toEqual([file, 404, 'route_not_found']);
    }
  });
});

describe('the playground', () => {
  it('is off without a key', async () => {
    for (const [method, path] of [
      ['GET', '/playground/playground.js'],
      ['GET', '/playground/samples/full-body.jpg'],
      ['POST', '/playground/token'],
    ] as const) {
      const { status, body } = await gateway.send(method, path);
      expect([path, status, body['error']]).toEqual([path, 404, expect.objectContaining({ code: 'route_not_found' })]);
    }
  });
});
