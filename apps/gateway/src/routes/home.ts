import { successEnvelope } from '@drape/contracts';
import { PAGE_HEADERS, PAGE_POLICY, SAFE_HEADERS } from './docs';
import type { ReadinessDeps } from './health';
import { renderHomePage } from './home-page';
import type { Route } from './route';

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

/** What whoever opens the service's address sees: a page, or the same as JSON for programs that take no page. */
export function homeRoute({ ping, isDraining, version }: ReadinessDeps & { readonly version: string }): Route {
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
    summary: 'The start page',
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
    async handle({ accepts, publicUrl }) {
      const ready = await isReady();
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
