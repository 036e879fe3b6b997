import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ServiceError } from '@drape/contracts';
import { PAGE_HEADERS, SAFE_HEADER_NAMES, SAFE_HEADERS } from './docs';
import type { Route } from '../route';

export interface DashboardDeps {
  /** The origin from which this request's browser loads results. */
  readonly storeOrigin: (host: string | null) => Promise<string>;
}

const requireHere = createRequire(__filename);
const FOLDER = join(dirname(requireHere.resolve('@drape/dashboard/package.json')), 'dist');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
};
/** Their names change with their content. */
const ASSET_CACHE = 'public, max-age=31536000, immutable';
const ICON_CACHE = 'public, max-age=3600';
const NONCE_MARK = '__STYLE_NONCE__';
const NONCE_BYTES = 18;
const ROUTE = {
  method: 'get',
  tag: 'Documentation',
  scope: null,
} as const;

/** The dashboard: one page for all its paths, and the files that it loads; read once at start. */
export function dashboardRoutes({ storeOrigin }: DashboardDeps): Route[] {
  const files = readFiles();
  const page = files.get('index.html')?.bytes.toString('utf8');
  const answerPage = async (host: string | null) => {
    if (page === undefined) throw new ServiceError('route_not_found', { detail: 'The dashboard was not built here.' });
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(nonce, await storeOrigin(host)),
      ...SAFE_HEADERS,
    };
    return {
      status: 200,
      headers,
      document: page.replaceAll(NONCE_MARK, nonce),
    };
  };
  const pageRoute = (path: string, operationId: string, params: Route['params']): Route => ({
    ...ROUTE,
    path,
    operationId,
    summary: 'The dashboard (HTML)',
    ...(params === undefined ? {} : { params }),
    responses: { 200: { description: 'A page.', schema: { type: 'string' }, contentType: 'text/html' } },
    sends: PAGE_HEADERS,
    errors: ['route_not_found'],
    handle: ({ host }) => answerPage(host),
  });
  const name = { type: 'string' } as const;
  return [
    fileRoute('/dashboard/icon.svg', 'getDashboardIcon', () => files.get('icon.svg')),
    fileRoute('/dashboard/assets/{file}', 'getDashboardAsset', (file) => files.get(`assets/${file}`)),
    pageRoute('/dashboard', 'getDashboard', undefined),
    pageRoute('/dashboard/{page}', 'getDashboardPage', { page: name }),
    pageRoute('/dashboard/{page}/{id}', 'getDashboardRecord', { page: name, id: name }),
  ];
}

interface StaticFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** Compressed at the first request: a gateway whose dashboard nobody opens saves the work. */
  readonly gzipped: () => Buffer;
}

function fileRoute(path: string, operationId: string, find: (file: string) => StaticFile | undefined): Route {
  const takesFile = path.includes('{');
  return {
    ...ROUTE,
    path,
    operationId,
    summary: 'A file of the dashboard',
    ...(takesFile ? { params: { file: { type: 'string' } } } : {}),
    responses: {
      200: {
        description: 'The file.',
        schema: { type: 'string' },
        contentType: takesFile ? 'text/javascript' : 'image/svg+xml',
      },
    },
    sends: SAFE_HEADER_NAMES,
    errors: ['route_not_found'],
    async handle({ params, header }) {
      const file = find(params['file'] ?? '');
      if (file === undefined) throw new ServiceError('route_not_found', { detail: 'There is no such file.' });
      const takesGzip = /\bgzip\b/.test(header('accept-encoding') ?? '');
      const headers = {
        'Content-Type': file.type,
        'Cache-Control': takesFile ? ASSET_CACHE : ICON_CACHE,
        Vary: 'Accept-Encoding',
        ...(takesGzip ? { 'Content-Encoding': 'gzip' } : {}),
        ...SAFE_HEADERS,
      };
      return { status: 200, headers, document: takesGzip ? file.gzipped() : file.bytes };
    },
  };
}

/** The built dashboard's files, by path within its folder; empty where it was not built. */
function readFiles(): ReadonlyMap<string, StaticFile> {
  const names = ['index.html', 'icon.svg', ...namesIn('assets')].filter((name) => existsSync(join(FOLDER, name)));
  return new Map(names.map((name) => [name, readFile(name)]));
}

function namesIn(folder: string): string[] {
  const path = join(FOLDER, folder);
  return existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
}

function readFile(name: string): StaticFile {
  const bytes = readFileSync(join(FOLDER, name));
  let gzipped: Buffer | null = null;
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    bytes,
    gzipped: () => (gzipped ??= gzipSync(bytes)),
  };
}

/** Style elements are Mantine's, which knows the nonce; pictures come from the store and from the shopper's own device. */
function policyOf(nonce: string, store: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${store}`,
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
