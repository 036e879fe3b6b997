import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { API } from 'typescript/unstable/sync';
import {
  isExportDeclaration,
  isFunctionLikeDeclaration,
  isIdentifier,
  isImportDeclaration,
  isInterfaceDeclaration,
  isStringLiteral,
  isTypeAliasDeclaration,
} from 'typescript/unstable/ast/is';
import { ROOT } from '../paths.mjs';

/**
 * What the compiler sees in the sources below folders of the repository, tests left out: for each folder a map from a file's path within
 * it to `lines`, `imports` (paths of files in the folder, or names of packages, types among them), `functions` (`name`, `line`, `lines`,
 * without the comment before them) and `isTypesOnly`.
 */
export function readTrees(folders) {
  const api = new API({ cwd: ROOT });
  try {
    const configs = folders.map((folder) => join(ROOT, dirname(folder), 'tsconfig.json'));
    const snapshot = api.updateSnapshot({ openProjects: configs });
    return folders.map((folder, i) => readTree(snapshot.getProject(configs[i]).program, join(ROOT, folder)));
  } finally {
    api.close();
  }
}

function readTree(program, folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort((a, b) => (a < b ? -1 : 1));
  const known = new Set(files);
  return new Map(files.map((file) => [file, readFile(program.getSourceFile(join(folder, file)), file, known)]));
}

function readFile(source, file, known) {
  const links = source.statements.filter(
    (statement) => (isImportDeclaration(statement) || isExportDeclaration(statement)) && statement.moduleSpecifier,
  );
  const specifiers = links.map(({ moduleSpecifier }) => moduleSpecifier).filter(isStringLiteral);
  const others = source.statements.filter((statement) => !links.includes(statement));
  return {
    lines: source.text.split('\n').length - 1,
    imports: [...new Set(specifiers.map(({ text }) => targetOf(file, text, known)))],
    functions: functionsIn(source),
    isTypesOnly: others.every((statement) => isInterfaceDeclaration(statement) || isTypeAliasDeclaration(statement)),
  };
}

/** The file that a specifier means, or the package that it names. */
function targetOf(file, specifier, known) {
  if (!specifier.startsWith('.')) return specifier;
  const path = relative('', join(dirname(file), specifier))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '');
  return (
    [`${path}.ts`, `${path === '' ? '' : `${path}/`}index.ts`].find((candidate) => known.has(candidate)) ?? specifier
  );
}

function functionsIn(source) {
  const found = [];
  const lineAt = (position) => source.text.slice(0, position).split('\n').length;
  const visit = (node) => {
    if (isFunctionLikeDeclaration(node) && node.body !== undefined) {
      const [line, end] = [lineAt(node.getStart()), lineAt(node.end)];
      found.push({ name: nameOf(node), line, lines: end - line + 1 });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** A function's own name, or that of the constant or property that it is the value of. */
function nameOf(node) {
  const name = node.name ?? node.parent?.name;
  return name !== undefined && isIdentifier(name) ? name.text : 'a function';
}
