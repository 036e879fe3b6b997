import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit/src/test-environment';

const node = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: __dirname, env: testEnvironment(), encoding: 'utf8' });

/** What a program says that uses the tool's modules. */
function said(program: string): unknown {
  const { stdout, stderr } = node('--input-type=module', '-e', program);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('the map of the sources', () => {
  it('knows no import cycle, none against the order, no crowded room, no function above 60 lines, and is the one that ARCHITECTURE.md shows', () => {
    const { status, stderr } = node('map.mjs', '--check');
    expect(stderr).toBe('');
    expect(status).toBe(0);
  }, 60_000);

  it('finds files that import each other in a circle', () => {
    const cycles = said(`
      import { cyclesOf } from './lib/map/cycles-of.mjs';
      const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: [], f: ['f', 'a', 'a package'] };
      console.log(JSON.stringify(cyclesOf(new Map(Object.entries(graph)))));`);
    expect(cycles).toEqual([['a', 'b', 'c'], ['f']]);
  });

  it('names imports that go up or aside, crowded folders, long functions, and values among types', () => {
    const map = said(`
      import { mapOf } from './lib/map/draw-map.mjs';
      const file = (imports, more) => ({ lines: 1, imports, functions: [], isTypesOnly: true, ...more });
      const files = new Map([
        ['index.ts', file(['model/body.ts', 'place/a.ts'])],
        ['model/body.ts', file(['ports.ts'], { isTypesOnly: false })],
        ['ports.ts', file(['@drape/imaging'])],
        ['place/a.ts', file(['model/body.ts', 'place/b.ts', 'attributes/c.ts'])],
        ['place/b.ts', file(['quality/d.ts'], { functions: [{ name: 'f', line: 3, lines: 61 }] })],
        ['attributes/c.ts', file([])],
        ['quality/d.ts', file([])],
      ]);
      for (let n = 0; n < 16; n++) files.set('quality/' + n + '.ts', file([]));
      const plan = {
        purposes: { '.': 'x', model: 'x', place: 'x', attributes: 'x', person: 'x' },
        order: [['ports', 'model'], ['place', 'attributes'], ['quality']],
        typesOnly: ['model'],
      };
      const { rooms, against, crowded, long, unknown, gone, values } = mapOf(plan, files);
      const imports = Object.fromEntries(rooms.map(({ folder, imports }) => [folder, imports]));
      console.log(JSON.stringify({ imports, against, crowded: crowded.map(({ folder }) => folder), long, unknown, gone, values }));`);
    expect(map).toEqual({
      imports: {
        '.': ['model', 'place'],
        model: ['ports'],
        attributes: [],
        place: ['attributes', 'model', 'quality'],
        quality: [],
      },
      against: ['place/a.ts → attributes/c.ts', 'place/b.ts → quality/d.ts'],
      crowded: ['quality'],
      long: [{ file: 'place/b.ts', name: 'f', line: 3, lines: 61 }],
      unknown: ['quality'],
      gone: ['person'],
      values: ['model/body.ts'],
    });
  });
});
