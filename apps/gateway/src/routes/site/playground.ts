import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { clientTokenSchema, ServiceError, successEnvelope } from '@drape/contracts';
import type { Principal } from '../../http/context';
import { createToken, type ClientTokensDeps } from '../sessions/client-tokens';
import { SAFE_HEADER_NAMES, SAFE_HEADERS } from './docs';
import type { Route } from '../route';

export interface PlaygroundDeps extends ClientTokensDeps {
  /** The principal of the playground's key; null where there is no playground. Throws: ServiceError where the key is not valid. */
  readonly playground: (() => Promise<Principal>) | null;
}

const requireHere = createRequire(__filename);
const FOLDER = join(dirname(requireHere.resolve('@drape/widget/package.json')), 'dist/playground');
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jpg: 'image/jpeg',
  txt: 'text/plain; charset=utf-8',
};
const CACHE = 'public, max-age=600';
/** Token for one page view. */
const TOKEN = { ttlSeconds: 3600, maxTryOns: 200 };
const OFF = 'The playground is off: DRAPE_PLAYGROUND_KEY switches it on.';

/** The page at `/` where the playground is on. */
export function playgroundPage(): string {
  return readFileSync(join(FOLDER, 'page.html'), 'utf8');
}

/** The files that the page loads, by path below /playground/; read once at start. */
function readFiles(): ReadonlyMap<string, Buffer> {
  const samples = readdirSync(join(FOLDER, 'samples')).map((name) => `samples/${name}`);
  const names = ['playground.js', 'playground.css', 'samples.json', ...samples];
  return new Map(names.map((name) => [name, readFileSync(join(FOLDER, name))]));
}

export function playgroundRoutes(deps: PlaygroundDeps): Route[] {
  const files = readFiles();
  return [
    fileRoute(deps, files, '/playground/{file}', ''),
    fileRoute(deps, files, '/playground/samples/{file}', 'samples/'),
    tokenRoute(deps),
  ];
}

function fileRoute(
  { playground }: PlaygroundDeps,
  files: ReadonlyMap<string, Buffer>,
  path: string,
  folder: string,
): Route {
  const isSample = folder !== '';
  return {
    method: 'get',
    path,
    tag: 'Documentation',
    scope: null,
    operationId: isSample ? 'getPlaygroundSample' : 'getPlaygroundFile',
    summary: isSample ? 'A sample picture of the playground' : 'A file of the playground',
    params: { file: { type: 'string' } },
    responses: {
      200: {
        description: 'The file.',
        schema: { type: 'string' },
        contentType: isSample ? 'image/jpeg' : 'text/javascript',
      },
    },
    sends: SAFE_HEADER_NAMES,
    errors: ['route_not_found'],
    async handle({ params }) {
      if (playground === null) throw new ServiceError('route_not_found', { detail: OFF });
      const name = `${folder}${params['file'] ?? ''}`;
      const bytes = files.get(name);
      if (bytes === undefined) throw new ServiceError('route_not_found', { detail: 'There is no such file.' });
      const type = TYPES[name.split('.').pop() ?? ''] ?? 'application/octet-stream';
      return {
        status: 200,
        headers: { 'Content-Type': type, 'Cache-Control': CACHE, ...SAFE_HEADERS },
        document: bytes,
      };
    },
  };
}

function tokenRoute(deps: PlaygroundDeps): Route {
  return {
    method: 'post',
    path: '/playground/token',
    operationId: 'createPlaygroundToken',
    tag: 'Documentation',
    scope: null,
    summary: 'Make a client token for the playground',
    description:
      'For one page view, of the account whose key the operator gave the playground. 404 where there is none.',
    responses: { 200: { description: 'The token.', schema: successEnvelope(clientTokenSchema) } },
    errors: ['route_not_found', 'invalid_api_key', 'expired_api_key', 'revoked_api_key', 'scope_not_grantable'],
    async handle() {
      if (deps.playground === null) throw new ServiceError('route_not_found', { detail: OFF });
      return createToken(deps, await deps.playground(), TOKEN);
    },
  };
}
