import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ruleOf } from '@drape/tryon';

/** A source file: its lines, and what it imports, by file and name. */
interface SourceFile {
  readonly lines: number;
  readonly text: string;
  readonly imports: readonly { readonly file: string; readonly names: readonly string[] }[];
}

/** How much of the renderer a rule is. */
export interface RuleLines {
  readonly lines: number;
  /** Its own file is used by others as well: it is counted whole all the same. */
  readonly isShared: boolean;
}

const IMPORT = /(?:import|export)\s(?:type\s)?([^;']*?)\sfrom '(\.[^']*)';/g;
const ENTRY = 'index.ts';
const REGISTRY = 'registry.ts';

/** Lines of the files that only one rule reaches, counted in the sources of @drape/tryon. Throws: Error for an id that no file declares. */
export function ruleLines(id: string, sources = readSources()): RuleLines {
  const own = [...sources].find(([, { text }]) => text.includes(`  id: '${id}',`))?.[0];
  const name = own && /export const ([A-Z_]+): Rule</.exec(sources.get(own)?.text ?? '')?.[1];
  if (ruleOf(id) === undefined || own === undefined || name === undefined) throw new Error(`No file declares ${id}.`);
  const others = reachable(sources, (file, names) => file !== own || names.some((one) => one !== name));
  const isShared = others.has(own);
  const files = [...reachable(sources, () => true)].filter((file) => !others.has(file));
  const counted = isShared ? [...files, own] : files;
  return { lines: counted.reduce((sum, file) => sum + (sources.get(file)?.lines ?? 0), 0), isShared };
}

/** Files that are reached from the package's entry over imports that `follows` lets pass. */
function reachable(
  sources: ReadonlyMap<string, SourceFile>,
  follows: (file: string, names: readonly string[]) => boolean,
): ReadonlySet<string> {
  const found = new Set([ENTRY]);
  // a set goes on with what is added while it is walked
  for (const from of found) {
    for (const { file, names } of sources.get(from)?.imports ?? []) if (follows(file, names)) found.add(file);
  }
  found.delete(REGISTRY);
  return found;
}

/** The renderer's sources without their tests, by their path. */
export function readSources(): ReadonlyMap<string, SourceFile> {
  const root = join(dirname(require.resolve('@drape/tryon/package.json')), 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return new Map(files.map((file) => [file, readSource(root, file)]));
}

function readSource(root: string, file: string): SourceFile {
  const text = readFileSync(join(root, file), 'utf8');
  const imports = [...text.matchAll(IMPORT)].map(([, clause = '', path = '']) => ({
    file: relative(root, `${join(root, dirname(file), path)}.ts`),
    names: clause.split(/[{},\s]+/).filter((word) => word !== '' && word !== 'type'),
  }));
  return { text, lines: text.split('\n').length - 1, imports };
}
