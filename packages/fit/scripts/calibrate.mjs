#!/usr/bin/env node
/**
 * Derives again, from a public table of measured bodies, what packages/fit takes as read from ANSUR II (US Army 2012, public
 * domain: "ANSUR II MALE Public.csv" and "ANSUR II FEMALE Public.csv"): the regressions on height and weight, how often one
 * letter is right, how often the window of one standard deviation holds the right one, that no body of the table is refused
 * or doubted, and how often a mistaken unit of the weight is found by height and weight alone, or seen where there is none.
 *
 *   npx tsc -b && node packages/fit/scripts/calibrate.mjs [--json] TABLE.csv [TABLE.csv]
 *
 * Columns (others are ignored): Gender Male or Female; weightkg in tenths of a kilogram; stature, chestcircumference,
 * waistcircumference, buttockcircumference and crotchheight in millimetres. Exits with 1 where the shipped constants differ
 * from the derived ones by more than their last printed digits explain.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const {
  BOUNDS,
  REGRESSIONS,
  STANDARD_CHARTS,
  bodyMassIndex,
  estimate,
  findImplausible,
  findUnitSlip,
  sizeWindow,
  zonesFor,
} = createRequire(import.meta.url)('../dist/index.js');

const COLUMNS = {
  height: 'stature',
  weight: 'weightkg',
  chest: 'chestcircumference',
  waist: 'waistcircumference',
  hips: 'buttockcircumference',
  inseam: 'crotchheight',
};
const FIELDS = Object.keys(COLUMNS);
const ZONES = ['chest', 'waist', 'hips', 'inseam'];
const SEXES = { male: 'men', female: 'women' };

/** Half a unit of the last printed digit of b and c, times a height and a weight, and of a; cm. */
const ROUNDING_CM = 0.00005 * (190 + 100) + 0.005;

/** The cells of one line; a cell in quotes may hold commas. */
function cellsOf(line) {
  const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell);
  return cells.map((cell) => cell.replace(/^"|"$/g, '').trim());
}

/** The bodies of a table, cm and kg. */
function readTable(file) {
  const lines = readFileSync(file, 'latin1').split(/\r?\n/);
  const [head = '', ...rows] = lines.filter((line) => line.trim() !== '');
  const names = cellsOf(head.replace(/^\u00EF\u00BB\u00BF/, '')).map((name) => name.toLowerCase());
  const at = (name) => {
    const index = names.indexOf(name);
    if (index < 0) throw new Error(`${file} has no column "${name}"`);
    return index;
  };
  const sexAt = at('gender');
  const columns = FIELDS.map((field) => [field, at(COLUMNS[field])]);
  return rows.map((row, i) => {
    const cells = cellsOf(row);
    const sex = SEXES[cells[sexAt]?.toLowerCase()];
    const body = Object.fromEntries(columns.map(([field, index]) => [field, Number(cells[index]) / 10]));
    if (sex === undefined || FIELDS.some((field) => !(body[field] > 0))) {
      throw new Error(`${file}, line ${i + 2}: no Gender or a measurement that is no number above 0`);
    }
    return { sex, body };
  });
}

/** Least squares of value = a + b·height + c·weight, and the standard deviation of what remains (n − 3 degrees of freedom). */
function regress(bodies, zone) {
  const mean = (of) => bodies.reduce((sum, body) => sum + of(body), 0) / bodies.length;
  const [h0, w0, y0] = ['height', 'weight', zone].map((field) => mean((body) => body[field]));
  const about = (p, p0, q, q0) => mean((body) => (body[p] - p0) * (body[q] - q0));
  const [hh, ww, hw] = [
    about('height', h0, 'height', h0),
    about('weight', w0, 'weight', w0),
    about('height', h0, 'weight', w0),
  ];
  const [hy, wy] = [about('height', h0, zone, y0), about('weight', w0, zone, y0)];
  const determinant = hh * ww - hw * hw;
  if (!(determinant > 1e-9)) throw new Error('too few different bodies for a regression');
  const b = (hy * ww - wy * hw) / determinant;
  const c = (wy * hh - hy * hw) / determinant;
  const a = y0 - b * h0 - c * w0;
  const squares = bodies.reduce((sum, body) => sum + (body[zone] - a - b * body.height - c * body.weight) ** 2, 0);
  return { a, b, c, sd: Math.sqrt(squares / Math.max(1, bodies.length - 3)) };
}

/** The largest difference of two regressions over the bodies, cm. */
function largestGap(bodies, derived, shipped) {
  const gap = ({ height, weight }) =>
    Math.abs(derived.a - shipped.a + (derived.b - shipped.b) * height + (derived.c - shipped.c) * weight);
  return bodies.reduce((most, body) => Math.max(most, gap(body)), 0);
}

/**
 * With the shipped constants, over the bodies whose true size is on the standard chart: how often the letter of the likeliest
 * value is the true one, how often the window holds it, and how many letters the window has.
 */
function coverage(bodies, sex, zone) {
  const chart = STANDARD_CHARTS[sex];
  const edges = chart.rows.map((row) => row.zones[zone]);
  const count = { n: 0, beyondChart: 0, oneLetter: 0, window: 0, letters: 0 };
  for (const body of bodies) {
    const value = body[zone];
    if (value < edges[0][0] || value >= edges[edges.length - 1][1]) {
      count.beyondChart++;
      continue;
    }
    const [truth] = sizeWindow(chart, zone, [value, value]);
    const guess = estimate(zone, { height: body.height, weight: body.weight }, sex);
    const window = sizeWindow(chart, zone, [guess.low, guess.high]);
    count.n++;
    count.oneLetter += sizeWindow(chart, zone, [guess.value, guess.value])[0] === truth ? 1 : 0;
    count.window += window.includes(truth) ? 1 : 0;
    count.letters += window.length;
  }
  const { n, beyondChart, oneLetter, window, letters } = count;
  return { zone, n, beyondChart, oneLetter: oneLetter / n, window: window / n, letters: letters / n };
}

/** Primary dimensions of the standard charts, by garment. */
function primaryZones(sex) {
  return [...new Set(['top', 'pants'].map((category) => zonesFor(category, sex)[0].zone))];
}

const KG_PER_POUND = 0.45359237;
const CM_PER_INCH = 2.54;

/** What POPULATION is taken from: mean and deviation of height, median and deviation (of the logarithm) of the index. */
function population(bodies) {
  const heights = bodies.map(({ height }) => height);
  const logs = bodies.map(({ height, weight }) => Math.log(bodyMassIndex(height, weight))).sort((a, b) => a - b);
  return {
    heightCm: meanOf(heights),
    heightSd: deviationOf(heights),
    bmi: Math.exp(logs[Math.floor(logs.length / 2)]),
    logBmiSd: deviationOf(logs),
  };
}

const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
function deviationOf(values) {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}

/** Shares of false alarms, and of found slips among those that no bound refuses; by height and weight, sex unknown. */
function unitSlips(bodies) {
  const metric = (height, weight) => ({ height: { value: height, unit: 'cm' }, weight: { value: weight, unit: 'kg' } });
  const imperial = (height, weight) => ({
    height: { value: height / CM_PER_INCH, unit: 'in' },
    weight: { value: weight, unit: 'lb' },
  });
  const share = (sent) => {
    const believed = sent.filter(({ weight }) => isWithin('weight', inKilograms(weight)));
    const found = believed.filter((one) => findUnitSlip(one, null)?.fields.join() === 'weight');
    return believed.length === 0 ? null : found.length / believed.length;
  };
  const told = (of) => share(bodies.map(of));
  return {
    alarmsInKilograms: told(({ height, weight }) => metric(height, weight)),
    alarmsInPounds: told(({ height, weight }) => imperial(height, weight / KG_PER_POUND)),
    poundsAsKilograms: told(({ height, weight }) => metric(height, weight / KG_PER_POUND)),
    kilogramsAsPounds: told(({ height, weight }) => imperial(height, weight)),
  };
}

const inKilograms = ({ value, unit }) => (unit === 'lb' ? value * KG_PER_POUND : value);
const isWithin = (field, value) => value >= BOUNDS[field][0] && value <= BOUNDS[field][1];

function calibrate(people) {
  const bodiesOf = (group) => people.filter(({ sex }) => group === 'both' || sex === group).map(({ body }) => body);
  const sexes = Object.values(SEXES).filter((sex) => bodiesOf(sex).length > 0);
  const groups = sexes.length === 2 ? [...sexes, 'both'] : sexes;
  const refused = people.filter(({ body }) =>
    FIELDS.some((field) => body[field] < BOUNDS[field][0] || body[field] > BOUNDS[field][1]),
  );
  const doubted = people.filter(({ sex, body }) => findImplausible(body, sex).length > 0);
  return {
    people: people.length,
    refused: refused.length,
    doubted: doubted.length,
    regressions: groups.flatMap((group) =>
      ZONES.map((zone) => {
        const bodies = bodiesOf(group);
        const [derived, shipped] = [regress(bodies, zone), REGRESSIONS[group][zone]];
        return { group, zone, n: bodies.length, derived, shipped, gapCm: largestGap(bodies, derived, shipped) };
      }),
    ),
    populations: sexes.map((sex) => ({ sex, ...population(bodiesOf(sex)) })),
    unitSlips: unitSlips(bodiesOf('both')),
    coverage: sexes.flatMap((sex) => primaryZones(sex).map((zone) => ({ sex, ...coverage(bodiesOf(sex), sex, zone) }))),
  };
}

const isAsShipped = ({ derived, shipped, gapCm }) =>
  gapCm <= ROUNDING_CM && Math.abs(derived.sd - shipped.sd) <= 0.005 + 1e-9;

const percent = (share) => `${(100 * share).toFixed(1)} %`;

function write({ a, b, c, sd }) {
  return `${a.toFixed(2)} ${b.toFixed(4)} ${c.toFixed(4)} (${sd.toFixed(2)})`;
}

function report({ people, refused, doubted, regressions, coverage, populations, unitSlips }) {
  const lines = [`${people} bodies; outside the bounds: ${refused}; more than 5 SD from the estimate: ${doubted}`];
  lines.push('', 'value = a + b·height cm + c·weight kg (SD)', '');
  lines.push('| | n | derived | shipped | largest gap, cm | |', '|---|---|---|---|---|---|');
  for (const one of regressions) {
    const verdict = isAsShipped(one) ? 'same' : 'differs';
    const [name, gap] = [`${one.group} ${one.zone}`, one.gapCm.toFixed(2)];
    lines.push(`| ${name} | ${one.n} | ${write(one.derived)} | ${write(one.shipped)} | ${gap} | ${verdict} |`);
  }
  lines.push('', 'The right letter of EN 13402-3 from height and weight alone', '');
  lines.push('| | n | one letter | window of ±1 SD | letters in it | beyond the chart |', '|---|---|---|---|---|---|');
  for (const { sex, zone, n, oneLetter, window, letters, beyondChart } of coverage) {
    lines.push(
      `| ${sex} ${zone} | ${n} | ${percent(oneLetter)} | ${percent(window)} | ${letters.toFixed(2)} | ${beyondChart} |`,
    );
  }
  lines.push('', ...populationLines(populations), '', ...slipLines(unitSlips));
  return lines.join('\n');
}

function populationLines(populations) {
  return populations.map(({ sex, heightCm, heightSd, bmi, logBmiSd }) => {
    const height = `${heightCm.toFixed(1)} ± ${heightSd.toFixed(2)} cm`;
    return `${sex}: height ${height}; median index ${bmi.toFixed(1)}, ± ${logBmiSd.toFixed(3)} of its logarithm`;
  });
}

function slipLines({ alarmsInKilograms, alarmsInPounds, poundsAsKilograms, kilogramsAsPounds }) {
  const shown = (value) => (value === null ? '–' : `${(100 * value).toFixed(2)} %`);
  return [
    'Units of the weight, by height and weight alone',
    `seen where there is no slip: ${shown(alarmsInKilograms)} in kg, ${shown(alarmsInPounds)} in lb`,
    `found: ${shown(poundsAsKilograms)} of lb told as kg, ${shown(kilogramsAsPounds)} of kg told as lb`,
  ];
}

function main(args) {
  const files = args.filter((arg) => arg !== '--json');
  if (files.length === 0) throw new Error('usage: calibrate.mjs [--json] TABLE.csv [TABLE.csv]');
  const result = calibrate(files.flatMap(readTable));
  const same = result.regressions.every(isAsShipped);
  process.stdout.write(`${args.includes('--json') ? JSON.stringify({ ...result, same }) : report(result)}\n`);
  process.exitCode = same ? 0 : 1;
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
