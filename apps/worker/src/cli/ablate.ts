import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PRODUCT_CATEGORIES } from '@drape/contracts';
import { RULES, type AnyRule } from '@drape/tryon';
import { openResults } from '../bench/ablation/ablation-results';
import { ablationPage, ablationTable } from '../bench/ablation/ablation-table';
import { pairName } from '../bench/ablation/ablate-pair';
import { runAblation } from '../bench/ablation/run-ablation';
import { choosePairs, readBenchFolder } from '../bench/picture-folder';
import { engineVersion } from '../render/engine-version';
import { readRules, RULE_IDS } from './read-rules';
import { fromCaller, ownArguments, runCli, UsageError } from './run-cli';

const PAGE = join(__dirname, '../../../../docs/picture/ablation.md');

const USAGE = `Leaves each rule of the renderer out in turn and tells what it brings.

  pnpm ablate FOLDER [--rules ID,…] [--limit N] [--out FILE] [--workers N] [--write [--name SET]]

FOLDER has persons/* and garments/{${PRODUCT_CATEGORIES.join(',')}}/*, or a pairs.jsonl (docs/picture/details.md). FILE, ablation.jsonl in FOLDER
if none is named, gets a line per rule and pair as soon as it is known: run again, the command goes on with what this build has not
measured. It makes way for everything else on the machine; each of N workers takes a core and about 700 MB. --limit takes a fixed sample.
--write makes docs/picture/ablation.md of what FILE holds. Rules: ${RULE_IDS}.`;

interface Arguments {
  readonly folder: string;
  readonly rules: readonly AnyRule[];
  readonly limit: number;
  readonly out: string;
  readonly workers: number;
  readonly writes: boolean;
  readonly name: string;
}

/** Throws: UsageError. */
function readArguments(args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rules: { type: 'string', default: '' },
      limit: { type: 'string', default: 'Infinity' },
      out: { type: 'string' },
      workers: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
      name: { type: 'string' },
    },
  });
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0) throw new UsageError(USAGE);
  const folder = fromCaller(named);
  const chosen = readRules('--rules', values.rules);
  return {
    folder,
    rules: chosen.length === 0 ? RULES : chosen,
    limit: atLeastOne('--limit', values.limit),
    out: values.out === undefined ? join(folder, 'ablation.jsonl') : fromCaller(values.out),
    workers: atLeastOne('--workers', values.workers),
    writes: values.write,
    name: values.name ?? basename(folder),
  };
}

/** Throws: UsageError. */
function atLeastOne(option: string, text: string): number {
  const value = Number(text);
  if (!(value >= 1)) throw new UsageError(`${option} must be a number from 1, not "${text}".`);
  return value;
}

runCli(async () => {
  const { folder, rules, limit, out, workers, writes, name } = readArguments(ownArguments());
  const pairs = choosePairs((await readBenchFolder(folder)).pairs, limit);
  const engine = engineVersion();
  await mkdir(dirname(out), { recursive: true });
  const results = openResults(out, engine);
  await runAblation({ pairs, rules, results, workers, log: (line) => console.log(line) });
  const names = new Set(pairs.map(pairName));
  const measured = results.results.filter(({ pair }) => names.has(pair));
  console.log(`\n${ablationTable(rules, measured)}\n\n${out}`);
  if (writes) {
    const date = new Date().toISOString().slice(0, 10);
    await mkdir(dirname(PAGE), { recursive: true });
    await writeFile(PAGE, ablationPage({ set: name, date, engine, results: measured }));
    console.log(PAGE);
  }
  return 0;
});
