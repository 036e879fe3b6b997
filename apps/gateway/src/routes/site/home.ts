import { successEnvelope } from '@drape/contracts';
import { PAGE_HEADERS, PAGE_POLICY, SAFE_HEADERS } from './docs';
import type { ReadinessDeps } from '../health';
import { playgroundPage, type PlaygroundDeps } from './playground';
import { renderHomePage } from './home-page';
import type { Route } from '../route';

const link = { type: 'string' } as const;
const homeSchema = {
  type: 'object',
  required: ['name', 'version', 'status', 'links'],
  properties: {
    name: { type: 'string' },
    version: { type: 'string' },
    status: { type: 'string', enum: ['ready', 'not_ready'] },
    links: {
      type: 'object',
      required: ['docs', 'errors', 'openapi'],
      properties: { docs: link, errors: link, openapi: link },
    },
  },
} as const;

export interface HomeDeps extends ReadinessDeps, Pick<PlaygroundDeps, 'playground'> {
  readonly version: string;
  /** The origin from which this request's browser loads results. */
  readonly storeOrigin: (host: string | null) => Promise<string>;
}

/** The page at the service's address: the playground where it is on, otherwise links; as JSON for programs that do not accept HTML. */
export function homeRoute({ ping, isDraining, version, playground, storeOrigin }: HomeDeps): Route {
  const page = playground === null ? null : playgroundPage();
  const isReady = async (): Promise<boolean> => {
    if (isDraining()) return false;
    return ping().then(
      () => true,
      () => false,
    );
  };
  const html = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY, ...SAFE_HEADERS };
  const vary = { Vary: 'Origin, Accept' };
  return {
    method: 'get',
    path: '/',
    operationId: 'getHome',
    tag: 'Documentation',
    scope: null,
    summary: 'The start page, or the playground where it is on',
    responses: {
      200: {
        description: 'A page; JSON for clients that accept only that.',
        schema: { type: 'string' },
        contentType: 'text/html',
        json: successEnvelope(homeSchema),
      },
    },
    sends: PAGE_HEADERS,
    errors: [],
    async handle({ accepts, publicUrl, host }) {
      const ready = await isReady();
      if (page !== null && ready && accepts('html', 'json') !== 'json') {
        const policy = playgroundPolicy(await storeOrigin(host));
        const headers = { ...html, ...vary, 'Content-Security-Policy': policy };
        return { status: 200, headers, document: page };
      }
      if (accepts('html', 'json') !== 'json') {
        return { status: 200, headers: { ...html, ...vary }, document: renderHomePage({ isReady: ready, version }) };
      }
      const links = {
        docs: `${publicUrl}/docs`,
        errors: `${publicUrl}/docs/errors`,
        openapi: `${publicUrl}/v1/openapi.json`,
      };
      const status = ready ? 'ready' : 'not_ready';
      return { status: 200, headers: vary, data: { name: 'Drape', version, status, links } };
    },
  };
}

/** The policy of all pages, plus pictures from the store. */
function playgroundPolicy(store: string): string {
  return PAGE_POLICY.replace("img-src 'self'", `img-src 'self' ${store}`).replace(
    "connect-src 'self'",
    `connect-src 'self' ${store}`,
  );
}
