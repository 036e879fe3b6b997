import { CLIENT_TOKEN_SCOPES, PUBLISHABLE_SCOPES, SCOPES, type Scope } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import type { TestGateway } from './harness';
import { makeThings, type Things, type ThingsOptions } from './own-things';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

/**
 * Who may do what: every operation of the OpenAPI document × every kind of key, live and test, of the owner and of others. A new
 * operation is in the matrix by being in the document.
 */
useGateway();

type Operation = TestGateway['routes'][number];
/** 401, 403, 404, or anything else: the request reached the thing that it names, whose state may yet speak against it (409). */
type Cell = 'no key' | 'no scope' | 'hidden' | 'passes';

interface Asker {
  readonly name: string;
  readonly token: (operation: Operation, things: Things) => Promise<string | null>;
  readonly expected: (operation: Operation) => Cell;
  readonly ownsThings: boolean;
  /** How the things are made. */
  readonly things?: ThingsOptions;
}

const ORIGIN = 'https://shop.example';
const namesOne = ({ path }: Operation) => path.includes('{');
const withScope = (scopes: readonly Scope[], { scope }: Operation) => scope !== null && scopes.includes(scope);
/** What a key may reach of the things of an owner that it does not work for. */
const asStranger = (operation: Operation): Cell => (namesOne(operation) ? 'hidden' : 'passes');
/** A page names its session also in the body; that of somebody else is hidden. */
const NAME_SESSION: readonly string[] = ['createTryOn', 'createBatch', 'createMeasurements', 'createUpload'];
/** To those whose session it is not it makes one of that name. */
const MAKE_SESSION: readonly string[] = [...NAME_SESSION, 'createClientToken'];
const asStrangePage = (operation: Operation): Cell =>
  NAME_SESSION.includes(operation.operationId) ? 'hidden' : asStranger(operation);
const scoped = (scopes: readonly Scope[], then: (operation: Operation) => Cell) => (operation: Operation) =>
  withScope(scopes, operation) ? then(operation) : 'no scope';

async function mint({ key }: Pick<Things, 'key'>, sent: { readonly sessionId?: string }): Promise<string> {
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
    name: 'owner, live, of test things',
    token: (_operation, { accountId }) => make({ accountId }),
    expected: asStranger,
    ownsThings: false,
    things: { env: 'test' },
  },
  {
    name: 'owner, test, of test things',
    token: async (_operation, { key }) => key,
    expected: () => 'passes',
    ownsThings: true,
    things: { env: 'test' },
  },
  {
    name: 'owner’s publishable key, another session',
    token: (_operation, { accountId }) => make({ accountId, ...pages }),
    expected: scoped(PUBLISHABLE_SCOPES, asStrangePage),
    ownsThings: false,
  },
  {
    name: 'owner’s publishable key, another page’s session',
    token: (_operation, { accountId }) => make({ accountId, ...pages }),
    expected: scoped(PUBLISHABLE_SCOPES, asStrangePage),
    ownsThings: false,
    things: { origin: ORIGIN },
  },
  {
    name: 'owner’s publishable key, its own session',
    token: async (_operation, { pageKey }) => pageKey,
    expected: scoped(PUBLISHABLE_SCOPES, () => 'passes'),
    ownsThings: true,
    things: { origin: ORIGIN },
  },
  {
    name: 'owner’s publishable key, test',
    token: (_operation, { accountId }) => make({ accountId, ...pages, env: 'test' }),
    expected: scoped(PUBLISHABLE_SCOPES, asStrangePage),
    ownsThings: false,
    things: { origin: ORIGIN },
  },
  {
    name: 'another account’s publishable key',
    token: () => make(pages),
    expected: scoped(PUBLISHABLE_SCOPES, asStrangePage),
    ownsThings: false,
    things: { origin: ORIGIN },
  },
  {
    name: 'client token, another session',
    token: (_operation, things) => mint(things, {}),
    expected: scoped(CLIENT_TOKEN_SCOPES, asStrangePage),
    ownsThings: false,
  },
  {
    name: 'client token, this session',
    token: (_operation, things) => mint(things, { sessionId: things.sessionId }),
    expected: scoped(CLIENT_TOKEN_SCOPES, () => 'passes'),
    ownsThings: true,
  },
  {
    name: 'client token of the same session’s name, test',
    token: async (_operation, { accountId, sessionId }) =>
      mint({ key: await make({ accountId, env: 'test' }) }, { sessionId }),
    expected: scoped(CLIENT_TOKEN_SCOPES, (operation) => asStranger(operation)),
    ownsThings: false,
  },
  {
    name: 'client token of the same session’s name, another account',
    token: async (_operation, { sessionId }) => mint({ key: await make({}) }, { sessionId }),
    expected: scoped(CLIENT_TOKEN_SCOPES, (operation) => asStranger(operation)),
    ownsThings: false,
  },
];

interface Asked {
  readonly cell: Cell;
  readonly text: string;
}

async function ask(operation: Operation, token: string | null, things: Things): Promise<Asked> {
  const { headers = {}, ...sent } = things.sentTo(operation);
  const { status, body, text } = await gateway.send(operation.method.toUpperCase(), things.pathOf(operation.path), {
    key: token,
    headers: { origin: ORIGIN, prefer: 'wait=0', 'x-drape-session': things.sessionId, ...headers },
    ...sent,
  });
  const cell = (): Cell => {
    if (status === 401) return 'no key';
    if (status === 403 && textOf(body['error']['code']) === 'insufficient_scope') return 'no scope';
    if (status === 404) return 'hidden';
    // What is refused for its form says nothing of who may do it.
    return status < 300 || [302, 409].includes(status) ? 'passes' : fail(operation, text);
  };
  return { cell: cell(), text };
}

/** Also a list that is open to the asker shows nothing of others. */
function expectNothingForeign({ operationId }: Operation, text: string, { marks }: Things): void {
  expect([operationId, marks.filter((mark) => text.includes(mark))]).toEqual([operationId, []]);
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

  it('has an operation for each permission that there is', () => {
    const asked = gateway.routes.map(({ scope }) => scope);
    expect(SCOPES.filter((scope) => !asked.includes(scope))).toEqual([]);
  });

  it.each(ASKERS)(
    '$name',
    async ({ token, expected, ownsThings, things: options }) => {
      const operations = gateway.routes.filter(({ scope }) => scope !== null);
      let things = await makeThings(gateway, services, options);
      const cells: Record<string, Cell> = {};
      const wanted: Record<string, Cell> = {};
      for (const operation of operations) {
        const { operationId } = operation;
        const { cell, text } = await ask(operation, await token(operation, things), things);
        cells[operationId] = cell;
        wanted[operationId] = expected(operation);
        const listed = things.listed[operationId];
        if (!ownsThings && cell === 'passes') expectNothingForeign(operation, text, things);
        if (ownsThings && cell === 'passes' && listed !== undefined) expect(text).toContain(listed);
        // What was changed may be gone; and who has named a session has one of the same name from then on.
        const isSpent = ownsThings
          ? namesOne(operation) && operation.method !== 'get'
          : MAKE_SESSION.includes(operationId);
        if (isSpent && cell === 'passes') things = await makeThings(gateway, services, options);
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
