import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@drape/testkit';
import { engineFiles, engineOf, engineVersion } from '../src/render/engine-version';

const ROOT = resolve(__dirname, '../../..');
const ENGINE = ['apps/worker', 'packages/imaging', 'packages/media', 'packages/models', 'packages/tryon'];
/** What the worker is built of besides. */
const BELOW = ['contracts', 'db', 'fit', 'measures', 'queue', 'runtime', 'storage', 'telemetry'].map(
  (name) => `packages/${name}`,
);
/** Large, and no part of a build. */
const LEFT_OUT = new Set(['artifacts', 'training', 'weights', 'test', 'assembly']);
const VERSION = /^engine-[0-9a-f]{16}$/;

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Some of the project's folders in another place, with the links between them. `isKept` is asked with paths from the project's root. */
function copyOf(parts: readonly string[], isKept: (path: string) => boolean): string {
  const to = mkdtempSync(join(tmpdir(), 'drape-engine-'));
  folders.push(to);
  for (const part of parts) {
    const filter = (path: string): boolean =>
      !LEFT_OUT.has(relative(join(ROOT, part), path)) && isKept(relative(ROOT, path));
    cpSync(join(ROOT, part), join(to, part), { recursive: true, verbatimSymlinks: true, filter });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'));
  return to;
}

/** What is built of the sources of today: an earlier build may have left more. */
const built = (folder: string): string[] =>
  readdirSync(join(ROOT, folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && existsSync(join(ROOT, folder, 'src', name.replace(/js$/, 'ts'))))
    .map((name) => join(folder, 'dist', name));

/** Where a file of the engine lies, from the project's root. */
const placeOf = (name: string): string => name.replace('@drape/worker', 'apps/worker').replace('@drape/', 'packages/');

describe('the files of the engine', () => {
  const files = new Set([...engineFiles()].map(({ name }) => placeOf(name)));

  it('are at least those that Node loads for a render', () => {
    const script = `
      require('./apps/worker/dist/render/render-engine.js');
      require('./packages/models');
      console.log(JSON.stringify(Object.keys(require.cache)));`;
    const output = execFileSync(process.execPath, ['-e', script], {
      cwd: ROOT,
      encoding: 'utf8',
      env: testEnvironment(),
    });
    const loaded = (JSON.parse(output) as string[]).map((path) => relative(ROOT, path));
    const own = loaded.filter((path) => ENGINE.some((folder) => path.startsWith(`${folder}/dist/`)));
    expect(own.length).toBeGreaterThan(300);
    expect(own.filter((path) => !files.has(path))).toEqual([]);
  });

  it.each(['packages/imaging', 'packages/media'])('are all of %s that runs', (folder) => {
    const runs = (path: string): boolean =>
      readFileSync(join(ROOT, path), 'utf8')
        .replaceAll(/\/\*[^]*?\*\/|\/\/.*|"use strict";|Object\.defineProperty\(exports, "__esModule".*/g, '')
        .trim() !== '';
    expect(built(folder).filter((path) => !files.has(path) && runs(path))).toEqual([]);
  });
});

describe('the version of the engine', () => {
  const copy = copyOf(ENGINE, (path) => !path.includes('/src') && !/\.(map|d\.ts|tsbuildinfo)$/.test(path));
  const app = join(copy, 'apps/worker');
  let kept: readonly [string, Buffer] | null = null;

  beforeEach(() => {
    if (kept !== null) writeFileSync(...kept);
    kept = null;
  });

  /** Until the next test. */
  function change(file: string, from: string | RegExp, to: string): void {
    const path = join(copy, file);
    const bytes = readFileSync(path);
    kept = [path, bytes];
    const text = bytes.toString('utf8').replace(from, to);
    expect(text).not.toBe(bytes.toString('utf8'));
    writeFileSync(path, text);
  }

  it('is that of the project, wherever its files lie', () => {
    expect(engineVersion(app)).toMatch(VERSION);
    expect(engineVersion(app)).toBe(engineVersion());
  });

  it.each([
    ['a step of the render', 'packages/tryon/dist/render.js', '"use strict";', '"use strict"; const one = 1;'],
    ['a weight of the score', 'packages/tryon/dist/quality/score/weights.json', '"clip": 2.5', '"clip": 2.6'],
    ['a pixel kernel', 'packages/imaging/dist/resize/resize.js', '"use strict";', '"use strict"; const one = 1;'],
    ['the binary of the kernels', 'packages/imaging/dist/memory/kernel-binary.js', 'AGFzbQ', 'AGFzbR'],
    [
      'how pictures are decoded',
      'packages/media/dist/decode-photo.js',
      '"use strict";',
      '"use strict"; const one = 1;',
    ],
    ['the decoder of HEIC', 'packages/media/dist/heif-worker.js', '"use strict";', '"use strict"; const one = 1;'],
    ['how a network is asked', 'packages/models/dist/networks/cut-out.js', '"use strict";', '"use strict"; void 1;'],
    ['what the worker prepares', 'apps/worker/dist/render/render-engine.js', '"use strict";', '"use strict"; void 1;'],
    ['the form of a garment package', 'apps/worker/dist/garment-package/container.js', 'FORMAT = 1', 'FORMAT = 2'],
    ['the checksum of a network', 'packages/models/manifest.json', /("artifact": \{[^}]*"sha256": ")\w/, '$1x'],
    ['the version of sharp', 'packages/media/package.json', /("sharp": ")[\d.]+/, '$10.0.1'],
    ['the version of the runtime', 'packages/models/package.json', /("onnxruntime-node": ")[\d.]+/, '$10.0.1'],
  ])('changes with %s', (_what, file, from, to) => {
    change(file, from, to);
    expect(engineVersion(app)).toMatch(VERSION);
    expect(engineVersion(app)).not.toBe(engineVersion());
  });

  it('does not change with what makes no picture', () => {
    change('packages/models/manifest.json', '"schema": 1,', '"schema": 1, "note": "for people",');
    for (const file of ['packages/tryon/dist/left-behind.js', 'packages/tryon/dist/render.js.map']) {
      writeFileSync(join(copy, file), 'exports.one = 1;');
    }
    expect(engineVersion(app)).toBe(engineVersion());
  });

  it('names the networks that an operator put in the place of ours, too', () => {
    const file = join(copy, 'networks.json');
    writeFileSync(file, '{}');
    expect(engineOf(undefined)).toBe(engineVersion());
    expect(engineOf(file)).toMatch(/^engine-[0-9a-f]{16}\+[0-9a-f]{64}$/);
    expect(engineOf(file).startsWith(`${engineVersion()}+`)).toBe(true);
    expect(() => engineOf(join(copy, 'missing.json'))).toThrow('ENOENT');
  });
});

it('two builds of the same sources, in two places, have the same version', async () => {
  const copy = copyOf([...ENGINE, ...BELOW], (path) => basename(path) !== 'dist');
  cpSync(join(ROOT, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
  await promisify(execFile)(join(copy, 'node_modules/.bin/tsc'), ['-b', 'apps/worker'], { cwd: copy });
  expect(engineVersion(join(copy, 'apps/worker'))).toBe(engineVersion());
}, 300_000);
