import { FILES_MAX, FUNCTION_LINES_MAX } from './packages.mjs';

const number = (value) => value.toLocaleString('en');
const nameOf = (folder) => (folder === '.' ? '(top)' : folder);

/** The map as text: a line per folder, then what stands out. */
export function printMap({ plan, rooms, cycles, against, crowded, long }) {
  const sum = (pick) => number(rooms.reduce((total, room) => total + pick(room), 0));
  const width = Math.max(...rooms.map(({ folder }) => nameOf(folder).length));
  const lines = rooms.map(({ folder, files, lines: count, purpose = '?', imports }) =>
    [
      `  ${nameOf(folder).padEnd(width)} ${String(files).padStart(3)} ${number(count).padStart(6)}  ${purpose}`,
      imports.length === 0 ? '' : `← ${imports.join(' ')}`,
    ].join(' '),
  );
  return [
    `${plan.folder}: ${sum(({ files }) => files)} files, ${sum(({ lines: count }) => count)} lines`,
    ...orderLines(plan),
    ...lines,
    ...section(
      'Import cycles',
      cycles.map((group) => group.join(' ')),
    ),
    ...section('Imports against the order', plan.order === undefined ? null : against),
    ...section(
      `More than ${FILES_MAX} files in a folder`,
      crowded.map(({ folder, files }) => `${nameOf(folder)}: ${files}`),
    ),
    ...section(
      `Functions above ${FUNCTION_LINES_MAX} lines`,
      long.map(({ file, name, line, lines: count }) => `${file}:${line} ${name}: ${count}`),
    ),
  ].join('\n');
}

const orderLines = ({ order }) =>
  order === undefined
    ? []
    : [`  A room may import what stands before it: ${order.map((rooms) => rooms.join(', ')).join(' < ')} < top`];

function section(title, found) {
  if (found === null) return [];
  return found.length === 0
    ? [`  ${title}: none`]
    : [`  ${title}: ${found.length}`, ...found.map((line) => `    ${line}`)];
}

/** The map as ARCHITECTURE.md shows it: without lines, which change with every commit. */
export function mapTable({ plan, rooms }) {
  const code = (names) => names.map((name) => `\`${name}\``).join(', ');
  return [
    'A room may import what stands before it, and types count as imports:',
    '',
    `${plan.order.map(code).join(' < ')} < the files at the top.`,
    '',
    '| room | files | what it is for | imports |',
    '|---|---|---|---|',
    ...rooms.map(
      ({ folder, files, purpose, imports }) =>
        `| ${folder === '.' ? '(top)' : `\`${folder}\``} | ${files} | ${purpose} | ${imports.join(', ')} |`,
    ),
  ].join('\n');
}
