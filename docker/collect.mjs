/**
 * Gathers what one app needs at run time into a folder, in the same layout as the repository, so that images start the same
 * commands as `npm start`: `node docker/collect.mjs @drape/gateway /app`, run in a workspace that is built and holds
 * production dependencies only. Used by the Dockerfiles.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [app, target] = process.argv.slice(2);
if (app === undefined || target === undefined) throw new Error('usage: node docker/collect.mjs <package> <folder>');

/** Folders and files of a package that run; sources, tests and build records stay behind. */
const RUNTIME_PARTS = ['package.json', 'dist', 'node_modules', 'manifest.json', 'artifacts', 'NOTICE'];

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const folders = new Map(
  ['apps', 'packages']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => [manifestOf(folder).name, folder]),
);

/** The app and all workspace packages that it needs in production. */
function closure(name, found = new Set()) {
  const folder = folders.get(name);
  if (folder === undefined || found.has(folder)) return found;
  found.add(folder);
  for (const dependency of Object.keys(manifestOf(folder).dependencies ?? {})) closure(dependency, found);
  return found;
}

function copy(path) {
  if (!existsSync(join(root, path))) return;
  mkdirSync(dirname(join(target, path)), { recursive: true });
  const filter = (source) => basename(source) !== '.tsbuildinfo';
  cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true, filter });
}

/** Folders of the pnpm store whose name begins so. */
function stored(prefix) {
  const store = join(target, 'node_modules', '.pnpm');
  return readdirSync(store)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(store, name));
}

/** onnxruntime-node carries the libraries of five platforms: 240 MB that never load here. */
function dropForeignBinaries() {
  for (const entry of stored('onnxruntime-node@')) {
    const bin = join(entry, 'node_modules/onnxruntime-node/bin');
    for (const napi of readdirSync(bin)) {
      keepOnly(join(bin, napi), process.platform);
      keepOnly(join(bin, napi, process.platform), process.arch);
    }
  }
}

function keepOnly(folder, name) {
  for (const other of readdirSync(folder)) if (other !== name) rmSync(join(folder, other), { recursive: true });
}

/** The Prisma client carries query compilers of databases that are not Postgres, and asks for a TypeScript that runs nowhere. */
function dropForeignCompilers() {
  for (const entry of stored('@prisma+client@')) {
    const runtime = join(entry, 'node_modules/@prisma/client/runtime');
    for (const file of readdirSync(runtime)) {
      if (/\.(cockroachdb|mysql|sqlite|sqlserver)\.|\.map$/.test(file)) rmSync(join(runtime, file));
    }
  }
  for (const entry of [...stored('typescript@'), ...stored('@typescript+')]) rmSync(entry, { recursive: true });
}

copy('node_modules');
copy('package.json');
copy('prisma/migrations');
copy('LICENSE');
for (const tool of ['healthcheck', 'setup', 'create-key']) copy(`docker/${tool}.mjs`);
for (const folder of closure(app)) for (const part of RUNTIME_PARTS) copy(join(folder, part));
dropForeignBinaries();
dropForeignCompilers();
