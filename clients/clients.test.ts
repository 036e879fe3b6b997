import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Drape } from '../packages/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openClientBench, type ClientBench, type Ended } from './client-bench';
import { findPython } from './find-python';

type Client = 'python' | 'typescript';
const OPERATIONS: Readonly<Record<string, Readonly<Record<Client, string>>>> = JSON.parse(
  readFileSync(join(__dirname, 'operations.json'), 'utf8'),
);
/** Pages, probes, documents and the dashboard's sign-in, which are for browsers and operators. */
const NOT_FOR_CLIENTS = /^(Accounts|Documentation|Health)$/;
const KEY_SET = 'getKeySet';
/** Calls the README's receiver of webhooks, which a server would, with one that nobody signed. */
const UNSIGNED = 'assert receive(b"{}", {}) == 400\n';

let bench: ClientBench;
let python: string;

beforeAll(async () => {
  python = await findPython();
  bench = await openClientBench();
}, 300_000);

afterAll(() => bench?.stop(), 60_000);

const run = (command: string, args: readonly string[]): Promise<Ended> =>
  bench.run(command, args, {
    PYTHONPATH: join(__dirname, 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
  });

describe('the table of operations', () => {
  it('has every operation that is for clients, and no other', async () => {
    const { body } = await bench.service.send('GET', '/v1/openapi.json');
    const paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>> = JSON.parse(
      JSON.stringify(body.paths ?? body),
    );
    const wanted = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(
        ({ operationId, tags = [] }) => operationId !== undefined && !tags.some((tag) => NOT_FOR_CLIENTS.test(tag)),
      )
      .map(({ operationId = '' }) => operationId)
      .filter((id) => id !== KEY_SET);
    expect(Object.keys(OPERATIONS).sort()).toEqual(wanted.sort());
  });

  it('names methods that the Python client has', async () => {
    const names = Object.values(OPERATIONS).map((row) => row.python);
    const program = `
import functools, json, drape
client = drape.Drape('key', 'http://localhost')
def has(name):
    try: return callable(functools.reduce(getattr, name.split('.'), client))
    except AttributeError: return False
print(json.dumps([name for name in json.loads('''${JSON.stringify(names)}''') if not has(name)]))`;
    const { status, output } = await run(python, ['-c', program]);
    expect([status, JSON.parse(output)]).toEqual([0, []]);
  });

  it('names methods that the TypeScript client has', () => {
    const client: unknown = new Drape({ apiKey: 'key', baseUrl: 'http://localhost' });
    const find = (name: string): unknown =>
      name.split('.').reduce<unknown>((value, part) => Reflect.get(Object(value), part), client);
    const missing = Object.values(OPERATIONS).filter((row) => typeof find(row.typescript) !== 'function');
    expect(missing).toEqual([]);
  });
});

describe('the Python client', () => {
  it('does all that it promises against a real gateway', async () => {
    const { status, output } = await run(python, [join(__dirname, 'python/tests/test_client.py'), '-v']);
    expect([status, status === 0 ? '' : output]).toEqual([0, '']);
  }, 180_000);

  it('has a README whose programs run', async () => {
    const text = readFileSync(join(__dirname, 'python/README.md'), 'utf8');
    const programs = [...text.matchAll(/```python\n([\s\S]*?)```/g)].map(([, program = '']) => program);
    expect(programs.length).toBeGreaterThanOrEqual(6);
    expect(programs.filter((program) => program.includes('def receive('))).toHaveLength(1);
    for (const [i, program] of programs.entries()) {
      const file = join(bench.work, `readme-${i}.py`);
      writeFileSync(file, program.includes('def receive(') ? program + UNSIGNED : program);
      const { status, output } = await run(python, [file]);
      expect([i, status, status === 0 ? '' : output]).toEqual([i, 0, '']);
    }
  }, 120_000);

  it('carries the version of the TypeScript client', () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(join(__dirname, '../packages/client/package.json'), 'utf8'),
    );
    const project = readFileSync(join(__dirname, 'python/pyproject.toml'), 'utf8');
    const module = readFileSync(join(__dirname, 'python/drape/__init__.py'), 'utf8');
    expect(project).toContain(`version = "${version}"`);
    expect(module).toContain(`__version__ = "${version}"`);
  });
});
