import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { build } from 'esbuild';
import { Liquid } from 'liquidjs';
import { SAMPLES } from '../apps/worker/test/worker-harness';
import { textOf } from '../apps/gateway/test/text-of';
import { findPhp } from '../clients/find-php';
import { generateApiKey } from '../packages/access';
import { newId, PUBLISHABLE_SCOPES, SCOPES } from '../packages/contracts';
import { startRunningService, type RunningService } from '../packages/telemetry/test/running-service';
import { launchBrowser, testEnvironment, waitFor, type Browser, type Page } from '../packages/testkit';

/** The blocks of the two pages for shops, as a reader copies them: built with the real tools, and opened in a real browser. */
const ROOT = join(__dirname, '..');
const execute = promisify(execFile);
const PHOTO = join(SAMPLES, 'persons/full-body.jpg');
/** In test mode a picture of this host is there at once. The query wants to be escaped in an attribute. */
const PICTURE = `https://test.drape.invalid/ok?size='m'&amp;page=1`;
const DASHBOARD = join(ROOT, 'apps/dashboard/node_modules');
const VITEPRESS = dirname(realpathSync(join(ROOT, 'apps/docs/node_modules/vitepress')));
/** Of a machine that does ten other things. */
const WITHIN_MS = 120_000;

jest.setTimeout(WITHIN_MS);

interface Block {
  readonly language: string;
  readonly text: string;
  /** That its first line names; empty where none is named. */
  readonly file: string;
}

function blocksOf(path: string): Block[] {
  const markdown = readFileSync(join(ROOT, path), 'utf8');
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
    file: /^(?:\/\/|<!--) ([\w.]+\.\w+)/.exec(text)?.[1] ?? '',
  }));
}

const SHOPS = blocksOf('docs/shops.md');
const WIDGET = blocksOf('docs/widget.md');

function only(blocks: readonly Block[], language: string): string {
  const [found, ...others] = blocks.filter((block) => block.language === language);
  if (found === undefined || others.length > 0) throw new Error(`not one block of ${language}`);
  return filled(found.text);
}

let service: RunningService;
let browser: Browser;
let shop: Shop;
let folder: string;
let php: string;
let page: Page | undefined;
/** What the documents leave open, and what stands for it here. */
let values: Readonly<Record<string, string>>;
let secretKey: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drape-shops-'));
  service = await startRunningService();
  browser = await launchBrowser();
  shop = await openShop();
  php = await findPhp();
  const hashes = JSON.parse(await (await fetch(`${service.url}/widget/integrity.json`)).text()) as Readonly<
    Record<string, string>
  >;
  secretKey = await createKey('sk');
  values = {
    'https://tryon.shop.example': service.url,
    'https://results.shop.example': new URL(service.harness.env['S3_ENDPOINT'] ?? '').origin,
    'drp_pk_live_…': await createKey('pk'),
    'sha384-…': hashes['drape-try-on.js'] ?? '',
  };
  await putProduct('/tee.jpg', 'SKU-42', 'top');
  await putProduct('/jeans.jpg', 'SKU-43', 'pants');
}, 300_000);

afterEach(async () => {
  await page?.close();
});

afterAll(async () => {
  await browser?.close();
  shop?.server.close();
  await service?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true });
}, 60_000);

async function putProduct(picture: string, externalId: string, category: string): Promise<void> {
  const product = { imageUrl: service.harness.shop.url(picture), externalId, category };
  const made = await service.send('POST', '/v1/products', product, { authorization: `Bearer ${secretKey}` });
  expect([made.status, made.body]).toEqual([200, expect.anything()]);
}

async function createKey(kind: 'pk' | 'sk'): Promise<string> {
  const { db, accountId } = service.harness;
  const { key, hash, last4 } = generateApiKey({ kind, env: 'test' });
  await db.apiKeys.insert({
    id: newId('key'),
    accountId,
    kind,
    env: 'test',
    scopes: kind === 'pk' ? PUBLISHABLE_SCOPES : SCOPES,
    expiresAt: null,
    hash,
    last4,
    allowedOrigins: kind === 'pk' ? [shop.origin] : [],
  });
  return key;
}

const filled = (text: string): string =>
  Object.entries(values).reduce((result, [open, value]) => result.replaceAll(open, value), text);

interface Shop {
  readonly server: Server;
  readonly origin: string;
  /** Content by path; a path of none is 404. */
  readonly files: Map<string, string>;
  /** How many client tokens its pages have asked for. */
  tokens: number;
}

async function openShop(): Promise<Shop> {
  const files = new Map<string, string>();
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/try-on-token') {
      opened.tokens += 1;
      void createToken().then((token) => response.end(token));
      return;
    }
    const content = files.get(request.url ?? '');
    const type = request.url?.endsWith('.js') === true ? 'text/javascript' : 'text/html; charset=utf-8';
    const headers = { 'content-type': type, 'content-security-policy': policyFor(content ?? '') };
    response.writeHead(content === undefined ? 404 : 200, headers).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the shop has no port');
  const opened: Shop = { server, origin: `http://localhost:${address.port}`, files, tokens: 0 };
  return opened;
}

async function createToken(): Promise<string> {
  const headers = { authorization: `Bearer ${secretKey}` };
  const { body } = await service.send('POST', '/v1/client-tokens', { ttlSeconds: 600 }, headers);
  return textOf(body.data?.['token']);
}

/** That of docs/shops.md and nothing beside it but the hashes of the scripts that a block has inline. */
function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script type="module">(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  // The page shows a directive a line; a header is one line.
  const policy = only(SHOPS, 'text').trim().replaceAll(/\s+/g, ' ');
  return `default-src 'none'; ${policy.replace('script-src', ['script-src', ...inline].join(' '))}`;
}

/** Served with every page, before its own scripts. */
const WATCH = `
window.heard = [];
window.forbidden = [];
for (const name of ['drape-open', 'drape-photo', 'drape-result', 'drape-error']) addEventListener(name, () => heard.push(name));
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => forbidden.push(violatedDirective + ' ' + blockedURI));
`;

const pageOf = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>${body}</body></html>`;

interface Visit {
  readonly page: Page;
  /** What the page's own console said. */
  readonly said: readonly string[];
}

/** Opens a page of the shop, presses its button and works the dialog through, up to the picture. A late script comes when the element is there. */
async function visit(html: string, { isScriptLate = false, work = tryOn } = {}): Promise<Visit> {
  shop.files.set('/', html);
  const opened = await browser.newPage();
  page = opened;
  const said: string[] = [];
  const faults: string[] = [];
  opened.on('console', (message) => (message.type() === 'error' ? faults : said).push(message.text()));
  opened.on('pageerror', ({ message }) => faults.push(message));
  opened.setDefaultTimeout(WITHIN_MS);
  await opened.addInitScript(WATCH);
  if (isScriptLate) {
    await opened.route('**/drape-try-on.js', async (route) => {
      await opened.locator('drape-try-on').waitFor({ state: 'attached' });
      await route.continue();
    });
  }
  await opened.goto(shop.origin);
  await work(opened);
  expect(faults).toEqual([]);
  expect(await opened.evaluate('forbidden')).toEqual([]);
  return { page: opened, said };
}

async function tryOn(opened: Page): Promise<void> {
  await sendPhoto(opened, 'Try it on');
  await waitFor(() => opened.evaluate<boolean>(`heard.length > 2`), { what: 'the result', timeoutMs: WITHIN_MS });
  expect(await opened.evaluate('heard')).toEqual(['drape-open', 'drape-photo', 'drape-result']);
}

/** Tries all products of the page on, and then two of them together. */
async function wearTogether(opened: Page): Promise<void> {
  await sendPhoto(opened, 'Try on everything here');
  await opened.getByRole('checkbox', { name: 'Logo tee' }).check();
  await opened.getByRole('checkbox', { name: 'Blue jeans' }).check();
  await opened.getByRole('button', { name: 'Wear together' }).click();
  await opened.getByRole('img', { name: 'You, wearing Logo tee, Blue jeans' }).waitFor();
  const results = ['drape-result', 'drape-result', 'drape-result'];
  expect(await opened.evaluate('heard')).toEqual(['drape-open', 'drape-photo', ...results]);
}

async function sendPhoto(opened: Page, button: string): Promise<void> {
  await opened.getByRole('button', { name: button }).click();
  await opened.getByRole('dialog').waitFor();
  expect(await opened.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toContain('/privacy');
  await opened.getByRole('checkbox').check();
  await opened.locator('input[type=file]').setInputFiles(PHOTO);
  await opened.getByRole('button', { name: 'Use this photo' }).click();
}

const attribute = (opened: Page, name: string) => opened.locator('drape-try-on').getAttribute(name);

/** A project of a reader: the named blocks as its files, and what it has installed. */
function writeProject(
  name: string,
  files: Readonly<Record<string, string>>,
  installed: Readonly<Record<string, string>>,
) {
  const root = join(folder, name);
  mkdirSync(root);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  for (const [module, at] of Object.entries(installed)) {
    const link = join(root, 'node_modules', module);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(at), link);
  }
  return root;
}

const named = (endings: RegExp): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SHOPS.filter(({ file }) => endings.test(file)).map(({ file, text }) => [file, filled(text)] as const),
  );

/** A program and all that it printed, should it fail. */
async function run(file: string, args: readonly string[], cwd: string): Promise<string> {
  const ran = execute(file, args, { cwd, env: testEnvironment(), timeout: WITHIN_MS });
  const { stdout } = await ran.catch((error: { stdout?: string; stderr?: string; message: string }) => {
    throw new Error([error.message, error.stdout, error.stderr].join('\n'));
  });
  return stdout;
}

const REACT_PAGES = [
  {
    name: 'the page shown',
    source: `import { ProductPage } from './ProductPage';`,
    isScriptLate: false,
  },
  {
    name: 'client tokens and a script that comes late',
    source: `import { DrapeTryOn } from './DrapeTryOn';
const fetchToken = async () => (await fetch('/try-on-token', { method: 'POST' })).text();
const ProductPage = () => (
  <DrapeTryOn
    product="SKU-42"
    policyUrl="/privacy"
    fetchToken={fetchToken}
    onResult={({ tryOnId }) => console.info('tried on', tryOnId)}
  />
);`,
    isScriptLate: true,
  },
];

describe('docs/shops.md', () => {
  it('has only blocks that a test below runs', () => {
    const languages = SHOPS.map(({ language, file }) => file || language);
    expect(languages).toEqual([
      ...['text', 'html', 'DrapeTryOn.tsx', 'ProductPage.tsx', 'vite.config.ts', 'TryOn.vue', 'ProductPage.vue'],
      ...['php', 'liquid'],
    ]);
  });

  it.each(REACT_PAGES)('React: type-checks, and works with $name', async ({ name, source, isScriptLate }) => {
    const main = `import { createRoot } from 'react-dom/client';
${source}
const root = document.getElementById('app');
if (root !== null) createRoot(root).render(<ProductPage />);`;
    const modules = ['react', 'react-dom', '@types/react', '@types/react-dom'];
    const root = writeProject(
      `react ${name}`,
      { ...named(/\.tsx$/), 'main.tsx': main, 'tsconfig.json': REACT_SETTINGS },
      Object.fromEntries(modules.map((module) => [module, join(DASHBOARD, module)])),
    );
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', root], root);
    const { outputFiles } = await build({
      entryPoints: [join(root, 'main.tsx')],
      absWorkingDir: root,
      bundle: true,
      write: false,
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    shop.files.set('/shop.js', outputFiles[0]?.text ?? '');
    const own = '<script type="module" src="/shop.js"></script>';
    const script = only(SHOPS, 'html');
    const before = shop.tokens;
    const { said } = await visit(pageOf(isScriptLate ? own + script : script + own, '<div id="app"></div>'), {
      isScriptLate,
    });
    expect(said.filter((line) => line.startsWith('tried on try_'))).toHaveLength(1);
    expect(shop.tokens > before).toBe(source.includes('/try-on-token'));
  });

  it('Vue: builds with its settings, hands the key on and hears the result', async () => {
    const main = `import { createApp } from 'vue';
import ProductPage from './ProductPage.vue';
createApp(ProductPage).mount('#app');`;
    const own = '<script type="module" src="/main.ts"></script>';
    const modules = ['vue', 'vite', '@vitejs/plugin-vue'];
    const files = {
      ...named(/\.vue$|^vite/),
      'main.ts': main,
      'package.json': '{ "type": "module" }',
      'index.html': pageOf(only(SHOPS, 'html') + own, '<div id="app"></div>'),
    };
    const installed = Object.fromEntries(modules.map((module) => [module, join(VITEPRESS, module)]));
    const root = writeProject('vue', files, installed);
    await run(process.execPath, [join(VITEPRESS, 'vite/bin/vite.js'), 'build', '--logLevel', 'warn'], root);
    const html = readFileSync(join(root, 'dist/index.html'), 'utf8');
    const bundle = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    shop.files.set(bundle, readFileSync(join(root, 'dist', bundle), 'utf8'));
    const { said } = await visit(html);
    expect(said.filter((line) => line.startsWith('tried on try_'))).toHaveLength(1);
  });

  it('WooCommerce: prints script and element through WordPress', async () => {
    const root = writeProject('woo', { 'plugin.php': only(SHOPS, 'php'), 'wordpress.php': WORDPRESS }, {});
    const printed: WordPressPage = JSON.parse(await run(php, ['wordpress.php', PICTURE, 'sale', 't-shirts'], root));
    expect(printed.hooks).toEqual([
      'wp_enqueue_scripts 10',
      'script_loader_tag 10',
      'woocommerce_single_product_summary 35',
    ]);
    const opened = await visit(pageOf(printed.head, printed.summary));
    expect(await attribute(opened.page, 'image')).toBe(PICTURE);
    expect(await attribute(opened.page, 'category')).toBe('top');
  });

  it('WooCommerce: prints no button for a product of another kind', async () => {
    const root = writeProject('woo-other', { 'plugin.php': only(SHOPS, 'php'), 'wordpress.php': WORDPRESS }, {});
    const printed: WordPressPage = JSON.parse(await run(php, ['wordpress.php', PICTURE, 'shoes'], root));
    expect(printed.summary).toBe('');
  });

  it('Shopify: renders with the settings of its schema', async () => {
    const opened = await visit(pageOf('', renderSection('Shirt')));
    expect(await attribute(opened.page, 'image')).toBe(PICTURE);
    expect(await attribute(opened.page, 'category')).toBe('top');
  });

  it('Shopify: renders nothing for a product of another kind, or before there is a key', () => {
    expect(renderSection('Shoes').trim()).toBe('');
    expect(renderSection('Shirt', { key: '' }).trim()).toBe('');
  });
});

describe('docs/widget.md', () => {
  it('asks for the same policy as docs/shops.md', () => {
    expect(only(WIDGET, 'text')).toBe(only(SHOPS, 'text'));
  });

  const start = (): string => filled(WIDGET.find(({ language }) => language === 'html')?.text ?? '');

  const runnable = WIDGET.filter(({ language }) => ['html', 'js', 'ts'].includes(language));

  it.each(runnable.map((block, at) => ({ ...block, at: at + 1 })))(
    'works as it stands: block $at, $language',
    async ({ language, text }) => {
      const before = shop.tokens;
      const source = filled(text);
      if (language === 'html') {
        // What has no element of its own is for that of the first block.
        const isGallery = source.includes('<drape-try-on gallery');
        const html = source.includes('<drape-try-on') ? source : start() + source;
        await visit(pageOf('', html), { work: isGallery ? wearTogether : tryOn });
      } else {
        const { outputFiles } = await build({
          stdin: { contents: source, loader: language === 'ts' ? 'ts' : 'js' },
          bundle: true,
          write: false,
        });
        shop.files.set('/block.js', outputFiles[0]?.text ?? '');
        await visit(pageOf('', `${start()}<script type="module" src="/block.js"></script>`));
      }
      expect(shop.tokens > before).toBe(source.includes('/try-on-token'));
    },
  );
});

/** As strict as a reader's project may be. */
const REACT_SETTINGS = JSON.stringify({
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'es2022',
    module: 'es2022',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    lib: ['es2022', 'dom'],
    types: [],
  },
  include: ['*.tsx'],
});

interface SectionSettings {
  readonly settings: readonly { readonly id: string; readonly type: string; readonly label: string }[];
}

/** Does what Shopify does with a section: takes its schema out and renders the rest. */
function renderSection(type: string, given: Readonly<Record<string, string>> = {}): string {
  const source = only(SHOPS, 'liquid');
  const [schemaBlock = '', schema = ''] = /{% schema %}(.*){% endschema %}/s.exec(source) ?? [];
  const { settings }: SectionSettings = JSON.parse(schema);
  const entered: Readonly<Record<string, string>> = {
    url: service.url,
    key: values['drp_pk_live_…'] ?? '',
    integrity: values['sha384-…'] ?? '',
    ...given,
  };
  // A setting that the section reads and the schema lacks stays empty, as at Shopify.
  const known = Object.fromEntries(settings.map(({ id }) => [id, entered[id]]));
  const engine = new Liquid();
  // Shopify's addresses have no scheme.
  engine.registerFilter('image_url', (image: string) => image.replace('https:', ''));
  const context = {
    product: { type, featured_image: PICTURE },
    shop: { privacy_policy: { url: '/policies/privacy-policy' } },
    section: { settings: known },
  };
  return String(engine.parseAndRenderSync(source.replace(schemaBlock, ''), context));
}

interface WordPressPage {
  readonly hooks: readonly string[];
  /** What is printed into the page's head, and below “Add to cart”. */
  readonly head: string;
  readonly summary: string;
}

/** As much of WordPress as a product page needs; the product's picture and its categories are the arguments. */
const WORDPRESS = String.raw`<?php
error_reporting(-1);
set_error_handler(function ($level, $message) {
    throw new ErrorException($message);
});
$hooks = [];
$names = [];
$scripts = [];
$picture = $argv[1];
$slugs = array_slice($argv, 2);

function add_action($hook, $callback, $priority = 10, $arguments = 1)
{
    global $hooks, $names;
    $hooks[$hook] = [$callback, $arguments];
    $names[] = "$hook $priority";
}

function add_filter($hook, $callback, $priority = 10, $arguments = 1)
{
    add_action($hook, $callback, $priority, $arguments);
}

function is_product()
{
    return true;
}

function wp_enqueue_script($handle, $src, $needs = [], $version = false)
{
    global $scripts;
    $scripts[$handle] = $version === null ? $src : $src . '?ver=6.8';
}

function esc_attr($text)
{
    return htmlspecialchars((string) $text, ENT_QUOTES, 'UTF-8');
}

function wp_get_script_tag($attributes)
{
    $printed = '';
    foreach ($attributes as $name => $value) {
        $printed .= sprintf(' %s="%s"', $name, esc_attr($value));
    }
    return "<script$printed></script>\n";
}

function wp_get_post_terms($id, $taxonomy, $arguments)
{
    global $slugs;
    return $id === 7 && $taxonomy === 'product_cat' && $arguments === ['fields' => 'slugs'] ? $slugs : [];
}

function wp_get_attachment_url($id)
{
    global $picture;
    return $id === 8 ? $picture : false;
}

function get_privacy_policy_url()
{
    return '/privacy';
}

final class ShopProduct
{
    public function get_id()
    {
        return 7;
    }

    public function get_image_id()
    {
        return 8;
    }
}

require __DIR__ . '/plugin.php';

$product = new ShopProduct();
$hooks['wp_enqueue_scripts'][0]();
$head = '';
foreach ($scripts as $handle => $src) {
    [$filter, $arguments] = $hooks['script_loader_tag'];
    $given = ["<script src='$src' id='$handle-js'></script>\n", $handle, $src];
    $head .= $filter(...array_slice($given, 0, $arguments));
}
ob_start();
$hooks['woocommerce_single_product_summary'][0]();
echo json_encode(['hooks' => $names, 'head' => $head, 'summary' => ob_get_clean()]);
`;
