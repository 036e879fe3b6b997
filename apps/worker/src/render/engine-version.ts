import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The app's folder, seen from the sources and from the build alike. */
const APP = join(__dirname, '../..');
/** Packages whose code makes pictures. The others that the engine uses (contracts, fit, runtime) touch no pixel. */
const PACKAGES = ['@drape/imaging', '@drape/media', '@drape/models', '@drape/tryon'] as const;
/** Where that code begins: what the render child runs, its networks, and the thread that decodes HEIC and AVIF. */
const ENTRIES = [
  '@drape/worker/dist/render/render-engine',
  '@drape/models/dist/index',
  '@drape/media/dist/heif-worker',
] as const;
/** How compiled imports look in CommonJS. */
const IMPORT = 'require("';
/** Hexadecimal digits: 64 bits make collisions between the engines of a service practically impossible. */
const NAME_LENGTH = 16;

/** A built file of the engine. */
export interface EngineFile {
  /** `@drape/tryon/dist/render.js`: the same wherever the project lies. */
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Identifies the engine that makes the pictures; part of every key under which an engine's output is stored: analysed garments, results.
 *
 * A hash of the built JavaScript that a render runs (including the imaging kernels' binary), of the pinned versions of that code's
 * dependencies, and of the networks' checksums. Imports are followed, so files left behind by an earlier build do not count. Builds of the
 * same commit agree, wherever and however they were made; even a changed comment may give another version.
 *
 * Cost: reads 390 files, 1.9 MB: 11 to 16 ms of processor time, once at a worker's start.
 * Throws: Error where a file is missing.
 */
export function engineVersion(app = APP): string {
  const folders = foldersOf(app);
  const hash = createHash('sha256');
  for (const { name, bytes } of filesIn(folders)) hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  for (const name of PACKAGES) hash.update(JSON.stringify(pinnedBy(join(folderOf(folders, name), 'package.json'))));
  hash.update(JSON.stringify(networksIn(join(folderOf(folders, '@drape/models'), 'manifest.json'))));
  return `engine-${hash.digest('hex').slice(0, NAME_LENGTH)}`;
}

/** The engine's version, plus a hash of the operator's replacement networks. Throws: Error where a file is missing. */
export function engineOf(overrideFile: string | undefined): string {
  const version = engineVersion();
  if (overrideFile === undefined) return version;
  return `${version}+${createHash('sha256').update(readFileSync(overrideFile)).digest('hex')}`;
}

/** The built files that a render runs, each once, in an order determined by their imports. */
export function engineFiles(app = APP): Iterable<EngineFile> {
  return filesIn(foldersOf(app));
}

function* filesIn(folders: Folders): Generator<EngineFile> {
  const indexes = new Map<string, string>(PACKAGES.map((name) => [name, `${name}/dist/index`]));
  const found = new Set<string>(ENTRIES);
  // iterating over a set includes what is added meanwhile
  for (const module of found) {
    const file = readModule(folders, module);
    yield file;
    for (const imported of importsOf(file.bytes.toString('latin1'))) {
      const next = imported.startsWith('.') ? besideOf(file.name, imported) : indexes.get(imported);
      if (next !== undefined) found.add(next);
    }
  }
}

/** Folders of the app and the packages, by name. */
type Folders = ReadonlyMap<string, string>;

function foldersOf(app: string): Folders {
  const { resolve } = createRequire(join(app, 'package.json'));
  const packages = PACKAGES.map((name): [string, string] => [name, dirname(resolve(`${name}/package.json`))]);
  return new Map([['@drape/worker', app], ...packages]);
}

function folderOf(folders: Folders, name: string): string {
  const folder = folders.get(name);
  if (folder === undefined) throw new Error(`${name} is not part of the engine`);
  return folder;
}

/** `module`: a script's name without its extension, a folder's with an index, or the name of a data file. */
function readModule(folders: Folders, module: string): EngineFile {
  const scope = module.indexOf('/', module.indexOf('/') + 1);
  const path = folderOf(folders, module.slice(0, scope)) + module.slice(scope);
  if (module.endsWith('.json')) return { name: module, bytes: readFileSync(path) };
  try {
    return { name: `${module}.js`, bytes: readFileSync(`${path}.js`) };
  } catch {
    return { name: `${module}/index.js`, bytes: readFileSync(`${path}/index.js`) };
  }
}

/** By hand: a regular expression takes twice as long. */
function importsOf(code: string): string[] {
  const imports: string[] = [];
  for (let at = code.indexOf(IMPORT); at >= 0; at = code.indexOf(IMPORT, at)) {
    at += IMPORT.length;
    imports.push(code.slice(at, code.indexOf('"', at)));
  }
  return imports;
}

/** Resolves `./x` and `../x` relative to a file. By hand: `path.join` takes as long as everything else together. */
function besideOf(file: string, imported: string): string {
  let folder = file.slice(0, file.lastIndexOf('/'));
  let rest = imported;
  while (rest.startsWith('.')) {
    if (rest.startsWith('..')) folder = folder.slice(0, folder.lastIndexOf('/'));
    const slash = rest.indexOf('/');
    if (slash < 0) return folder;
    rest = rest.slice(slash + 1);
  }
  return `${folder}/${rest}`;
}

/** Third-party dependencies; the manifests pin exact versions. */
function pinnedBy(manifest: string): Readonly<Record<string, string>> {
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'));
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !name.startsWith('@drape/')));
}

interface NetworkManifest {
  readonly models: readonly {
    readonly role: string;
    readonly adapter: string;
    readonly artifact: { readonly sha256: string };
  }[];
}

/** Without the manifest's descriptions for people. */
function networksIn(manifest: string): string[][] {
  const { models }: NetworkManifest = JSON.parse(readFileSync(manifest, 'utf8'));
  return models.map(({ role, adapter, artifact }) => [role, adapter, artifact.sha256]);
}
