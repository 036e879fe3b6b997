import { GATES } from '@drape/measures';
import { ruleOf, RULES, type AnyRule } from '@drape/tryon';
import { reanalysedFor } from './ablate-pair';
import type { RuleOnPair } from './ablation-results';
import { readSources, ruleLines } from './rule-lines';

export interface AblationTable {
  /** What the set is called. */
  readonly set: string;
  /** ISO 8601, a day. */
  readonly date: string;
  readonly engine: string;
  readonly results: readonly RuleOnPair[];
}

const HEAD = [
  'rule',
  'stage',
  'pairs',
  'fires on',
  'pixels changed there',
  'gates won',
  'gates lost',
  'quality there',
  'CPU ms',
  'lines',
];

/** What each rule brings as a page of Markdown: all figures say how the picture with all rules differs from the one without it. */
export function ablationPage({ set, date, engine, results }: AblationTable): string {
  const measured = RULES.filter(({ id }) => results.some(({ rule }) => rule === id));
  const pairs = new Set(results.map(({ pair }) => pair)).size;
  return `# What each rule brings

Written by \`pnpm ablate FOLDER --write\`: each pair was rendered with all rules and without each one. Set ${set}, ${pairs} pairs, ${date}, \`${engine}\`.

- **fires on**: pairs whose picture differs in any byte, or that only one side refuses (+: rendered only with the rule, −: only without it).
- **pixels changed there**: median share of the photo.
- **gates won, lost**: [gates](details.md#quality-gates) that pass only with the rule, or only without it, and on how many pairs.
- **quality there**: by how much the score is higher with the rule, mean of the pairs that it changes.
- **CPU ms**: what the rule costs where nothing is remembered of person and product, against the usual rule of its kind; median of all pairs that were rendered.
- **lines**: of the files of packages/tryon that only this rule reaches; ≤ where its own file does other things as well.

${ablationTable(measured, results)}

## What they do

Behind each: what was counted before, with it better : without it better : same. CCP are photos of Clothing Co-Parsing, counted in pixels by labels.

${measured.map(ruleLine).join('\n')}
`;
}

function ruleLine({ id, summary, evidence }: AnyRule): string {
  const counts = evidence.map(({ set, pairs, fired, better, worse, same }) => {
    const verdicts = [better, worse, ...(same === null ? [] : [same])].join(' : ');
    return ` ${set}, ${pairs} pairs${fired === null ? '' : `, ${fired} changed`}: ${verdicts}.`;
  });
  return `- \`${id}\`: ${summary}${counts.length === 0 ? ' Not measured alone before.' : counts.join('')}`;
}

/** The table alone. */
export function ablationTable(rules: readonly AnyRule[], results: readonly RuleOnPair[]): string {
  const sources = readSources();
  const calm = withoutNoise(results);
  const rows = rules.map((rule) => {
    const own = calm.filter((result) => result.rule === rule.id);
    const { lines, isShared } = ruleLines(rule.id, sources);
    return [`\`${rule.id}\``, rule.stage, ...figures(own), `${isShared ? '≤ ' : ''}${lines}`];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Results of a pair from which their median says how noisy the time is that they were all compared with. */
const NOISE_SAMPLES_MIN = 6;

/**
 * All rules of a stage are compared with one render of their pair, whose own noise would count as theirs: it is the median of what they
 * seem to cost, for most cost next to nothing.
 */
function withoutNoise(results: readonly RuleOnPair[]): RuleOnPair[] {
  const keyOf = ({ pair, rule: id }: RuleOnPair): string => {
    const rule = ruleOf(id);
    return `${rule === undefined ? '' : reanalysedFor(rule)} ${pair}`;
  };
  const groups = new Map<string, number[]>();
  for (const result of results) groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result.ms]);
  return results.map((result) => {
    const times = groups.get(keyOf(result)) ?? [];
    return { ...result, ms: result.ms - (times.length < NOISE_SAMPLES_MIN ? 0 : median(times)) };
  });
}

function figures(results: readonly RuleOnPair[]): string[] {
  const fired = results.filter(({ outcome }) => outcome !== 'same');
  const changed = results.filter(({ outcome }) => outcome === 'changed');
  const rendered = results.filter(({ outcome }) => outcome === 'changed' || outcome === 'same');
  const only = (outcome: RuleOnPair['outcome'], sign: string): string => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? '' : `, ${sign}${count}`;
  };
  const share = results.length === 0 ? 0 : (100 * fired.length) / results.length;
  const quality = changed.reduce((sum, result) => sum + result.quality, 0) / Math.max(1, changed.length);
  return [
    String(results.length),
    `${fired.length} (${share.toFixed(1)} %${only('rendered only with it', '+')}${only('rendered only without it', '−')})`,
    changed.length === 0 ? '' : `${(100 * median(changed.map(({ pixels }) => pixels))).toFixed(2)} %`,
    gateCounts(changed.flatMap(({ gained }) => gained)),
    gateCounts(changed.flatMap(({ lost }) => lost)),
    changed.length === 0 ? '' : quality.toFixed(1),
    median(rendered.map(({ ms }) => ms)).toFixed(0),
  ];
}

const gateCounts = (gates: readonly string[]): string =>
  GATES.map((gate) => ({ gate, count: gates.filter((one) => one === gate).length }))
    .filter(({ count }) => count > 0)
    .map(({ gate, count }) => `${gate} ${count}`)
    .join(', ');

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
