import { dirname } from 'node:path';
import { cyclesOf } from './cycles-of.mjs';
import { FILES_MAX, FUNCTION_LINES_MAX } from './packages.mjs';

/**
 * The map of a package: its `rooms` (folders, the top one as `.`) with files, lines, purpose and imports, and what is wrong with it.
 * `files` is what read-tree.mjs reads.
 */
export function mapOf(plan, files) {
  const folders = inOrder(plan, [...new Set([...files.keys()].map(dirname))]);
  const rooms = folders.map((folder) => roomOf(folder, plan, files));
  const paths = new Set(rooms.map(({ folder }) => folder));
  return {
    plan,
    rooms,
    cycles: cyclesOf(new Map([...files].map(([file, { imports }]) => [file, imports]))),
    against: againstOrder(plan, files),
    crowded: rooms.filter((room) => room.files > FILES_MAX),
    long: [...files].flatMap(([file, { functions }]) =>
      functions.filter(({ lines }) => lines > FUNCTION_LINES_MAX).map((one) => ({ file, ...one })),
    ),
    unknown: rooms.filter(({ purpose }) => purpose === undefined).map(({ folder }) => folder),
    gone: Object.keys(plan.purposes).filter((folder) => !paths.has(folder)),
    values: [...files.keys()].filter(
      (file) => plan.typesOnly?.includes(topOf(file)) === true && !files.get(file).isTypesOnly,
    ),
  };
}

function roomOf(folder, { purposes }, files) {
  const own = [...files].filter(([file]) => dirname(file) === folder);
  const targets = own.flatMap(([, { imports }]) => imports.filter((target) => files.has(target)));
  // files at the top are rooms to those below, and neighbours to each other
  const rooms = targets.filter((target) => folder !== '.' || target.includes('/')).map(topOf);
  return {
    folder,
    files: own.length,
    lines: own.reduce((sum, [, { lines }]) => sum + lines, 0),
    purpose: purposes[folder],
    imports: [...new Set(rooms)].filter((room) => room !== topOf(own[0][0])).sort(byName),
  };
}

const byName = (a, b) => (a < b ? -1 : 1);

/** Rooms from the ground of the order up, the top first; by name where there is no order. */
function inOrder({ order = [] }, folders) {
  const levelOf = (folder) => (folder === '.' ? -1 : order.findIndex((rooms) => rooms.includes(topOf(`${folder}/`))));
  return folders.sort((a, b) => levelOf(a) - levelOf(b) || byName(a, b));
}

/** The room at the top that a file lies in; of a file at the top its name. */
export const topOf = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/\.ts$/, ''));

/** Imports that go up, or aside, in the package's order. */
function againstOrder({ order }, files) {
  if (order === undefined) return [];
  const levelOf = (room) => {
    const level = order.findIndex((rooms) => rooms.includes(room));
    return level < 0 ? order.length : level;
  };
  return [...files].flatMap(([file, { imports }]) =>
    imports
      .filter((target) => files.has(target) && topOf(target) !== topOf(file))
      .filter((target) => {
        const [from, to] = [levelOf(topOf(file)), levelOf(topOf(target))];
        const isFree = from === 0 || from === order.length;
        return to > from || (to === from && !isFree);
      })
      .map((target) => `${file} → ${target}`),
  );
}
