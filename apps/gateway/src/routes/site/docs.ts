import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { errorEnvelopeSchema, ServiceError } from '@drape/contracts';
import { matches } from '../../http/entity-tag';
import type { Document } from '../../http/respond';
import { readSite, type Site, type SiteFile } from './docs-site';
import { HOME_STYLE } from './home-page';
import { errorDocsRoute } from '../openapi';
import type { ApiRequest, Route } from '../route';

const requireHere = createRequire(__filename);

/**
 * Starts the API reference on our document. No validator: the page sends nothing to other hosts. The reference shows the API only: pages
 * and files of the gateway are left out; try-ons come first; summaries are shown without Markdown.
 */
const START = `const isApi = (path) => path.startsWith('/v1/') || path.startsWith('/.well-known/');
const operationsOf = (entry) => Object.values(entry).filter((one) => one !== null && typeof one === 'object' && one.summary);

function shown(whole) {
  const document = structuredClone(whole);
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => isApi(path));
  paths.sort(([a], [b]) => Number(b === '/v1/tryon') - Number(a === '/v1/tryon'));
  document.paths = Object.fromEntries(paths.map(([path, { get, ...others }]) => [path, get ? { ...others, get } : others]));
  const operations = [document.paths, document.webhooks ?? {}].flatMap((group) => Object.values(group).flatMap(operationsOf));
  for (const one of operations) one.summary = one.summary.replaceAll('\`', '');
  const used = new Set(operations.flatMap(({ tags }) => tags ?? []));
  document.tags = (document.tags ?? []).filter(({ name }) => used.has(name));
  return document;
}

const forReaders = {
  statePlugins: { spec: { wrapActions: { updateJsonSpec: (update) => (document) => update(shown(document)) } } },
};

SwaggerUIBundle({
  url: '/v1/openapi.json',
  plugins: [forReaders],
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/**
 * Swagger UI shows some things too often or too large: an empty column of links, the same headers under each status (the introduction has
 * them once), a frame around a single button.
 */
const STYLE = `body{margin:0}
.swagger-ui .information-container{padding-bottom:0}
.swagger-ui .info{margin:32px 0 8px}
.swagger-ui .info .description{max-width:52rem}
.swagger-ui .scheme-container{background:none;box-shadow:none;margin:0;padding:8px 0}
.swagger-ui .servers-title,.swagger-ui .servers,.swagger-ui .response-col_links,.swagger-ui .response .headers-wrapper{display:none}
.swagger-ui .opblock-tag small{font-weight:400}
.swagger-ui .response-col_description{padding-bottom:24px}
.swagger-ui .response-col_description__inner p{margin:0;font-size:14px}
.swagger-ui .response-col_description__inner a{text-decoration:none}
.swagger-ui .response-col_description__inner a code{color:#3b4151;line-height:1.8}
.swagger-ui .opblock-tag-section{margin-bottom:16px}
.swagger-ui .topbar{display:none}
.site{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:center;padding:14px 24px;border-bottom:1px solid #e4ded5;background:#fff;font:16px/1.5 system-ui,sans-serif}
.site a{color:#1c1b1a;font-size:14px;text-decoration:none}
.site a:hover,.site a:focus-visible{color:#8f3f1f;text-decoration:underline}
.site a:first-child{font-size:16px;font-weight:600;margin-right:auto}
.site a[aria-current]{color:#8f3f1f;font-weight:600}
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Drape API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="/docs/assets/style.css">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The document that it shows is <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`;

/** Where the documentation is built. */
const HEADER = `<nav class="site" aria-label="Documentation">
<a href="/docs">Drape documentation</a>
<a href="/docs/quick-start">Quick start</a>
<a href="/docs/api">API</a>
<a href="/docs/reference" aria-current="page">Reference</a>
<a href="/docs/errors">Errors</a>
<a href="/docs/faq">FAQ</a>
</nav>
`;

/** Everything from this gateway. Swagger UI sets styles through the CSSOM; its icons are data: URLs in its style sheet. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const SAFE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' } as const;
/** Names of these headers, for the OpenAPI document. */
export const SAFE_HEADER_NAMES = ['X-Content-Type-Options', 'Referrer-Policy'] as const;
export const PAGE_HEADERS = ['Content-Security-Policy', ...SAFE_HEADER_NAMES] as const;
/** The library changes only with a release of the gateway. */
const ASSET_CACHE = 'public, max-age=3600';

/** A page may change with a release of the gateway; its ETag tells whether it did. */
const PAGE_CACHE = 'public, no-cache';
const HASHED_CACHE = 'public, max-age=31536000, immutable';

const CONDITION = { 'If-None-Match': { type: 'string', description: 'The ETag of an earlier answer.' } } as const;
const TAGGED = ['ETag', ...PAGE_HEADERS] as const;
const SITE_RESPONSES = {
  200: { description: 'A page or a file.', schema: { type: 'string' }, contentType: 'text/html' },
  304: { description: 'Unchanged since the ETag.', schema: { type: 'string' }, contentType: 'text/html' },
} as const;
const NOT_FOUND = {
  404: {
    description: '[`route_not_found`](/docs/errors#route_not_found); a page for browsers.',
    schema: { type: 'string' },
    contentType: 'text/html',
    json: errorEnvelopeSchema,
    sends: PAGE_HEADERS,
  },
} as const;

/** Everything below /docs: the documentation, the API reference, and what both load. */
export function docsRoutes(site: Site | null = readSite()): Route[] {
  return [
    docsRoute(site),
    referenceRoute(site),
    docsAssetRoute(),
    errorDocsRoute(siteFile(site, 'errors')),
    fileRoute(site, ['page'], 'getDocsPage'),
    fileRoute(site, ['folder', 'page'], 'getDocsFolderPage'),
    fileRoute(site, ['folder', 'subfolder', 'file'], 'getDocsFile'),
  ];
}

/** The start page of the documentation; the API reference where the documentation is not built. */
function docsRoute(site: Site | null): Route {
  const start = siteFile(site, '');
  return {
    method: 'get',
    path: '/docs',
    operationId: 'getDocs',
    tag: 'Documentation',
    scope: null,
    summary: 'The documentation (HTML)',
    headers: CONDITION,
    responses: SITE_RESPONSES,
    sends: TAGGED,
    errors: [],
    handle: async (request) => (start === null ? referencePage(null) : start(request)),
  };
}

/** The API reference: Swagger UI over /v1/openapi.json, offline. */
function referenceRoute(site: Site | null): Route {
  return {
    method: 'get',
    path: '/docs/reference',
    operationId: 'getReference',
    tag: 'Documentation',
    scope: null,
    summary: 'The API reference (HTML)',
    responses: { 200: { description: 'A page.', schema: { type: 'string' }, contentType: 'text/html' } },
    sends: PAGE_HEADERS,
    errors: [],
    handle: async () => referencePage(site),
  };
}

function referencePage(site: Site | null): Document {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': PAGE_POLICY,
    ...SAFE_HEADERS,
  };
  return { status: 200, headers, document: site === null ? PAGE : PAGE.replace('<body>\n', `<body>\n${HEADER}`) };
}

/** A page or file of the site at this depth below /docs. */
function fileRoute(site: Site | null, names: readonly string[], operationId: string): Route {
  const last = names.at(-1) ?? '';
  return {
    method: 'get',
    path: `/docs/${names.map((name) => `{${name}}`).join('/')}`,
    operationId,
    tag: 'Documentation',
    scope: null,
    summary: last === 'file' ? 'A file of the documentation' : 'A page or file of the documentation',
    params: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    headers: CONDITION,
    responses: { ...SITE_RESPONSES, ...NOT_FOUND },
    sends: TAGGED,
    errors: ['route_not_found'],
    async handle(request) {
      const path = names.map((name) => request.params[name] ?? '').join('/');
      const send = siteFile(site, path);
      if (send !== null) return send(request);
      // Programs get the usual error for unknown paths.
      if (site === null || request.accepts('json', 'html') !== 'html') {
        throw new ServiceError('route_not_found', { detail: `There is no path /docs/${path.slice(0, 200)}.` });
      }
      const { bytes, type } = site.notFound;
      const headers = { 'Content-Type': type, 'Content-Security-Policy': policyOf(site), ...SAFE_HEADERS };
      return { status: 404, headers, document: bytes };
    },
  };
}

/** The handler that serves a file of the site; null where the path has none. */
function siteFile(site: Site | null, path: string): ((request: ApiRequest) => Document) | null {
  const file = site?.files.get(path);
  if (site === null || file === undefined) return null;
  const headers = {
    'Content-Type': file.type,
    'Cache-Control': file.isHashed ? HASHED_CACHE : PAGE_CACHE,
    ETag: file.tag,
    ...(file.isPage ? { 'Content-Security-Policy': policyOf(site) } : {}),
    ...SAFE_HEADERS,
  };
  return ({ header }) => sendFile(file, headers, header('if-none-match'));
}

function sendFile(
  { bytes, tag }: SiteFile,
  headers: Readonly<Record<string, string>>,
  known: string | undefined,
): Document {
  if (matches(known, tag)) return { status: 304, headers, document: '' };
  return { status: 200, headers, document: bytes };
}

/** The policy of all pages, plus the hashes of the site's inline scripts. */
function policyOf({ scriptHashes }: Site): string {
  return PAGE_POLICY.replace("script-src 'self'", ["script-src 'self'", ...scriptHashes].join(' '));
}

interface Asset {
  readonly type: string;
  readonly text: string;
}

/** The files of this page and of the start page, by name; read once at start. Throws: where the library is not installed. */
function readAssets(): ReadonlyMap<string, Asset> {
  const read = (name: string) => readFileSync(requireHere.resolve(`swagger-ui-dist/${name}`), 'utf8');
  const script = 'text/javascript; charset=utf-8';
  return new Map<string, Asset>([
    ['swagger-ui-bundle.js', { type: script, text: read('swagger-ui-bundle.js') }],
    ['swagger-ui.css', { type: 'text/css; charset=utf-8', text: read('swagger-ui.css') }],
    ['style.css', { type: 'text/css; charset=utf-8', text: STYLE }],
    ['start.js', { type: script, text: START }],
    ['home.css', { type: 'text/css; charset=utf-8', text: HOME_STYLE }],
  ]);
}

function docsAssetRoute(): Route {
  const assets = readAssets();
  return {
    ...{ method: 'get', path: '/docs/assets/{file}', operationId: 'getDocsAsset', tag: 'Documentation', scope: null },
    summary: 'A file of the API reference',
    params: { file: { type: 'string', enum: [...assets.keys()] } },
    responses: { 200: { description: 'The file.', schema: { type: 'string' }, contentType: 'text/javascript' } },
    sends: SAFE_HEADER_NAMES,
    errors: ['route_not_found'],
    async handle({ params }) {
      const asset = assets.get(params['file'] ?? '');
      if (asset === undefined) throw new ServiceError('route_not_found', { detail: 'There is no such file.' });
      const headers = { 'Content-Type': asset.type, 'Cache-Control': ASSET_CACHE, ...SAFE_HEADERS };
      return { status: 200, headers, document: asset.text };
    },
  };
}
