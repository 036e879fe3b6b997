import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ServiceError } from '@drape/contracts';
import { SAFE_HEADER_NAMES, SAFE_HEADERS } from './docs';
import type { Route } from '../route';

const requireHere = createRequire(__filename);
const SCRIPT = 'text/javascript; charset=utf-8';
/** The script that pages load, and the file with its `integrity` hash. */
const FILES: Readonly<Record<string, string>> = {
  'drape-try-on.js': SCRIPT,
  'drape-try-on.classic.js': SCRIPT,
  'integrity.json': 'application/json; charset=utf-8',
};
/** The script changes only with a release of the gateway; a page that names its hash must not get the next version from a cache. */
const CACHE = 'public, max-age=3600';

/** Serves the try-on button to shops' pages of every origin: without a key it can do nothing. */
export function widgetRoute(): Route {
  const texts = new Map(
    Object.keys(FILES).map((file) => [file, readFileSync(requireHere.resolve(`@drape/widget/dist/${file}`), 'utf8')]),
  );
  return {
    method: 'get',
    path: '/widget/{file}',
    operationId: 'getWidget',
    tag: 'Documentation',
    scope: null,
    summary: 'A file of the widget',
    description:
      'The web component `<drape-try-on>`, as a module and as a classic script; not counted against any limit.',
    params: { file: { type: 'string', enum: Object.keys(FILES) } },
    responses: { 200: { description: 'The file.', schema: { type: 'string' }, contentType: 'text/javascript' } },
    sends: SAFE_HEADER_NAMES,
    errors: ['route_not_found'],
    async handle({ params }) {
      const file = params['file'] ?? '';
      const text = texts.get(file);
      if (text === undefined) throw new ServiceError('route_not_found', { detail: 'There is no such file.' });
      const headers = {
        'Content-Type': FILES[file] ?? SCRIPT,
        'Cache-Control': CACHE,
        'Access-Control-Allow-Origin': '*',
        ...SAFE_HEADERS,
      };
      return { status: 200, headers, document: text };
    },
  };
}
