import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateApiKey } from '@drape/access';
import { newId, SCOPES } from '@drape/contracts';
import { launchBrowser, seriousFaults, type Browser, type Page } from '@drape/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startRunningService, type RunningService } from '../../../packages/telemetry/test/running-service';
import { SAMPLES } from '../../worker/test/worker-harness';

const SCREENSHOTS = process.env['DRAPE_SCREENSHOTS'];
const ENDED_WITHIN_MS = 60_000;
const made = generateApiKey({ kind: 'sk', env: 'live' });

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  service = await startRunningService({ DRAPE_PLAYGROUND_KEY: made.key });
  const { db, accountId } = service.harness;
  const about = { id: newId('key'), accountId, kind: 'sk', env: 'live', scopes: SCOPES, expiresAt: null } as const;
  await db.apiKeys.insert({ ...about, hash: made.hash, last4: made.last4, allowedOrigins: [] });
  browser = await launchBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
}, 60_000);

async function open(viewport: { readonly width: number; readonly height: number }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(
    `window.forbidden = []; document.addEventListener('securitypolicyviolation', (event) => forbidden.push(event.violatedDirective + ' ' + event.blockedURI));`,
  );
  await page.goto(service.url);
  await page.getByRole('button', { name: 'logo tee' }).waitFor();
  return page;
}

async function screenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `playground-${name}.png`), fullPage: true });
}

it('tries a sample product on the user’s own photo, and shows quality, fit and the request', async () => {
  const page = await open({ width: 1280, height: 900 });
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByLabel('Choose your photo').setInputFiles(join(SAMPLES, 'persons/full-body.jpg'));
  await page.getByRole('button', { name: 'logo tee' }).click();
  await page.getByLabel('Height, cm').fill('172');
  await page.getByLabel('Weight, kg').fill('64');
  await page.getByText('Press Try it on.').waitFor();
  await screenshot(page, 'filled');
  expect(await page.locator('pre').textContent()).toContain('"height": 172, "weight": 64');
  expect(await page.getByRole('button', { name: 'logo tee' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Try it on' }).click();
  await page.getByRole('img', { name: 'You, wearing the product' }).waitFor({ timeout: ENDED_WITHIN_MS });
  await page.getByText(/^\d+ of 100$/).waitFor();
  await page.getByText(/^\d+\.\d s \(\d+\.\d s for the picture\)$/).waitFor();
  expect(await page.locator('pre').textContent()).toContain(`curl -s ${service.url}/v1/tryon`);
  await page.getByRole('button', { name: 'TypeScript' }).click();
  expect(await page.locator('pre').textContent()).toContain(`productCategory: 'top'`);
  expect(await page.locator('pre').textContent()).toContain('height: 172, weight: 64');
  expect(await page.evaluate('forbidden')).toEqual([]);
  expect(await seriousFaults(page)).toEqual([]);
  await screenshot(page, 'result');
  await page.close();
}, 120_000);

it('works on a phone, with the product’s own picture, and says why there is no result', async () => {
  const page = await open({ width: 390, height: 844 });
  await screenshot(page, 'phone');
  await page.getByRole('button', { name: 'Sample person' }).first().click();
  await page.getByLabel('Choose the product').setInputFiles(join(SAMPLES, 'persons/astronaut.jpg'));
  await page.getByLabel('Category').selectOption('skirt');
  await page.getByRole('button', { name: 'Try it on' }).click();
  await page.getByRole('alert').waitFor({ timeout: ENDED_WITHIN_MS });
  await screenshot(page, 'phone-refused');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  expect(await seriousFaults(page)).toEqual([]);
  await page.close();
}, 120_000);

it('gives tokens of one session each, and no key', async () => {
  const tokens = await Promise.all(
    [1, 2].map(async () => (await fetch(`${service.url}/playground/token`, { method: 'POST' })).json()),
  );
  const [one, other] = tokens as { data: { token: string; sessionId: string } }[];
  expect(one?.data.token).toMatch(/^drp_ct_/);
  expect(one?.data.sessionId).not.toBe(other?.data.sessionId);
  expect(JSON.stringify(tokens)).not.toContain(made.key);
});
