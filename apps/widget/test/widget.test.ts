import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generateApiKey } from '@drape/access';
import { newId, PUBLISHABLE_SCOPES } from '@drape/contracts';
import {
  launchBrowser,
  seriousFaults,
  waitFor,
  type Browser,
  type BrowserContext,
  type Fixture,
  type Page,
} from '@drape/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLES } from '../../worker/test/worker-harness';
import { startRunningService, type RunningService } from '../../../packages/telemetry/test/running-service';
import { servePage, type ShopPage } from './shop-page';

const PHOTO = join(SAMPLES, 'persons/full-body.jpg');
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const TEST_HOST = 'https://test.drape.invalid';
/** Where pictures of the pages are kept to be looked at. */
const SCREENSHOTS = process.env['DRAPE_SCREENSHOTS'];
/** A try-on takes a second; on a machine that does ten other things, ten. */
const ENDED_WITHIN_MS = 60_000;

let service: RunningService;
let browser: Browser;
let shop: ShopPage;
let liveKey: string;
let testKey: string;
let context: BrowserContext | undefined;

beforeAll(async () => {
  service = await startRunningService(
    {},
    { '/dress.jpg': garment('dress/floral-summer.jpg'), '/jacket.jpg': garment('jacket/denim-jacket.jpg') },
  );
  browser = await launchBrowser();
  const store = new URL(service.harness.env['S3_ENDPOINT'] ?? '').origin;
  shop = await servePage({ service: service.url, store });
  liveKey = await pageKey('live');
  testKey = await pageKey('test');
}, 300_000);

afterEach(async () => {
  await context?.close();
});

afterAll(async () => {
  await browser?.close();
  await shop?.close();
  await service?.stop();
}, 60_000);

async function pageKey(env: 'live' | 'test'): Promise<string> {
  const { db, accountId } = service.harness;
  const { key, hash, last4 } = generateApiKey({ kind: 'pk', env });
  const about = { id: newId('key'), accountId, kind: 'pk', env, scopes: PUBLISHABLE_SCOPES, expiresAt: null } as const;
  await db.apiKeys.insert({ ...about, hash, last4, allowedOrigins: [shop.origin] });
  return key;
}

interface OpenOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
}

/** Opens a product page whose body holds these elements. */
async function open(body: string, { viewport = DESKTOP, lang = 'en', dir = 'ltr' }: OpenOptions = {}): Promise<Page> {
  const integrity = readIntegrity()['drape-try-on.js'];
  shop.show(`<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title><script src="/page.js"></script>
    <script type="module" src="${service.url}/widget/drape-try-on.js" integrity="${integrity}" crossorigin></script></head>
    <body><main><h1>Logo tee</h1>${body}</main></body></html>`);
  context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(shop.origin);
  return page;
}

const element = (attributes: string): string => `<drape-try-on api="${service.url}" ${attributes}></drape-try-on>`;
const ofTest = (path: string, more = ''): string =>
  element(`key="${testKey}" image="${TEST_HOST}${path}" category="top" ${more}`);
const readIntegrity = (): Record<string, string> =>
  JSON.parse(readFileSync(join(__dirname, '../dist/integrity.json'), 'utf8'));

function garment(file: string): Fixture {
  return { bytes: readFileSync(join(SAMPLES, 'garments', file)), contentType: 'image/jpeg' };
}

/** Agrees and chooses the photo, up to the step in which it is looked at. */
async function choosePhoto(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await page.locator('input[type=file]').setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Use this photo' }).waitFor();
}

async function tryOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it on' }).click();
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Use this photo' }).click();
}

/** Asked through the debugger: the page's policy forbids to evaluate text in the page itself. */
async function becomesTrue(page: Page, expression: string): Promise<void> {
  await waitFor(() => page.evaluate<boolean>(expression), { what: expression, timeoutMs: ENDED_WITHIN_MS });
}

const heard = (page: Page): Promise<[string, Record<string, unknown>][]> => page.evaluate('heard');
const resultOf = (page: Page) => page.getByRole('img', { name: 'You, wearing the product' });

async function screenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `widget-${name}.png`) });
}

describe('the widget in a page with a strict policy', () => {
  it('tries a real product on, and shows the picture beside the photo', async () => {
    const page = await open(
      element(`key="${liveKey}" image="${service.harness.shop.url('/tee.jpg')}" category="top" quality="poor"`),
    );
    await screenshot(page, 'page');
    await page.getByRole('button', { name: 'Try it on' }).click();
    expect(await seriousFaults(page)).toEqual([]);
    await screenshot(page, 'start');
    await choosePhoto(page);
    await screenshot(page, 'review');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use this photo' }).click();
    await resultOf(page).waitFor({ timeout: ENDED_WITHIN_MS });
    await becomesTrue(page, `document.querySelector('drape-try-on').shadowRoot.querySelector('img').naturalWidth > 0`);
    expect(await seriousFaults(page)).toEqual([]);
    await screenshot(page, 'result');
    const slider = page.getByRole('slider');
    expect(await slider.inputValue()).toBe('50');
    await slider.press('ArrowRight');
    expect(await slider.inputValue()).toBe('51');
    await slider.press('Home');
    await screenshot(page, 'result-all-new');
    const hides = `document.querySelector('drape-try-on').shadowRoot.querySelector('.tag.start').checkVisibility({ visibilityProperty: true })`;
    expect(await page.evaluate(hides)).toBe(false);
    expect((await heard(page)).map(([name]) => name)).toEqual(['open', 'photo', 'result']);
    expect(await page.evaluate('forbidden')).toEqual([]);
  }, 120_000);

  it('says which size fits, once height and weight are told, and shows the same picture again', async () => {
    const page = await open(ofTest('/ok', 'department="women"'));
    await tryOn(page);
    await page.getByLabel('Height, cm').fill('170');
    await page.getByLabel('Weight, kg').fill('62');
    await page.getByRole('button', { name: 'Show my size' }).click();
    await page.getByText(/^Your size: /).waitFor();
    await screenshot(page, 'size');
    expect(await page.getByText(/point to/).count()).toBe(0);
    await page.getByRole('button', { name: 'Change height and weight' }).click();
    expect(await page.getByLabel('Height, cm').inputValue()).toBe('170');
    await screenshot(page, 'size-change');
    await page.getByLabel('Weight, kg').fill('95');
    await page.getByRole('button', { name: 'Show my size' }).click();
    await page.getByText(/^Your size: /).waitFor();
    await page.getByRole('button', { name: 'Change height and weight' }).waitFor();
    expect(await page.evaluate('forbidden')).toEqual([]);
  }, 60_000);

  it('takes the photo with the camera on a phone, after a countdown', async () => {
    const page = await open(ofTest('/ok'), { viewport: PHONE });
    await page.getByRole('button', { name: 'Try it on' }).click();
    await screenshot(page, 'phone-start');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Take a photo' }).click();
    const capture = page.getByRole('button', { name: 'Start the 3-second timer' });
    await capture.waitFor();
    await becomesTrue(page, `document.querySelector('drape-try-on').shadowRoot.querySelector('video').videoWidth > 0`);
    await screenshot(page, 'phone-camera');
    expect(await seriousFaults(page)).toEqual([]);
    await capture.click();
    await page.getByRole('button', { name: 'Use this photo' }).click();
    await resultOf(page).waitFor();
    await screenshot(page, 'phone-result');
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(PHONE.width);
  }, 60_000);

  it('says that the camera starts until it shows something, and what to do where it may not be used', async () => {
    const page = await open(ofTest('/ok'), { viewport: PHONE });
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => new Promise((_, reject) => (window.refuseCamera = reject))`,
    );
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Take a photo' }).click();
    await page.getByText('Starting the camera…').first().waitFor();
    await screenshot(page, 'phone-camera-starting');
    await page.evaluate('refuseCamera(new Error("not allowed"))');
    await page.getByText('The camera cannot be used here.').first().waitFor();
    await screenshot(page, 'phone-camera-off');
  }, 60_000);

  it('asks for consent before the photo leaves the device', async () => {
    const page = await open(ofTest('/ok', 'retention="3600" policy-url="https://shop.example/privacy"'));
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByText('the picture after one hour').waitFor();
    expect(await page.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe(
      'https://shop.example/privacy',
    );
    await page.getByRole('button', { name: 'Take a photo' }).click();
    await page.getByText('Please tick the box to agree.').waitFor();
    await screenshot(page, 'consent');
    expect((await heard(page)).map(([name]) => name)).toEqual(['open']);
  }, 60_000);

  it('goes on after the network was away', async () => {
    const page = await open(ofTest('/slow/1000'));
    await page.getByRole('button', { name: 'Try it on' }).click();
    await choosePhoto(page);
    await context?.setOffline(true);
    await page.getByRole('button', { name: 'Use this photo' }).click();
    await page.getByText('Connection lost. Trying again…').first().waitFor();
    await screenshot(page, 'offline');
    await context?.setOffline(false);
    await resultOf(page).waitFor({ timeout: ENDED_WITHIN_MS });
  }, 120_000);

  it('shows how far it is on a slow network, and stops when told to', async () => {
    const page = await open(ofTest('/slow/20000'));
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await tryOn(page);
    await page.getByText('Sending your photo…').first().waitFor();
    await page
      .getByText(/^(Making your picture|Waiting)/)
      .first()
      .waitFor({ timeout: ENDED_WITHIN_MS });
    await screenshot(page, 'working');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Use my last photo' }).waitFor();
  }, 120_000);

  it('tells a shopper what to do where no picture comes of it, and the page the code', async () => {
    const page = await open(ofTest('/fail/body_not_visible'));
    await tryOn(page);
    await page.getByRole('alert').getByText('Please step back a little.').waitFor();
    await screenshot(page, 'failure');
    expect(await page.getByRole('button', { name: 'Use my last photo' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Take a photo' }).getAttribute('class')).toBe('main');
    expect(await seriousFaults(page)).toEqual([]);
    expect((await heard(page)).at(-1)).toEqual(['error', expect.objectContaining({ code: 'body_not_visible' })]);
  }, 60_000);

  it('keeps the focus within, closes on Escape and gives the focus back', async () => {
    const page = await open(`<a href="#">before</a>${ofTest('/ok')}<a href="#">after</a>`);
    await page.getByRole('button', { name: 'Try it on' }).click();
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      const within = await page.evaluate(
        `document.activeElement === document.body || document.activeElement.tagName === 'DRAPE-TRY-ON'`,
      );
      expect(within).toBe(true);
    }
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(`document.activeElement.shadowRoot.activeElement.textContent`)).toBe('Try it on');
  }, 60_000);

  it('speaks the page’s language, takes a shop’s own words, and runs from right to left', async () => {
    const page = await open(ofTest('/ok'), { lang: 'de-AT', dir: 'rtl' });
    await page.evaluate(
      `Object.assign(document.querySelector('drape-try-on').strings, { intro: 'Probieren Sie es!' })`,
    );
    await page.getByRole('button', { name: 'Anprobieren' }).click();
    await page.getByText('Probieren Sie es!').first().waitFor();
    expect(await page.getByRole('dialog').getAttribute('dir')).toBe('rtl');
    expect(await page.getByRole('dialog').getAttribute('lang')).toBe('de');
    await screenshot(page, 'right-to-left');
  }, 60_000);

  it('names the product and says what of the body it needs, in English where it does not speak the language', async () => {
    const page = await open(
      element(`key="${testKey}" image="${TEST_HOST}/ok" category="pants" name="Slim jeans" quality="poor"`),
      { lang: 'ar', dir: 'rtl' },
    );
    await page.getByRole('button', { name: 'Try it on' }).click();
    await page.getByRole('heading', { name: 'Try on: Slim jeans' }).waitFor();
    await page.getByText('The photo must show you from head to feet.').waitFor();
    expect(await page.getByRole('dialog').getAttribute('lang')).toBe('en');
    await screenshot(page, 'right-to-left-english');
    expect(await seriousFaults(page)).toEqual([]);
  }, 60_000);

  it('keeps what a page set before the script had come, and follows what is set later', async () => {
    context = await browser.newContext();
    let comes = (): void => undefined;
    const held = new Promise<void>((resolve) => (comes = resolve));
    await context.route('**/widget/drape-try-on.js', async (route) => {
      await held;
      await route.continue();
    });
    shop.show(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><script src="/page.js"></script>
      <script type="module" src="${service.url}/widget/drape-try-on.js" crossorigin></script></head>
      <body><main><h1>Logo tee</h1>${ofTest('/ok')}</main></body></html>`);
    const page = await context.newPage();
    await page.goto(shop.origin, { waitUntil: 'commit' });
    await page.locator('drape-try-on').waitFor({ state: 'attached' });
    await page.evaluate(`document.querySelector('drape-try-on').strings = { open: 'Put it on' }`);
    comes();
    await page.getByRole('button', { name: 'Put it on' }).waitFor();
    await page.evaluate(`document.querySelector('drape-try-on').strings = { open: 'Wear it' }`);
    await page.getByRole('button', { name: 'Wear it' }).waitFor();
  }, 60_000);

  it('takes its key as api-key, which no framework keeps for itself, and that one first', async () => {
    const page = await open(
      element(`api-key="${testKey}" key="drp_pk_test_of_a_list" image="${TEST_HOST}/ok" category="top"`),
    );
    await tryOn(page);
    await resultOf(page).waitFor();
    expect((await heard(page)).map(([name]) => name)).toEqual(['open', 'photo', 'result']);
  }, 120_000);

  it('works with client tokens that a backend makes, and asks for another one when one is over', async () => {
    const page = await open(element(`image="${TEST_HOST}/ok" category="top"`));
    const { body } = await service.send('POST', '/v1/client-tokens', { ttlSeconds: 600 });
    await page.evaluate(
      `document.querySelector('drape-try-on').fetchToken = async () => (window.asked = (window.asked ?? 0) + 1) === 1 ? 'drp_ct_gone' : ${JSON.stringify(body.data?.['token'])}`,
    );
    await tryOn(page);
    // A live token renders, and test.drape.invalid is nowhere: the answer is an error of the product, which only a taken token gets.
    await page.getByText('This product can’t be tried on.').first().waitFor({ timeout: ENDED_WITHIN_MS });
    expect(await page.evaluate('asked')).toBe(2);
  }, 120_000);

  it('tries all products of the page on with one photo', async () => {
    const names = ['/ok', '/ok?b', '/fail/garment_not_detected'];
    const page = await open(
      names.map((path) => ofTest(path, `name="Product ${path}"`)).join('') + element(`gallery key="${testKey}"`),
    );
    await page.getByRole('button', { name: 'Try on everything here' }).click();
    await choosePhoto(page);
    await page.getByRole('button', { name: 'Use this photo' }).click();
    await page.getByText('This product can’t be tried on.').first().waitFor({ timeout: ENDED_WITHIN_MS });
    await becomesTrue(page, `document.querySelector('[gallery]').shadowRoot.querySelectorAll('li img').length === 2`);
    await becomesTrue(
      page,
      `[...document.querySelector('[gallery]').shadowRoot.querySelectorAll('li img')].every((image) => image.complete)`,
    );
    const heights = await page.evaluate<number[]>(
      `[...document.querySelector('[gallery]').shadowRoot.querySelectorAll('li > :first-child')].map((tile) => Math.round(tile.getBoundingClientRect().height))`,
    );
    expect(new Set(heights).size).toBe(1);
    await screenshot(page, 'gallery');
    // All of them are tops, which nobody wears together.
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Wear together' }).count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
  }, 120_000);
});

/** Products of test mode by their names, and the button for all of them. */
const galleryOf = (products: readonly (readonly [name: string, category: string, path?: string])[]): string =>
  products
    .map(([name, category, path = '/ok']) =>
      element(
        `key="${testKey}" image="${TEST_HOST}${path}?${name}" category="${category}" name="${name}" department="women"`,
      ),
    )
    .join('') + element(`gallery key="${testKey}"`);

/** Tries all products of the page on, up to where they can be worn together. */
async function openGallery(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try on everything here' }).click();
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Use this photo' }).click();
  await becomesTrue(page, `document.querySelector('[gallery]').shadowRoot.querySelectorAll('.wait').length === 0`);
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const skuOf = (name: string): string => name.replaceAll(' ', '-');
const together = (page: Page) => page.getByRole('button', { name: 'Wear together' });
const DETAILS_OF_A_RESULT = ['tryOnId', 'resultImageUrl', 'quality', 'fit'];

describe('a look in the gallery', () => {
  it('is chosen by keyboard from products that go together, and told with the size of each', async () => {
    const page = await open(
      galleryOf([
        ['Tee', 'top'],
        ['Tank', 'top'],
        ['Jeans', 'pants'],
        ['Summer dress', 'dress'],
        ['Denim jacket', 'jacket'],
      ]),
    );
    await openGallery(page);
    await together(page).press('Enter');
    await page.getByRole('alert').getByText('Choose two or three pieces').waitFor();
    await box(page, 'Tee').press('Space');
    expect(await box(page, 'Tank').isDisabled()).toBe(true);
    expect(await box(page, 'Summer dress').isDisabled()).toBe(true);
    expect(await page.getByText('Not together with Tee').count()).toBe(2);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await box(page, 'Denim jacket').press('Space');
    await page.getByRole('status').getByText('Chosen: Tee, Jeans, Denim jacket').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await screenshot(page, 'look-chosen');
    expect(await seriousFaults(page)).toEqual([]);
    await together(page).press('Enter');
    await page
      .getByRole('img', { name: 'You, wearing Tee, Jeans, Denim jacket' })
      .waitFor({ timeout: ENDED_WITHIN_MS });
    await screenshot(page, 'look-unmeasured');
    await page.getByLabel('Height, cm').fill('170');
    await page.getByLabel('Weight, kg').fill('62');
    await page.getByRole('button', { name: 'Show my size' }).click();
    await page
      .getByText(/^Your size: /)
      .nth(2)
      .waitFor({ timeout: ENDED_WITHIN_MS });
    await screenshot(page, 'look');
    expect(await seriousFaults(page)).toEqual([]);
    const results = (await heard(page)).filter(([name]) => name === 'result').map(([, detail]) => detail);
    expect(Object.keys(results[0] ?? {})).toEqual(DETAILS_OF_A_RESULT);
    expect(Object.keys(results.at(-1) ?? {})).toEqual([...DETAILS_OF_A_RESULT, 'products']);
    expect(results.at(-1)?.['products']).toMatchObject([
      { productId: null, productImageUrl: `${TEST_HOST}/ok?Tee`, productCategory: 'top', fit: { size: {} } },
      { productCategory: 'pants', fit: { size: {} } },
      { productCategory: 'jacket', fit: { size: {} } },
    ]);
    await page.getByRole('button', { name: 'Back to all products' }).press('Enter');
    expect(await box(page, 'Jeans').isChecked()).toBe(true);
    expect(await page.evaluate(`document.activeElement.shadowRoot.activeElement.textContent`)).toBe('Wear together');
    expect(await page.evaluate('forbidden')).toEqual([]);
  }, 120_000);

  it('goes by what the service sees where the page says no category', async () => {
    // In test mode it is always a top.
    const products = [
      ['Dress', 'dress'],
      ['Jacket', 'jacket'],
      ['Unsaid', ''],
    ] as const;
    const page = await open(galleryOf(products));
    await openGallery(page);
    await box(page, 'Unsaid').check();
    expect(await box(page, 'Dress').isDisabled()).toBe(true);
    await box(page, 'Unsaid').uncheck();
    await box(page, 'Dress').check();
    expect([await box(page, 'Unsaid').isDisabled(), await box(page, 'Jacket').isDisabled()]).toEqual([true, false]);
  }, 120_000);

  it('can be stopped, on a page from right to left too, and the pictures are still there', async () => {
    const page = await open(
      galleryOf([
        ['Tee', 'top', '/slow/6000'],
        ['Jeans', 'pants'],
      ]),
      { lang: 'ar', dir: 'rtl', viewport: PHONE },
    );
    await openGallery(page);
    await box(page, 'Tee').check();
    await box(page, 'Jeans').check();
    await screenshot(page, 'phone-look-right-to-left');
    await together(page).click();
    await page.getByRole('button', { name: 'Stop' }).press('Enter');
    expect(await box(page, 'Tee').isChecked()).toBe(true);
    expect(await page.getByRole('dialog').getByRole('img').count()).toBe(2);
  }, 120_000);

  it('is made of real products with a client token, and what fails leads back to the pictures', async () => {
    const { url } = service.harness.shop;
    const products = [
      ['Logo tee', 'top', '/tee.jpg'],
      ['Blue jeans', 'pants', '/jeans.jpg'],
      ['Denim jacket', 'jacket', '/jacket.jpg'],
      ['Summer dress', 'dress', '/dress.jpg'],
    ] as const;
    for (const [name, category, path] of products) {
      await service.send('POST', '/v1/products', { externalId: skuOf(name), category, imageUrl: url(path) });
    }
    const elements = products.map(([name]) => element(`product="${skuOf(name)}" name="${name}"`)).join('');
    const page = await open(elements + element('gallery quality="poor"'), { viewport: PHONE });
    const { body } = await service.send('POST', '/v1/client-tokens', { ttlSeconds: 600 });
    await page.evaluate(
      `document.querySelector('[gallery]').fetchToken = async () => ${JSON.stringify(body.data?.['token'])}`,
    );
    await openGallery(page);
    await box(page, 'Logo tee').check();
    await box(page, 'Blue jeans').check();
    await screenshot(page, 'phone-look-chosen');
    await box(page, 'Denim jacket').focus();
    // The bar that stays in view covers nothing that has the focus.
    await becomesTrue(
      page,
      `((root) => root.activeElement.getBoundingClientRect().bottom <= root.querySelector('.bar').getBoundingClientRect().top)(document.querySelector('[gallery]').shadowRoot)`,
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await screenshot(page, 'phone-look-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await seriousFaults(page)).toEqual([]);
    await together(page).click();
    await page.getByRole('img', { name: 'You, wearing Logo tee, Blue jeans' }).waitFor({ timeout: ENDED_WITHIN_MS });
    await screenshot(page, 'phone-look');
    await page.getByLabel('Height, cm').fill('170');
    await page.getByLabel('Weight, kg').fill('62');
    await page.getByRole('button', { name: 'Show my size' }).click();
    await page
      .getByText(/^Your size: /)
      .nth(1)
      .waitFor({ timeout: ENDED_WITHIN_MS });
    await screenshot(page, 'phone-look-sizes');
    await page.setViewportSize(DESKTOP);
    await screenshot(page, 'look-sizes');
    await page.setViewportSize(PHONE);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    await page.getByRole('button', { name: 'Back to all products' }).click();
    await service.send('DELETE', `/v1/products/${skuOf('Blue jeans')}`);
    await together(page).click();
    await page
      .getByRole('alert')
      .getByText('These pieces can’t be shown together.')
      .waitFor({ timeout: ENDED_WITHIN_MS });
    expect((await heard(page)).at(-1)).toEqual(['error', expect.objectContaining({ code: 'product_not_found' })]);
    expect(await page.getByRole('dialog').getByRole('img').count()).toBe(products.length);
    await screenshot(page, 'phone-look-failed');
    await page.setViewportSize(DESKTOP);
    await screenshot(page, 'look-failed');
  }, 240_000);
});

describe('the bundles', () => {
  it('have at most 20 kB gzipped, and the hashes that integrity.json names', () => {
    for (const [file, hash] of Object.entries(readIntegrity())) {
      const bytes = readFileSync(join(__dirname, '../dist', file));
      expect(gzipSync(bytes, { level: 9 }).length).toBeLessThanOrEqual(20_000);
      expect(hash).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    }
  });

  it('are served to every origin, and counted against no limit', async () => {
    const answer = await fetch(`${service.url}/widget/drape-try-on.classic.js`);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const left = Number(answer.headers.get('x-ratelimit-remaining'));
    const again = await fetch(`${service.url}/widget/integrity.json`);
    expect(Number(again.headers.get('x-ratelimit-remaining'))).toBe(left);
  });
});
