import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REGRESSIONS, STANDARD_CHARTS, type Regression, type Sex, type Zone } from '../src';
import { testEnvironment } from '../../testkit/src/test-environment';

const SCRIPT = join(__dirname, '../scripts/calibrate.mjs');
const HEAD =
  'subjectid,chestcircumference,waistcircumference,buttockcircumference,crotchheight,stature,weightkg,Gender,Ethnicity';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drape-calibrate-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Person {
  readonly sex: Sex;
  readonly height: number;
  readonly weight: number;
  readonly zones: Readonly<Record<Zone, number>>;
}

type Law = Readonly<Record<Zone, Regression>>;

/** Bodies that obey a law up to a noise with exactly its spread: in fours, at +sd, −sd, −sd, +sd of one height and weight. */
function peopleOf(sex: Sex, law: Law, spread: number): Person[] {
  const people: Person[] = [];
  for (let i = 0; i < 20; i++) {
    const [height, weight] = [160 + i * 1.5, 60 + ((i * 7) % 20) * 2];
    for (const sign of [1, -1, -1, 1]) {
      const value = (zone: Zone) => {
        const { a, b, c, sd } = law[zone];
        return a + b * height + c * weight + sign * spread * sd;
      };
      const zones = { chest: value('chest'), waist: value('waist'), hips: value('hips'), inseam: value('inseam') };
      people.push({ sex, height, weight, zones });
    }
  }
  return people;
}

/** 4,000 bodies with the shipped regressions and a normal residual; height and weight spread over the adult range. */
function bellPeople(sex: Sex): Person[] {
  return Array.from({ length: 4000 }, (_, i) => {
    // Low-discrepancy points and Box–Muller instead of chance.
    const [u, v, p, q] = [Math.SQRT2, Math.sqrt(3), Math.sqrt(5), Math.sqrt(7)].map((root) => ((i + 1) * root) % 1);
    const z = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
    const [height, weight] = [158 + 30 * p, 55 + 45 * q];
    const value = (zone: Zone) => {
      const { a, b, c, sd } = REGRESSIONS[sex][zone];
      return a + b * height + c * weight + z * sd;
    };
    const zones = { chest: value('chest'), waist: value('waist'), hips: value('hips'), inseam: value('inseam') };
    return { sex, height, weight, zones };
  });
}

function write(name: string, people: readonly Person[], head = HEAD): string {
  const rows = people.map(({ sex, height, weight, zones }, i) => {
    const { chest, waist, hips, inseam } = zones;
    const numbers = [chest, waist, hips, inseam, height, weight].map((value) => (value * 10).toFixed(4));
    return `${i},${numbers.join()},${sex === 'men' ? 'Male' : 'Female'},"Dutch, Danish"`;
  });
  const file = join(folder, name);
  writeFileSync(file, `${[head, ...rows].join('\r\n')}\r\n`);
  return file;
}

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
    env: testEnvironment(),
    encoding: 'utf8',
  });
  return { status, stdout, stderr, json: stdout.startsWith('{') ? JSON.parse(stdout) : {} };
}

describe('calibrate', () => {
  it('finds the regressions and the spread that a table was made with', () => {
    const law: Law = {
      chest: { a: 90, b: -0.25, c: 0.7, sd: 3 },
      waist: { a: 100, b: -0.4, c: 0.8, sd: 4 },
      hips: { a: 85, b: -0.15, c: 0.5, sd: 2 },
      inseam: { a: -20, b: 0.6, c: -0.03, sd: 1 },
    };
    const { json } = run('--json', write('own.csv', peopleOf('men', law, 1)));
    expect(json.regressions).toHaveLength(4);
    for (const { zone, n, derived } of json.regressions as { zone: Zone; n: number; derived: Regression }[]) {
      expect(n).toBe(80);
      expect(derived.a).toBeCloseTo(law[zone].a, 2);
      expect(derived.b).toBeCloseTo(law[zone].b, 4);
      expect(derived.c).toBeCloseTo(law[zone].c, 4);
      // All residuals are ±sd: n of them, less the three that were fitted.
      expect(derived.sd).toBeCloseTo(law[zone].sd * Math.sqrt(80 / 77), 3);
    }
  });

  it('exits with 0 where the shipped constants are the table’s, and with 1 where they are not', () => {
    const spread = Math.sqrt(77 / 80);
    const men = write('men.csv', peopleOf('men', REGRESSIONS.men, spread));
    const good = run('--json', men);
    expect([good.status, good.json.same, good.json.refused, good.json.doubted]).toEqual([0, true, 0, 0]);
    expect(run(men).stdout).toMatch(/\| men chest \| 80 \| 103\.64 -0\.2909 0\.6235 \(3\.23\) \|.* same \|/);
    const other = { ...REGRESSIONS.men, chest: { ...REGRESSIONS.men.chest, a: 104.2 } };
    const bad = run(write('other.csv', peopleOf('men', other, spread)));
    expect(bad.status).toBe(1);
    expect(bad.stdout).toMatch(/men chest .* differs/);
  });

  it('takes both sexes together too, and says how often the letter and the window are right', () => {
    const exact = run(
      '--json',
      write('m.csv', peopleOf('men', REGRESSIONS.men, 0)),
      write('w.csv', peopleOf('women', REGRESSIONS.women, 0)),
    ).json;
    const groups = new Set(exact.regressions.map(({ group }: { group: string }) => group));
    expect([...groups]).toEqual(['men', 'women', 'both']);
    const zones = exact.coverage.map(({ sex, zone }: { sex: string; zone: string }) => `${sex} ${zone}`);
    expect(zones).toEqual(['men chest', 'men waist', 'women chest', 'women hips']);
    for (const { oneLetter, window, letters } of exact.coverage) {
      // Not 1: a value at a band's edge may be rounded over it.
      expect(oneLetter).toBeGreaterThan(0.9);
      expect(window).toBe(1);
      expect(letters).toBeGreaterThan(1);
    }
  });

  it('counts a letter that is wrong and a window that misses', () => {
    // Two deviations off: always beyond the window's edge, and never in the likeliest letter unless that is wide.
    const { json } = run('--json', write('off.csv', peopleOf('men', REGRESSIONS.men, 2)));
    const [chest] = json.coverage;
    expect(chest.n + chest.beyondChart).toBe(80);
    expect(chest.oneLetter).toBeLessThan(0.6);
    expect(chest.window).toBe(expectedWindow(peopleOf('men', REGRESSIONS.men, 2)));
  });

  it.each([
    ['men', 'chest', 0.68, 0.94],
    ['women', 'chest', 0.61, 0.92],
  ] as const)('finds for %s what is stated, if bodies err as a bell curve does', (sex, zone, oneLetter, window) => {
    const { json } = run('--json', write(`${sex}-bell.csv`, bellPeople(sex)));
    const found = json.coverage.find((one: { zone: Zone }) => one.zone === zone);
    expect(found.n).toBeGreaterThan(3500);
    expect(Math.abs(found.oneLetter - oneLetter)).toBeLessThan(0.025);
    expect(Math.abs(found.window - window)).toBeLessThan(0.015);
    expect(found.letters).toBeLessThan(2.2);
  });

  it('counts bodies that the service would refuse or doubt', () => {
    const [one, two, ...rest] = peopleOf('women', REGRESSIONS.women, 0);
    const odd = [
      { ...one, zones: { ...one.zones, waist: one.zones.waist + 30 } },
      { ...two, zones: { ...two.zones, inseam: 130 } },
    ];
    const { json } = run('--json', write('odd.csv', [...odd, ...rest]));
    expect([json.people, json.refused, json.doubted]).toEqual([80, 1, 2]);
  });

  it('counts found slips of the weight’s unit and false alarms, and gives the distribution behind them', () => {
    const table = write('slips.csv', peopleOf('men', REGRESSIONS.men, 1));
    const { json } = run('--json', table);
    expect(json.unitSlips).toEqual({
      alarmsInKilograms: 0,
      alarmsInPounds: 0,
      poundsAsKilograms: expect.closeTo(0.98, 1),
      kilogramsAsPounds: expect.closeTo(0.98, 1),
    });
    // 160…188.5 cm in steps of 1.5.
    expect(json.populations).toMatchObject([{ sex: 'men', heightCm: expect.closeTo(174.25, 2) }]);
    expect(run(table).stdout).toMatch(/\nseen where there is no slip: 0\.00 % in kg, 0\.00 % in lb\nfound: /);
  });

  it('names what is wrong with a table', () => {
    const people = peopleOf('men', REGRESSIONS.men, 1);
    const renamed = write('renamed.csv', people, HEAD.replace('crotchheight', 'inseam'));
    expect(run(renamed)).toMatchObject({ status: 2, stderr: `${renamed} has no column "crotchheight"\n` });
    const empty = write('empty.csv', [{ ...people[0], height: 0 }]);
    expect(run(empty).stderr).toContain(`${empty}, line 2: `);
    expect(run().stderr).toContain('usage: calibrate.mjs');
  });
});

/** The share of chests whose letter meets the estimate ± one deviation, counted by hand over the chart's edges. */
function expectedWindow(people: readonly Person[]): number {
  const ranges = STANDARD_CHARTS.men.rows.map(({ zones }) => zones.chest ?? [0, 0]);
  const letter = (cm: number) => ranges.findIndex(([from, to]) => cm >= from && cm < to);
  const { a, b, c, sd } = REGRESSIONS.men.chest;
  const onChart = people.filter(({ zones }) => letter(zones.chest) >= 0);
  const held = onChart.filter(({ height, weight, zones }) => {
    const likeliest = a + b * height + c * weight;
    const truth = letter(zones.chest);
    return letter(likeliest - sd) <= truth && truth <= letter(likeliest + sd);
  });
  return held.length / onChart.length;
}
