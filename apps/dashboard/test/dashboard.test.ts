import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SCOPES } from '@drape/contracts';
import {
  launchBrowser,
  seriousFaults,
  waitFor,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newSignInLink } from '../../gateway/dist/people/links';
import { SAMPLES } from '../../worker/test/worker-harness';
import { startRunningService, type RunningService } from '../../../packages/telemetry/test/running-service';
import { SCOPES as OFFERED_SCOPES } from '../src/pages/keys/scopes';

/** The dashboard in a real browser, against the real gateway and worker: one shop's way from its sign-up on. */
const SCREENSHOTS = process.env['DRAPE_SCREENSHOTS'];
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const ENDED_WITHIN_MS = 90_000;
const OWNER = 'owner@shop.example';
const PASSWORD = 'a sentence that is long';
const ASSETS = join(__dirname, '../dist/assets');
const TEE = join(SAMPLES, 'garments/top', readdirSync(join(SAMPLES, 'garments/top'))[0] ?? '');

let service: RunningService;
let browser: Browser;
let url: string;
let owner: BrowserContext;
let page: Page;

beforeAll(async () => {
  service = await startRunningService(
    { DRAPE_SIGN_UP: 'open' },
    { '/tee.jpg': { bytes: readFileSync(TEE), contentType: 'image/jpeg' } },
  );
  browser = await launchBrowser();
  // Passkeys belong to names, and 127.0.0.1 is none.
  url = `${service.url.replace('127.0.0.1', 'localhost')}/dashboard`;
  owner = await newContext();
  page = await owner.newPage();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
}, 60_000);

/** A browser profile of its own that remembers what a page's policy refused. */
async function newContext(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(
    `window.forbidden = []; document.addEventListener('securitypolicyviolation', (event) => forbidden.push(event.violatedDirective + ' ' + event.blockedURI));`,
  );
  return context;
}

/** The page as it stands fits its window, and a phone's too; with a picture of each where pictures are asked for. */
async function expectFits(of: Page, name: string): Promise<void> {
  const before = of.viewportSize() ?? DESKTOP;
  await expectFitsWindow(of, name);
  if (before.width === PHONE.width) return;
  await of.setViewportSize(PHONE);
  try {
    await expectFitsWindow(of, `${name}-phone`);
  } finally {
    await of.setViewportSize(before);
  }
}

async function expectFitsWindow(of: Page, name: string): Promise<void> {
  // The menu slides in and out.
  await waitFor(() =>
    of.evaluate(`new Promise(requestAnimationFrame).then(() => document.getAnimations().length === 0)`),
  );
  await screenshot(of, name);
  const outside = await of.evaluate(`({
    pixels: document.documentElement.scrollWidth - innerWidth,
    // Rows of tables are cards on a phone: nothing of them lies beyond the edge.
    cells: [...document.querySelectorAll('[role=cell], [role=rowheader]')]
      .filter((cell) => cell.getBoundingClientRect().right > innerWidth).map((cell) => cell.textContent),
  })`);
  expect([name, outside]).toEqual([name, { pixels: 0, cells: [] }]);
}

async function screenshot(of: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  // The header stays at the top of the window, wherever that is in the page.
  await of.evaluate('window.scrollTo(0, 0)');
  await of.screenshot({ path: join(SCREENSHOTS, `dashboard-${name}.png`), fullPage: true });
}

/** Nothing was refused by the policy, and axe finds nothing serious. */
async function expectSound(of: Page, what: string): Promise<void> {
  await of.getByRole('heading', { level: 1 }).waitFor();
  await waitFor(async () => (await of.getByLabel('Loading').count()) === 0);
  expect([what, await seriousFaults(of)]).toEqual([what, []]);
  expect([what, await of.evaluate('forbidden')]).toEqual([what, []]);
}

const heading = (of: Page, name: string | RegExp) => of.getByRole('heading', { level: 1, name }).waitFor();

async function openTab(name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await heading(page, name);
}

type Chosen = string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

async function chooseFile(button: Locator, file: Chosen): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(file);
}

describe('a shop', () => {
  it('signs up, and is led to its usage', async () => {
    await page.goto(url);
    await heading(page, 'Sign in');
    await expectSound(page, 'sign-in');
    await expectFits(page, 'sign-in');
    await page.getByRole('link', { name: 'Open an account' }).click();
    await heading(page, 'Open an account');
    await page.getByLabel('Name of the shop').fill('Corner shop');
    await page.getByLabel('Your name').fill('Jo');
    await page.getByLabel('E-mail address').fill(OWNER);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await expectSound(page, 'sign-up');
    await expectFits(page, 'sign-up');
    await page.getByRole('button', { name: 'Open an account' }).click();
    await heading(page, 'Usage');
    await expectSound(page, 'usage');
  }, 120_000);

  it('makes, changes, rotates and revokes a key that works', async () => {
    await openTab('API keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it is for').fill('Backend');
    await expectFits(page, 'key-form');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    const shown = dialog.getByLabel('Key', { exact: true });
    const key = (await shown.textContent()) ?? '';
    expect(key).toMatch(/^drp_sk_live_\w{32}$/);
    await expectSound(page, 'key shown once');
    await expectFits(page, 'key-made');
    const ask = async (withKey: string) =>
      (await fetch(`${service.url}/v1/tryon`, { headers: { authorization: `Bearer ${withKey}` } })).status;
    expect(await ask(key)).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('What it is for').fill('Order service');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Order service').first().waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByLabel('Days until the old key expires').fill('0');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const successor = dialog.getByLabel('Key', { exact: true });
    await waitFor(async () => (await successor.textContent()) !== key);
    const next = (await successor.textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    await waitFor(async () => (await ask(key)) === 401);
    expect(await ask(next)).toBe(200);
    await expectSound(page, 'keys');
    await expectFits(page, 'keys');
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await waitFor(async () => (await ask(next)) === 401);
  }, 120_000);

  it('offers every permission that a key may have, but those that only keys give', () => {
    expect([...OFFERED_SCOPES]).toEqual(SCOPES.filter((scope) => scope !== 'tokens:write'));
  });

  it('adds a product, and makes its size chart', async () => {
    await openTab('Products');
    await page.getByRole('button', { name: 'Add product' }).click();
    const dialog = page.getByRole('dialog');
    await chooseFile(dialog.getByLabel('Picture file'), TEE);
    await dialog.getByLabel('Title').fill('Logo tee');
    await dialog.getByLabel('Your own ID').fill('sku-1');
    await expectSound(page, 'add product');
    await dialog.getByRole('button', { name: 'Add product' }).click();
    await heading(page, /Logo tee/);
    await page.getByText(/Improvements/).waitFor({ timeout: ENDED_WITHIN_MS });
    await expectSound(page, 'product');
    await expectFits(page, 'product');
  }, 180_000);

  it('imports a file of products, and reads its report', async () => {
    await openTab('Products');
    await page.getByRole('link', { name: 'Import a file' }).click();
    await heading(page, 'Import products');
    const csv = `externalId,imageUrl,title,category\nsku-2,${service.harness.shop.url('/tee.jpg')},Second tee,top\nsku-3,nonsense,Broken,top\n`;
    await chooseFile(page.getByLabel('CSV or NDJSON file'), {
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await page
      .getByRole('button', { name: /import/i })
      .last()
      .click();
    await page.getByText('sku-3').waitFor({ timeout: ENDED_WITHIN_MS });
    await expectSound(page, 'import');
    await expectFits(page, 'import');
  }, 180_000);

  it('tries a product on its own photo', async () => {
    await openTab('New try-on');
    await chooseFile(page.getByLabel(/^Photo of the person/), join(SAMPLES, 'persons/full-body.jpg'));
    await page.getByText('File', { exact: true }).click();
    await chooseFile(page.getByLabel(/^Product picture/), TEE);
    await page.getByLabel('Category').selectOption('top');
    await page.getByRole('checkbox').check();
    await expectSound(page, 'try');
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByText(/Fit from the picture alone/).waitFor({ timeout: ENDED_WITHIN_MS });
    await expectSound(page, 'tried');
    await expectFits(page, 'tried');
    await page.getByRole('link', { name: 'Open the try-on' }).click();
    await heading(page, /try_/);
    const stages = page.getByRole('table', { name: 'Stages of the render' });
    await stages.getByRole('row', { name: /Laying the garment on the body [\d.]+ m?s/ }).waitFor();
    expect(await page.getByRole('term').allTextContents()).toContain('Sent by');
    const request = page.getByRole('link', { name: /^req_/ });
    const requestId = (await request.textContent()) ?? '';
    await expectSound(page, 'try-on');
    await expectFits(page, 'try-on');
    await request.click();
    await heading(page, 'Requests');
    expect(new URL(page.url()).searchParams.get('id')).toBe(requestId);
    await page.getByRole('definition').filter({ hasText: requestId }).waitFor();
    await openTab('Try-ons');
    await page.getByRole('link', { name: /try_/ }).first().waitFor();
    await expectSound(page, 'try-ons');
    await expectFits(page, 'try-ons');
  }, 240_000);

  let lookId = '';

  it('shows each product of a look', async () => {
    const photo = readFileSync(join(SAMPLES, 'persons/full-body.jpg')).toString('base64');
    const skirts = join(SAMPLES, 'garments/skirt');
    const skirt = readFileSync(join(skirts, readdirSync(skirts)[0] ?? '')).toString('base64');
    const body = {
      userPhoto: photo,
      products: [
        { productImage: readFileSync(TEE).toString('base64'), productCategory: 'top', size: 'M' },
        { productImage: skirt, productCategory: 'skirt' },
      ],
      minQuality: 'poor',
    };
    lookId = await page.evaluate<string>(`fetch('/v1/tryon', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'drape-mode': 'live', prefer: 'wait=60' },
      body: ${JSON.stringify(JSON.stringify(body))},
    }).then((answer) => answer.json()).then(({ data }) => data.id)`);
    await page.goto(`${url}/try-ons/${lookId}`);
    const products = page.getByRole('table', { name: 'Products of the look' });
    await products.getByRole('row', { name: /^Top.*M/ }).waitFor({ timeout: ENDED_WITHIN_MS });
    await products.getByRole('row', { name: /^Skirt/ }).waitFor();
    await expectSound(page, 'look');
    await expectFits(page, 'look');
  }, 240_000);

  it('erases a session, and keeps the receipt', async () => {
    await openTab('Sessions');
    await page.getByRole('link', { name: /ses_/ }).first().click();
    await heading(page, /ses_/);
    await expectSound(page, 'session');
    await expectFits(page, 'session');
    await page.getByRole('button', { name: 'Erase the session' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase the session' }).click();
    const receipt = page.getByLabel('Signed receipt (JWS)');
    expect(((await receipt.textContent()) ?? '').split('.')).toHaveLength(3);
    await expectSound(page, 'erased');
    await expectFits(page, 'erased');
    await openTab('Try-ons');
    // the try-on before lies in a session of its own, and stays
    await page.getByRole('link', { name: /try_/ }).first().waitFor();
    await page.locator(`a[href$="${lookId}"]`).waitFor({ state: 'detached' });
  }, 120_000);

  it('makes a webhook, whose secret is shown once', async () => {
    await openTab('Webhooks');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://shop.example/drape-events');
    await dialog
      .getByRole('checkbox')
      .first()
      .check()
      .catch(async () => {
        await dialog.getByLabel('Events').click();
        await page.getByRole('option').first().click();
        await dialog.getByLabel('URL').click();
      });
    await expectFits(page, 'webhook-form');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText(/whsec_/).waitFor();
    await expectSound(page, 'webhook secret');
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page
      .getByRole('link', { name: /shop\.example/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Send a ping' }).click();
    await page.getByText('Ping sent.').waitFor();
    await expectSound(page, 'webhook');
    await expectFits(page, 'webhook');
  }, 120_000);

  it('sees its requests and its audit log', async () => {
    await openTab('Requests');
    // What was told on another page does not follow.
    await page.getByText('Ping sent.').waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: '/v1/tryon' }).first().waitFor();
    await expectSound(page, 'requests');
    await expectFits(page, 'requests');
    await openTab('Audit log');
    await page.getByText(OWNER).first().waitFor();
    await expectSound(page, 'audit log');
    await expectFits(page, 'audit-log');
    await openTab('Usage');
    await expectSound(page, 'usage with numbers');
    await expectFits(page, 'usage');
  }, 120_000);
});

describe('signing in', () => {
  it('works with a passkey, which is added in the settings', async () => {
    const debug = await owner.newCDPSession(page);
    await debug.send('WebAuthn.enable');
    await debug.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await openTab('Settings');
    await page.getByLabel('Name of the device').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText(/Laptop ·/).waitFor();
    await expectSound(page, 'settings');
    await expectFits(page, 'settings');
    await page.getByRole('button', { name: 'Corner shop' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await heading(page, 'Usage');
  }, 120_000);

  it('works with the password, and says why where it is wrong', async () => {
    const context = await newContext();
    const door = await context.newPage();
    await door.goto(`${url}/sign-in`);
    await door.getByLabel('E-mail address').fill(OWNER);
    await door.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await door.getByRole('button', { name: 'Sign in with the password' }).click();
    await door.getByRole('alert').waitFor();
    await expectSound(door, 'wrong password');
    await door.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await door.getByRole('button', { name: 'Sign in with the password' }).click();
    await heading(door, 'Usage');
    await context.close();
  }, 120_000);

  it('works with a link, once', async () => {
    const { db } = service.harness;
    const link = await newSignInLink(db, url.replace('/dashboard', ''), { email: OWNER, signUp: null });
    const context = await newContext();
    const door = await context.newPage();
    await door.goto(link);
    await heading(door, 'Usage');
    await context.close();
    const other = await newContext();
    const again = await other.newPage();
    await again.goto(link);
    await again.getByText('The link has already been used, or it is too old.').waitFor();
    await other.close();
  }, 120_000);

  it('invites a viewer, who changes nothing', async () => {
    await openTab('Settings');
    await page.getByLabel('E-mail address').fill('kim@shop.example');
    await page.getByLabel('Role', { exact: true }).selectOption('viewer');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = (await page.getByRole('status').filter({ hasText: '/invitation#' }).textContent()) ?? '';
    const context = await newContext({ viewport: PHONE });
    const guest = await context.newPage();
    await guest.goto((/http.*?#[\w-]{43}/.exec(link)?.[0] ?? '').replace('127.0.0.1', 'localhost'));
    await guest.getByLabel('Your name').fill('Kim');
    await expectSound(guest, 'invitation');
    await screenshot(guest, 'invitation-phone');
    await guest.getByRole('button', { name: 'Join' }).click();
    await heading(guest, 'Usage');
    for (const [path, name, change] of [
      ['keys', 'API keys', 'Create a key'],
      ['products', 'Products', 'Add product'],
      ['webhooks', 'Webhooks', 'Add webhook'],
    ] as const) {
      await guest.goto(`${url}/${path}`);
      await heading(guest, name);
      expect([path, await guest.getByRole('button', { name: change }).count()]).toEqual([path, 0]);
    }
    await context.close();
  }, 180_000);
});

describe('every page', () => {
  const PATHS = [
    '',
    'try-ons',
    'try',
    'sessions',
    'products',
    'import',
    'webhooks',
    'keys',
    'requests',
    'audit-log',
    'settings',
  ];

  it('fits a phone, in the dark, and is sound there', async () => {
    const context = await newContext({
      viewport: PHONE,
      colorScheme: 'dark',
      storageState: await owner.storageState(),
    });
    const phone = await context.newPage();
    for (const path of PATHS) {
      await phone.goto(`${url}/${path}`);
      await expectSound(phone, `${path} on a phone`);
      await expectFits(phone, `phone-${path === '' ? 'usage' : path}`);
    }
    await phone.getByRole('button', { name: 'Menu' }).click();
    await phone.getByRole('navigation').getByRole('link', { name: 'API keys' }).click();
    await heading(phone, 'API keys');
    await context.close();
  }, 300_000);

  it.each([
    ['de-AT', 'Nutzung', 'API-Schlüssel'],
    ['fr-CH', 'Utilisation', 'Clés API'],
  ])(
    'speaks the language of the browser: %s',
    async (locale, usage, keys) => {
      const context = await newContext({ locale, storageState: await owner.storageState() });
      const foreign = await context.newPage();
      await foreign.goto(url);
      await heading(foreign, usage);
      await foreign.getByRole('link', { name: keys }).click();
      await heading(foreign, keys);
      expect(await foreign.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
      await screenshot(foreign, `keys-${locale.slice(0, 2)}`);
      await context.close();
    },
    120_000,
  );

  it('can be used with the keyboard alone', async () => {
    await page.goto(`${url}/keys`);
    await heading(page, 'API keys');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.getByRole('button', { name: 'Create a key' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitFor(async () => (await page.evaluate('document.activeElement.textContent')) === 'Create a key');
  }, 60_000);
});

describe('the files', () => {
  const sizeOf = (name: string) => gzipSync(readFileSync(join(ASSETS, name))).length;
  const scripts = () => readdirSync(ASSETS).filter((name) => name.endsWith('.js'));

  it('are no larger than they were made to be: the first page 260 kB, the charts 140 kB', () => {
    const charts = scripts().filter((name) => name.startsWith('UsagePage'));
    const others = scripts().filter((name) => !name.startsWith('UsagePage'));
    expect(charts).toHaveLength(1);
    expect(sizeOf(charts[0] ?? '')).toBeLessThan(140_000);
    expect(others.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThan(320_000);
  });

  it('come compressed, for good, and under a policy that lets nothing foreign in', async () => {
    const [name = ''] = scripts();
    const script = await fetch(`${service.url}/dashboard/assets/${name}`);
    expect(script.headers.get('content-encoding')).toBe('gzip');
    expect(script.headers.get('cache-control')).toContain('immutable');
    const { headers } = await fetch(`${service.url}/dashboard/keys`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|https:\s|\*/);
  });
});
