import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@drape/contracts';
import { launchBrowser, seriousFaults, waitFor, type Browser, type Page } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gateway, useGateway } from '../../gateway/test/running';

/** The site as apps/docs has built it, from a real gateway, in a real Chromium. */
useGateway({ DRAPE_IP_LIMIT: '1000000' });

const SCREENSHOTS = process.env['DRAPE_SCREENSHOTS'];
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const ROOT = join(__dirname, '../../..');

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
});

interface Visit {
  readonly page: Page;
  /** What the page asked of other hosts. */
  readonly foreign: string[];
  /** What the policy of the page forbade. */
  readonly forbidden: () => Promise<unknown>;
}

async function open(path: string, viewport = WIDE, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  const page = await browser.newPage({ viewport, colorScheme });
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${gateway.url}/`) && !url.startsWith('data:')) foreign.push(url);
  });
  await page.addInitScript(
    `window.forbidden = []; document.addEventListener('securitypolicyviolation', (event) => forbidden.push(event.violatedDirective + ' ' + event.blockedURI));`,
  );
  await page.goto(gateway.url + path);
  await page.waitForLoadState('networkidle');
  return { page, foreign, forbidden: () => page.evaluate('forbidden') };
}

async function screenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `docs-${name}.png`), fullPage: true });
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });

/** Where the links of a page lead on this service, without what they point to within. */
async function linksOf(path: string): Promise<{ status: number; links: string[]; anchors: string[]; html: string }> {
  const response = await get(path, { accept: 'text/html' });
  const html = await response.text();
  const hrefs = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  const inside = hrefs
    .map((href) => new URL(href, `${gateway.url}${path}`))
    .filter(({ origin }) => origin === gateway.url);
  return {
    status: response.status,
    links: [...new Set(inside.map(({ pathname }) => pathname))],
    anchors: inside
      .filter(({ hash }) => hash !== '')
      .map(({ pathname, hash }) => `${pathname}${decodeURIComponent(hash)}`),
    html,
  };
}

/** The paths of all pages that were built. */
function pagesOfSite(): string[] {
  const built = join(ROOT, 'apps/docs/dist');
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  return files.filter((file) => file !== '404.html').map((file) => `/docs/${file.replace(/(?:index)?\.html$/, '')}`);
}

/** Pages of the site: what it serves as HTML and made itself. */
const isOfSite = (path: string): boolean => path.startsWith('/docs') && path !== '/docs/reference';

describe('the site', () => {
  it('opens under its policy and asks nobody else for anything', async () => {
    const { page, foreign, forbidden } = await open('/docs/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await screenshot(page, 'start');
    await page.getByRole('link', { name: 'The try-on button' }).first().click();
    await page.getByRole('heading', { name: 'The try-on button for your pages' }).waitFor();
    await page.getByRole('switch').first().click();
    await waitFor(async () => (await page.evaluate(`document.documentElement.classList.contains('dark')`)) === true);
    expect({ foreign, forbidden: await forbidden() }).toEqual({ foreign: [], forbidden: [] });
    const policy = (await get('/docs')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    await page.close();
  }, 60_000);

  it('finds words in the page itself', async () => {
    const { page, foreign, forbidden } = await open('/docs/');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('Idempotency-Key');
    const found = page.locator('.VPLocalSearchBox .result').filter({ hasText: 'Retrying safely' });
    await found.first().waitFor();
    await screenshot(page, 'search');
    await found.first().click();
    await page.getByRole('heading', { level: 1, name: 'Retrying safely' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/api/retrying-safely');
    expect({ foreign, forbidden: await forbidden() }).toEqual({ foreign: [], forbidden: [] });
    await page.close();
  }, 60_000);

  it('shows what was found, and leaves out what only those who work on Drape read', async () => {
    const { page, forbidden } = await open('/docs/');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('decision');
    await page.locator('.VPLocalSearchBox .excerpt mark').first().waitFor();
    const titles = await page.locator('.VPLocalSearchBox .titles').allTextContents();
    expect(titles.filter((title) => /^\W*(?:\d+\. |Decisions)/.test(title))).toEqual([]);
    expect(await forbidden()).toEqual([]);
    await page.close();
  }, 60_000);

  it('has a page for each document, two clicks away at most, and no link that leads nowhere', async () => {
    const clicks = new Map([['/docs/', 0]]);
    const anchors: string[] = [];
    const ids = new Map<string, Set<string>>();
    const broken: string[] = [];
    for (const [path, distance] of clicks) {
      const { status, links, anchors: pointed, html } = await linksOf(path);
      if (status !== 200) broken.push(`${path} ${status}`);
      ids.set(path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)));
      if (!isOfSite(path)) continue;
      anchors.push(...pointed);
      for (const link of links) if (!clicks.has(link)) clicks.set(link, distance + 1);
    }
    expect(broken).toEqual([]);
    const lost = anchors.filter((anchor) => {
      const [path = '', id = ''] = anchor.split('#');
      return isOfSite(path) && id !== 'VPContent' && ids.get(path)?.has(id) !== true;
    });
    expect([...new Set(lost)]).toEqual([]);
    const pages = [...clicks].filter(([path]) => isOfSite(path));
    expect(pages.length).toBeGreaterThan(50);
    expect(pages.filter(([, distance]) => distance > 2)).toEqual([]);
    const documents = ['', 'picture/'].flatMap((folder) =>
      readdirSync(join(ROOT, 'docs', folder))
        .filter((file) => file.endsWith('.md'))
        .map((file) => `${folder}${file}`),
    );
    const missing = documents.filter((file) => !clicks.has(`/docs/${file.replace(/\.md$/, '')}`));
    expect(missing).toEqual([]);
  }, 120_000);

  it('leads from its pages to the API reference and back', async () => {
    const { page } = await open('/docs/');
    await page.getByRole('link', { name: 'API reference' }).first().click();
    await page.getByRole('heading', { name: /^Drape/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/reference');
    await screenshot(page, 'reference');
    await page.getByRole('link', { name: 'Drape documentation' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.close();
  }, 60_000);

  it.each([
    ['/docs/', WIDE, 'light'],
    ['/docs/api/the-first-try-on', WIDE, 'dark'],
    ['/docs/product-photos', PHONE, 'light'],
    ['/docs/errors', PHONE, 'dark'],
  ] as const)(
    '%s is as good for those who cannot see it',
    async (path, viewport, colorScheme) => {
      const { page, forbidden } = await open(path, viewport, colorScheme);
      await screenshot(page, `${path.replaceAll('/', '-')}-${viewport.width}-${colorScheme}`);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
      expect(await forbidden()).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.each(pagesOfSite())(
    '%s fits a phone, and those who cannot see it',
    async (path) => {
      const name = path.replace('/docs/', '').replaceAll('/', '-');
      for (const viewport of SCREENSHOTS === undefined ? [PHONE] : [WIDE, PHONE]) {
        const { page, foreign, forbidden } = await open(path, viewport);
        await screenshot(page, `all-${name}-${viewport.width}`);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
        expect({ foreign, forbidden: await forbidden() }).toEqual({ foreign: [], forbidden: [] });
        if (viewport === PHONE) expect(await seriousFaults(page)).toEqual([]);
        await page.close();
      }
    },
    60_000,
  );

  it('reads tables row by row on a phone, and hides nothing at the right without a bar', async () => {
    const { page } = await open('/docs/privacy', PHONE);
    const cell = page.locator('table.stacks td[data-label="For how long"]').first();
    const box = await cell.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(PHONE.width);
    await page.goto(`${gateway.url}/docs/performance`);
    await page.locator('table.scrolls').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    await page.close();
  }, 60_000);

  it('opens on a phone from the menu', async () => {
    const { page } = await open('/docs/privacy', PHONE);
    await page.getByRole('button', { name: 'Menu' }).click();
    await screenshot(page, 'menu');
    await page.getByRole('link', { name: 'Backup and restore' }).click();
    await page.getByRole('heading', { level: 1, name: /^Backup/ }).waitFor();
    await page.close();
  }, 60_000);
});

describe('/docs/errors', () => {
  it('has the anchor of each code of the registry', async () => {
    const html = await (await get('/docs/errors')).text();
    const missing = Object.keys(ERRORS).filter((code) => !new RegExp(`<h[2-4] id="${code}"`).test(html));
    expect(missing).toEqual([]);
  });
});

describe('its files', () => {
  it('are kept by caches where their names hold a hash, and asked for again where not', async () => {
    const start = await get('/docs');
    expect(start.headers.get('cache-control')).toBe('public, no-cache');
    const tag = start.headers.get('etag') ?? '';
    const again = await get('/docs', { 'if-none-match': tag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    const files = [...(await start.text()).matchAll(/(?:src|href)="(\/docs\/site\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=31536000, immutable']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const type = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', jpg: 'image/jpeg' };
      expect(type).toHaveProperty(path.split('.').pop() ?? '', headers.get('content-type'));
    }
  });

  it('are all that is given out; browsers get a page for what is not there, programs an error', async () => {
    for (const path of [
      'nowhere',
      '404',
      'api/nowhere',
      'site/chunks/none.js',
      'csp.json',
      '..%2Fpackage.json',
      'a/constructor',
    ]) {
      const page = await get(`/docs/${path}`, { accept: 'text/html,*/*;q=0.8' });
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      const { status, body } = await gateway.send('GET', `/docs/${path}`);
      expect([path, status, body['error']['code']]).toEqual([path, 404, 'route_not_found']);
    }
    const { page } = await open('/docs/nowhere');
    await page.getByText('There is no such page').waitFor();
    await page.close();
  }, 60_000);
});
