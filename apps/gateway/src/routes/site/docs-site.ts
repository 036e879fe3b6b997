import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

const requireHere = createRequire(__filename);
const HTML = 'text/html; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  html: HTML,
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  png: 'image/png',
};
/** Files next to the pages that do not belong to the site. */
const ABOUT: readonly string[] = ['csp.json', 'built-from.json'];
/** File names below it contain a hash of the contents. */
const HASHED = 'site/';

export interface SiteFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly tag: string;
  /** Its name changes with its contents, so that a cache may keep it. */
  readonly isHashed: boolean;
  readonly isPage: boolean;
}

/** The documentation site as built by apps/docs, in memory. */
export interface Site {
  /** By path below /docs/, without `.html`; the start page has the empty path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  readonly notFound: SiteFile;
  /** Hashes of the inline scripts, for the pages' content security policy. */
  readonly scriptHashes: readonly string[];
}

/** Null where the site is not built. */
export function readSite(folder = join(dirname(requireHere.resolve('@drape/docs/package.json')), 'dist')): Site | null {
  const policy = join(folder, 'csp.json');
  if (!existsSync(policy)) return null;
  const { scriptHashes }: Pick<Site, 'scriptHashes'> = JSON.parse(readFileSync(policy, 'utf8'));
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const files = new Map(
    names
      .map((name) => [name.split(sep).join('/'), readFileSync(join(folder, name))] as const)
      .filter(([name]) => !ABOUT.includes(name))
      .map(([name, bytes]) => [toRoute(name), toFile(name, bytes)]),
  );
  const notFound = files.get('404');
  if (notFound === undefined) throw new Error(`${folder} has no 404.html: build it again`);
  files.delete('404');
  return { files, notFound, scriptHashes };
}

const toRoute = (name: string): string => name.replace(/^index\.html$/, '').replace(/\.html$/, '');

function toFile(name: string, bytes: Buffer): SiteFile {
  const type = TYPES[name.split('.').pop() ?? ''] ?? 'application/octet-stream';
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { type, bytes, tag, isHashed: name.startsWith(HASHED), isPage: type === HTML };
}
