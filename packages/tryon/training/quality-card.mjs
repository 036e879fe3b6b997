// Writes the figures of a fit into the model card, between its marks.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CARD = fileURLToPath(new URL('../src/quality/MODEL_CARD-quality.md', import.meta.url));
const MARK = /(<!-- figures -->\n)[\s\S]*(<!-- end of figures -->)/;
const DOCS = fileURLToPath(new URL('../../../docs/picture/what-to-expect.md', import.meta.url));
const README = fileURLToPath(new URL('../../../README.md', import.meta.url));
const DOCS_MARK = /(<!-- quality figures -->\n)[\s\S]*(<!-- end of quality figures -->)/;

const percent = (share) => (share === null || share === undefined ? '–' : `${Math.round(100 * share)} %`);
const range = ([low, high]) => `${Math.round(100 * low)}–${Math.round(100 * high)}`;
const row = (...cells) => `| ${cells.join(' | ')} |`;
const table = (head, lines) => [row(...head), row(...head.map(() => '---')), ...lines].join('\n');

export function writeCard(figures) {
  const text = [
    overview(figures),
    levels(figures),
    curve('Strangers', figures.curve),
    curve('All pairs', figures.curveAll),
    calibration(figures),
    choice(figures),
  ].join('\n\n');
  put(CARD, MARK, text);
  put(DOCS, DOCS_MARK, expectation(figures));
  put(README, DOCS_MARK, inShort(figures));
}

/** What the folds chose, each for itself: one sentence where all chose what ships. */
function choice({ candidate, chosen }) {
  const own = chosen.filter((one) => !one.endsWith(`: ${candidate}`));
  const all = own.length === 0 ? `All ${chosen.length} folds chose it.` : `Chosen by the folds: ${chosen.join('; ')}.`;
  return `Shipped: ${candidate}. ${all}`;
}

function put(file, mark, text) {
  const page = readFileSync(file, 'utf8');
  if (!mark.test(page)) throw new Error(`${file} has no marks for its figures`);
  writeFileSync(file, page.replace(mark, `$1\n${text}\n\n$2`));
}

/** For those who use the service: what comes back at each minQuality, by category. */
function expectation({ stranger, all, categories, limits }) {
  const names = { top: 'tops', jacket: 'jackets', pants: 'trousers', skirt: 'skirts', dress: 'dresses' };
  const named = [
    ...Object.entries(names).map(([key, name]) => [name, categories[key].stranger]),
    ['all strangers', stranger],
    ['with the development pairs', all],
  ];
  const isGoodReached = named.some(([, { levels: own }]) => own.good.share > 0);
  const lines = named.map(([name, { n, base, levels: own }]) =>
    row(
      name,
      n,
      percent(base),
      percent(own.returned.share),
      percent(own.returned.shown),
      ...(isGoodReached ? [percent(own.good.share), percent(own.good.shown)] : []),
    ),
  );
  const head = [
    'strangers',
    'pairs',
    'would be shown, if every picture is returned',
    'returned at `minQuality: fair`',
    'of those, would be shown',
    ...(isGoodReached ? ['returned at `minQuality: good`', 'of those, would be shown'] : []),
  ];
  return [
    `Fair begins at a score of ${limits.fair}, good at ${limits.good}.`,
    table(head, lines),
    ...(isGoodReached ? [] : ['No picture of these reached `good`.']),
  ].join('\n\n');
}

/** What a reader of the README should know, by the names of the API. */
function inShort({ stranger, categories }) {
  const line = (name, { base, levels: own }) =>
    row(name, percent(base), percent(own.returned.share), percent(own.returned.shown));
  const head = ['category', 'would be shown of all', 'returned with `minQuality` `fair`', 'would be shown of these'];
  const lines = Object.entries(categories).map(([name, own]) => line(name, own.stranger));
  return table(head, [...lines, line('all', stranger)]);
}

function overview({ all, stranger, limits }) {
  const line = (name, { n, base, auc, keep, interval }) => {
    const lift = `+${Math.round(100 * (keep.precision - base))}`;
    return row(
      name,
      n,
      `${percent(base)} (${range(interval.base)})`,
      `${auc.toFixed(2)} (${interval.auc.map((v) => v.toFixed(2)).join('–')})`,
      percent(keep.kept),
      percent(keep.returned),
      `${percent(keep.precision)} (${range(interval.precision)})`,
      `${lift} (${range(interval.lift)})`,
    );
  };
  return [
    `Limits: fair from ${limits.fair}, good from ${limits.good}. Where 85 % of what would be shown is kept (in brackets: 95 % by a bootstrap over people):`,
    table(
      ['pairs', 'n', 'would be shown', 'AUC', 'kept', 'returned', 'shown of what is returned', 'points above the base'],
      [line('strangers', stranger), line('all', all)],
    ),
  ].join('\n\n');
}

function levels({ all, stranger, categories }) {
  const line = (name, { n, base, levels: own }) =>
    row(
      name,
      n,
      percent(base),
      percent(own.returned.share),
      percent(own.returned.shown),
      percent(own.good.share),
      percent(own.good.shown),
      percent(own.fair.share),
      percent(own.fair.shown),
      percent(own.poor.share),
      percent(own.poor.shown),
    );
  const head = [
    'pairs',
    'n',
    'shown of all',
    'returned at fair',
    'shown of these',
    'good: share',
    'good: would be shown',
    'fair: share',
    'fair: would be shown',
    'poor: share',
    'poor: would be shown',
  ];
  const lines = Object.entries(categories).flatMap(([name, own]) => [line(`${name}, strangers`, own.stranger)]);
  return ['By category and level:', table(head, [line('all', all), line('strangers', stranger), ...lines])].join(
    '\n\n',
  );
}

function curve(name, points) {
  const lines = points.map(({ score, returned, precision, kept }) =>
    row(score, percent(returned), percent(precision), percent(kept)),
  );
  return [
    `${name}, by the score from which on a picture is returned:`,
    table(['score', 'returned', 'shown of these', 'kept of what would be shown'], lines),
  ].join('\n\n');
}

function calibration({ calibration: bins }) {
  const lines = bins.map(({ from, n, mean, shown }) => row(`${from}–${from + 9}`, n, mean.toFixed(0), percent(shown)));
  return ['Calibration, all pairs:', table(['score', 'n', 'mean score', 'would be shown'], lines)].join('\n\n');
}
