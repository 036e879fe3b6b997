import { buildOpenApi, renderErrorDocs, type RouteDoc } from '@drape/contracts';
import type { Document } from '../http/respond';
import type { ApiRequest, Route } from './route';

/** Serves the document of a route table including this route. Built once. */
export function openApiRoute(others: readonly RouteDoc[], version: string): Route {
  const doc: RouteDoc = {
    ...{ method: 'get', path: '/v1/openapi.json', operationId: 'getOpenApi', tag: 'Documentation', scope: null },
    summary: 'This document',
    responses: {
      200: {
        description: 'OpenAPI 3.1.',
        contentType: 'application/json',
        schema: { type: 'object', required: ['openapi'], properties: { openapi: { type: 'string' } } },
      },
    },
    errors: [],
  };
  const document = JSON.stringify(buildOpenApi([...others, doc], { version }));
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return { ...doc, handle: async () => ({ status: 200, headers, document }) };
}

/**
 * The page that every error's `docUrl` points to: that of the documentation site; or a self-contained page where the site is not built, or
 * where the service runs below a path prefix, from which the site does not find its files.
 */
export function errorDocsRoute(ofSite: ((request: ApiRequest) => Document) | null): Route {
  const document = toPage(renderErrorDocs());
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  return {
    ...{ method: 'get', path: '/docs/errors', operationId: 'getErrorDocs', tag: 'Documentation', scope: null },
    summary: 'Every error code explained (HTML)',
    headers: { 'If-None-Match': { type: 'string', description: 'The ETag of an earlier answer.' } },
    responses: {
      200: { description: 'A page.', schema: { type: 'string' }, contentType: 'text/html' },
      304: { description: 'Unchanged since the ETag.', schema: { type: 'string' }, contentType: 'text/html' },
    },
    sends: ['ETag', 'Content-Security-Policy', 'X-Content-Type-Options', 'Referrer-Policy'],
    errors: [],
    async handle(request) {
      if (ofSite !== null && new URL(request.publicUrl).pathname === '/') return ofSite(request);
      return { status: 200, headers, document };
    },
  };
}

/** Enough of Markdown for our own page: headings, paragraphs, code spans. */
function toPage(markdown: string): string {
  const escaped = markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const blocks = escaped.split(/\n{2,}/).map((block) => {
    const [, marks, title = ''] = /^(#+) (.*)/.exec(block) ?? [];
    if (marks === undefined) return `<p>${block}</p>`;
    return `<h${marks.length} id="${title.replaceAll('`', '')}">${title}</h${marks.length}>`;
  });
  const body = blocks.join('\n').replaceAll(/`([^`]*)`/g, '<code>$1</code>');
  const style =
    'body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}h3{font-family:monospace;margin-bottom:0}h3+p{margin-top:.25rem}:target{background:#fe9}';
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">';
  return `<!doctype html><html lang="en">${head}<title>Errors</title><style>${style}</style>${body}</html>`;
}
