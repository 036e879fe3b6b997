import { CLIENT_TOKEN_SCOPES, PUBLISHABLE_SCOPES, SCOPES, type Scope } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import type { TestGateway } from './harness';
import { makeThings, passingBody, type Things } from './own-things';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

/**
 * Who may do what: every operation of the OpenAPI document × every kind of key, live and test, of the owner and of others. A new
 * operation is in the matrix by being in the document.
 */
useGateway();

type Operation = TestGateway['routes'][number];
/** 401, 403, 404, or anything else: the request reached the thing that it names. */
type Cell = 'no key' | 'no scope' | 'hidden' | 'passes';

interface Asker {
  readonly name: string;
  readonly token: (operation: Operation, things: Things) => Promise<string | null>;
  readonly expected: (operation: Operation) => Cell;
  readonly ownsThings: boolean;
}

const ORIGIN = 'https://shop.example';
const namesOne = ({ path }: Operation) => path.includes('{');
const withScope = (scopes: readonly Scope[], { scope }: Operation) => scope !== null && scopes.includes(scope);
/** What a key may reach of the things of an owner that it does not work for. */
const asStranger = (operation: Operation): Cell => (namesOne(operation) ? 'hidden' : 'passes');
const scoped = (scopes: readonly Scope[], then: (operation: Operation) => Cell) => (operation: Operation) =>
  withScope(scopes, operation) ? then(operation) : 'no scope';

async function mint({ key }: Things, sent: { readonly sessionId?: string }): Promise<string> {
  const { body } = await gateway.send('POST', '/v1/client-tokens', { key, body: sent });
  return textOf(body['data']['token']);
}

const make = async (options: Parameters<typeof services.createKey>[0]) => (await services.createKey(options)).key;
const pages = { kind: 'pk', allowedOrigins: [ORIGIN] } as const;

/** A key gives only what it has, and a token of nothing is refused. */
const GIVEN_ON: Readonly<Record<string, readonly Scope[]>> = { createClientToken: ['tryon:read'] };

const ASKERS: readonly Asker[] = [
  { name: 'nobody', token: async () => null, expected: () => 'no key', ownsThings: false },
  { name: 'owner, live', token: async (_operation, { key }) => key, expected: () => 'passes', ownsThings: true },
  {
    name: 'owner, live, with this scope alone',
    token: ({ scope, operationId }, { accountId }) =>
      make({ accountId, kind: 'rk', scopes: [...(scope === null ? [] : [scope]), ...(GIVEN_ON[operationId] ?? [])] }),
    expected: () => 'passes',
    ownsThings: true,
  },
  {
    name: 'owner, live, with every other scope',
    token: ({ scope }, { accountId }) => make({ accountId, kind: 'rk', scopes: SCOPES.filter((one) => one !== scope) }),
    expected: () => 'no scope',
    ownsThings: false,
  },
  {
    name: 'owner, test',
    token: (_operation, { accountId }) => make({ accountId, env: 'test' }),
    expected: asStranger,
    ownsThings: false,
  },
  { name: 'another account', token: () => make({}), expected: asStranger, ownsThings: false },
  { name: 'another account, test', token: () => make({ env: 'test' }), expected: asStranger, ownsThings: false },
  {
    name: 'owner’s publishable key, another session',
    token: (_operation, { accountId }) => make({ accountId, ...pages }),
    expected: scoped(PUBLISHABLE_SCOPES, asStranger),
    ownsThings: false,
  },
  {
    name: 'client token, another session',
    token: (_operation, things) => mint(things, {}),
    expected: scoped(CLIENT_TOKEN_SCOPES, asStranger),
    ownsThings: false,
  },
  {
    name: 'client token, this session',
    token: (_operation, things) => mint(things, { sessionId: things.sessionId }),
    expected: scoped(CLIENT_TOKEN_SCOPES, () => 'passes'),
    ownsThings: true,
  },
];

async function ask(operation: Operation, token: string | null, path: string): Promise<Cell> {
  const method = operation.method.toUpperCase();
  const { status, body, text } = await gateway.send(method, path, {
    key: token,
    headers: { origin: ORIGIN, prefer: 'wait=0' },
    ...passingBody(operation),
  });
  if (status === 401) return 'no key';
  if (status === 403)
    return textOf(body['error']['code']) === 'insufficient_scope' ? 'no scope' : fail(operation, text);
  if (status === 404) return 'hidden';
  return status < 500 ? 'passes' : fail(operation, text);
}

function fail({ operationId }: Operation, text: string): never {
  throw new Error(`${operationId} answered ${text.slice(0, 300)}`);
}

describe('the matrix of operations and keys', () => {
  it('is drawn from the OpenAPI document', async () => {
    const { body: document } = await gateway.send('GET', '/v1/openapi.json');
    const documented = Object.values(document['paths'] as unknown as Record<string, Record<string, unknown>>).flatMap(
      (methods) => Object.values(methods).flatMap((one) => operationIdOf(one)),
    );
    expect(gateway.routes.map(({ operationId }) => operationId).sort()).toEqual(documented.sort());
  });

  it.each(ASKERS)(
    '$name',
    async ({ token, expected, ownsThings }) => {
      const operations = gateway.routes.filter(({ scope }) => scope !== null);
      let things = await makeThings(gateway, services);
      const cells: Record<string, Cell> = {};
      const wanted: Record<string, Cell> = {};
      for (const operation of operations) {
        const { operationId, path } = operation;
        cells[operationId] = await ask(operation, await token(operation, things), things.pathOf(path));
        wanted[operationId] = expected(operation);
        // What was changed may be gone.
        const isChanged = ownsThings && namesOne(operation) && operation.method !== 'get';
        if (isChanged) things = await makeThings(gateway, services);
      }
      expect(cells).toEqual(wanted);
    },
    180_000,
  );
});

function operationIdOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || !('operationId' in value)) return [];
  return [textOf(value.operationId)];
}
