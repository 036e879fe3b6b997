import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '@drape/access';
import { newId, PUBLISHABLE_SCOPES } from '@drape/contracts';
import {
  launchBrowser,
  seriousFaults,
  spawnProcess,
  waitFor,
  type Browser,
  type Page,
  type RunningProcess,
} from '@drape/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startRunningService, type RunningService } from '../../../packages/telemetry/test/running-service';
import { SAMPLES } from '../../worker/test/worker-harness';

const PICTURES = [
  ...['top/logo-tee.jpg', 'top/striped-long-sleeve.jpg', 'jacket/denim-jacket.jpg', 'jacket/charcoal-blazer.jpg'],
  ...['dress/floral-summer.jpg', 'dress/emerald-wrap.jpg', 'pants/blue-jeans.jpg', 'skirt/pleated-midi.jpg'],
];
const SCREENSHOTS = process.env['DRAPE_SCREENSHOTS'];
const ENDED_WITHIN_MS = 110_000;

let service: RunningService;
let browser: Browser;
let demo: RunningProcess;
let home: string;
let origin: string;

beforeAll(async () => {
  const fixture = (picture: string) => ({
    bytes: readFileSync(join(SAMPLES, 'garments', picture)),
    contentType: 'image/jpeg',
  });
  service = await startRunningService({}, Object.fromEntries(PICTURES.map((name) => [`/${name}`, fixture(name)])));
  browser = await launchBrowser();
  home = mkdtempSync(join(tmpdir(), 'drape-demo-'));
  const local = {
    url: service.url,
    apiKey: service.key,
    publishableKey: await makePageKey(),
    storageUrl: service.harness.env['S3_ENDPOINT'],
    samplesUrl: `http://${service.harness.shop.host}`,
  };
  writeFileSync(join(home, 'local.json'), JSON.stringify(local));
  demo = spawnProcess('apps/demo/serve.mjs', { env: { DRAPE_HOME: home, DEMO_PORT: '0' } });
  origin = await demoOrigin();
}, 300_000);

afterAll(async () => {
  await demo?.stop();
  await browser?.close();
  await service?.stop();
  if (home !== undefined) rmSync(home, { recursive: true });
}, 60_000);

async function makePageKey(): Promise<string> {
  const { db, accountId } = service.harness;
  const { key, hash, last4 } = generateApiKey({ kind: 'pk', env: 'live' });
  const about = {
    id: newId('key'),
    accountId,
    kind: 'pk',
    env: 'live',
    scopes: PUBLISHABLE_SCOPES,
    expiresAt: null,
  } as const;
  await db.apiKeys.insert({ ...about, hash, last4, allowedOrigins: ['http://localhost:*'] });
  return key;
}

/** Where it says that the shop is. */
async function demoOrigin(): Promise<string> {
  const find = (): string | undefined => /http:\/\/localhost:\d+/.exec(demo.lines.join('\n'))?.[0];
  await waitFor(() => find() !== undefined, { what: 'the demo shop', timeoutMs: 30_000 });
  return find() ?? '';
}

async function screenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `demo-${name}.png`) });
}

/** What the shopper does in the open dialog. */
async function usePhoto(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await page.locator('input[type=file]').setInputFiles(join(SAMPLES, 'persons/full-body.jpg'));
  await page.getByRole('button', { name: 'Use this photo' }).click();
}

it('sells eight products, tries one on by its SKU, and all of them with one photo', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(origin);
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(PICTURES.length);
  expect(await seriousFaults(page)).toEqual([]);
  await screenshot(page, 'shop');
  await page.getByRole('listitem').filter({ hasText: 'Denim jacket' }).getByRole('button').click();
  await usePhoto(page);
  await page.getByRole('img', { name: 'You, wearing the product' }).waitFor({ timeout: ENDED_WITHIN_MS });
  await screenshot(page, 'jacket');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Try on everything here' }).click();
  await page.getByRole('button', { name: 'Use my last photo' }).click();
  const pictures = page.locator('drape-try-on[gallery] li img');
  await pictures.nth(PICTURES.length - 1).waitFor({ timeout: ENDED_WITHIN_MS });
  await screenshot(page, 'gallery');
  expect(await pictures.count()).toBe(PICTURES.length);
  await page.close();
}, 300_000);

it('does the same with client tokens that a backend makes, and no key in the page', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${origin}/tokens`);
  expect(await page.content()).not.toContain('drp_');
  await screenshot(page, 'phone');
  await page.getByRole('listitem').filter({ hasText: 'Logo tee' }).getByRole('button').click();
  await usePhoto(page);
  await page.getByRole('img', { name: 'You, wearing the product' }).waitFor({ timeout: ENDED_WITHIN_MS });
  await page.close();
}, 180_000);

it('says what to do where Drape does not run', async () => {
  const alone = spawnProcess('apps/demo/serve.mjs', { env: { DRAPE_HOME: join(home, 'nowhere') } });
  expect((await alone.ended).status).toBe(1);
  expect(alone.lines.join('\n')).toContain('start it with `npm start`');
}, 30_000);
