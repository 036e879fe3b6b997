#!/usr/bin/env node
/**
 * pnpm map [--check | --write]
 *
 * The rooms of the renderer, the pixel kernels, the worker and the gateway: a line per folder with its source files and their lines, what
 * it is for, and the rooms that it imports; then import cycles, imports against the order, crowded folders and long functions. What a
 * folder is for, and the order, stand in scripts/lib/map/packages.mjs.
 *
 *   --check   prints nothing but what is wrong, with status 1: an import cycle or an import against the order, a folder without a purpose,
 *             a purpose without a folder, too many files in a folder of the renderer, a function that is too long, a value among types, or
 *             a table in ARCHITECTURE.md that is not this one
 *   --write   writes the renderer's table into ARCHITECTURE.md
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mapOf } from './lib/map/draw-map.mjs';
import { FUNCTION_LINES_MAX, PACKAGES } from './lib/map/packages.mjs';
import { mapTable, printMap } from './lib/map/print-map.mjs';
import { readTrees } from './lib/map/read-tree.mjs';
import { ROOT } from './lib/paths.mjs';

const DOCUMENT = join(ROOT, 'ARCHITECTURE.md');
const TABLE = /(<!-- pnpm map -->\n)[^]*?(\n<!-- \/pnpm map -->)/;

function faultsOf({ plan, cycles, against, crowded, long, unknown, gone, values }) {
  const tooMany = plan.filesMax === undefined ? [] : crowded.filter(({ files }) => files > plan.filesMax);
  const tooLong = long.filter(({ file }) => file !== plan.generated);
  return [
    ...cycles.map((group) => `these import each other: ${group.join(', ')}`),
    ...against.map((link) => `${link} goes against the order`),
    ...tooMany.map(({ folder, files }) => `${folder} has ${files} files, at most ${plan.filesMax} are wanted`),
    ...tooLong.map(
      ({ file, name, line, lines }) =>
        `${file}:${line} ${name} has ${lines} lines, at most ${FUNCTION_LINES_MAX} are wanted`,
    ),
    ...unknown.map((folder) => `nobody says what ${folder} is for (scripts/lib/map/packages.mjs)`),
    ...gone.map((folder) => `there is no folder ${folder} (scripts/lib/map/packages.mjs)`),
    ...values.map((file) => `${file} holds more than types`),
  ].map((fault) => `${plan.folder}: ${fault}`);
}

/** ARCHITECTURE.md as it is, and with the table of the map. */
function documentWith(map) {
  const text = readFileSync(DOCUMENT, 'utf8');
  if (!TABLE.test(text)) throw new Error('ARCHITECTURE.md has no place for the map');
  return { text, settled: text.replace(TABLE, (_all, begin, end) => `${begin}\n${mapTable(map)}\n${end}`) };
}

function main() {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, write: { type: 'boolean' } } });
  const trees = readTrees(PACKAGES.map(({ folder }) => folder));
  const maps = PACKAGES.map((plan, i) => mapOf(plan, trees[i]));
  const { text, settled } = documentWith(maps[0]);
  if (values.write) writeFileSync(DOCUMENT, settled);
  if (!values.check) {
    if (!values.write) console.log(maps.map(printMap).join('\n\n'));
    return 0;
  }
  const faults = maps.flatMap(faultsOf);
  if (text !== settled) faults.push('ARCHITECTURE.md shows another map: run pnpm map --write');
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = main();
