import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@drape/contracts';
import type { AnyRule } from '@drape/tryon';
import { fullChecks } from '../bench/full-checks';
import { benchPictures } from '../bench/picture-bench';
import { readBenchFolder } from '../bench/picture-folder';
import { gatesTable, qualityLines } from '../bench/report';
import { readRules, RULE_IDS } from './read-rules';
import { fromCaller, ownArguments, runCli, UsageError, withModels } from './run-cli';

const USAGE = `Tries every garment on every person of a folder and measures the pictures.

  pnpm bench:picture FOLDER --json FILE --out DIR [--category ${PRODUCT_CATEGORIES.join('|')}] [--limit N] [--full]
    [--without ID,… [--only-fired]]

FOLDER has persons/* and garments/{${PRODUCT_CATEGORIES.join(',')}}/* (jpg, png, webp), or a pairs.jsonl. FILE gets all figures; DIR gets the results, contact
sheets and index.html. --limit takes a fixed sample, spread over all pairs. --full
adds self-transfers (P1) and invariances (D). --without leaves out rules, with --only-fired only pairs are shown and counted that change by it.
docs/picture/details.md says what each figure means, and what pairs.jsonl is. Rules: ${RULE_IDS}.`;

interface Arguments {
  readonly folder: string;
  readonly json: string;
  readonly out: string;
  readonly categories: readonly ProductCategory[];
  readonly limit: number;
  readonly full: boolean;
  readonly without: readonly AnyRule[];
  readonly onlyFired: boolean;
}

/** Throws: UsageError. */
function readArguments(args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      out: { type: 'string' },
      category: { type: 'string' },
      limit: { type: 'string' },
      full: { type: 'boolean', default: false },
      without: { type: 'string', default: '' },
      'only-fired': { type: 'boolean', default: false },
    },
  });
  const [folder, ...more] = positionals;
  const { json, out, category, limit } = values;
  if (folder === undefined || more.length > 0 || json === undefined || out === undefined) throw new UsageError(USAGE);
  const named = PRODUCT_CATEGORIES.find((name) => name === category);
  if (category !== undefined && named === undefined) {
    throw new UsageError(`--category must be one of ${PRODUCT_CATEGORIES.join(', ')}, not "${category}".`);
  }
  const pairsMax = limit === undefined ? Infinity : Number(limit);
  if (!(pairsMax >= 1)) throw new UsageError(`--limit must be a number from 1, not "${limit}".`);
  const without = readRules('--without', values.without);
  if (values['only-fired'] && without.length === 0) throw new UsageError('--only-fired needs --without.');
  return {
    folder: fromCaller(folder),
    json: fromCaller(json),
    out: fromCaller(out),
    categories: named === undefined ? PRODUCT_CATEGORIES : [named],
    limit: pairsMax,
    full: values.full,
    without,
    onlyFired: values['only-fired'],
  };
}

runCli(async () => {
  const args = readArguments(ownArguments());
  const folder = await readBenchFolder(args.folder, args.categories);
  for (const name of folder.skipped) console.log(`${name}: not jpg, png or webp, left out`);
  const { out, limit, without, onlyFired } = args;
  const log = (line: string): void => console.log(line);
  const { report, full } = await withModels(async (models) => ({
    report: await benchPictures({ folder, out, limit, without, onlyFired, log }, models),
    full: args.full ? await fullChecks(folder, models, log) : null,
  }));
  await mkdir(dirname(args.json), { recursive: true });
  await writeFile(args.json, `${JSON.stringify({ ...report, ...full }, null, 1)}\n`);
  const { n, tried, refusedShare, wrongRefusedShare } = report;
  const share = (value: number): string => `${(100 * value).toFixed(1)} %`;
  if (report.onlyFired !== null) {
    const { compared, gates, quality } = report.onlyFired;
    console.log(
      `\n${tried} of ${compared} pairs change; with all rules:\n\n${gatesTable({ gates })}\n\n${qualityLines(quality)}`,
    );
    console.log('\nwithout:');
  }
  console.log(`\n${gatesTable(report)}\n\n${qualityLines(report.quality)}\n`);
  console.log(
    `${n} of ${tried} pairs rendered; refused ${share(refusedShare)}, wrongly ${share(wrongRefusedShare)} of the fitting pairs`,
  );
  console.log(`${args.json}\n${args.out}/index.html`);
  return 0;
});
