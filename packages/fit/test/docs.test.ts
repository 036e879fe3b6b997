import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TRY_ON_EXAMPLES } from '@drape/contracts';
import {
  assessFit,
  defaultWeightUnit,
  FAIR,
  FIT_BASES,
  FORMULA_VERSION,
  mergeSent,
  RELIABLE,
  warnOfBody,
  type BodyMeasurements,
  type FitInput,
} from '../src';

const PAGE = readFileSync(join(__dirname, '../../../docs/fit.md'), 'utf8');
const [sent = {}, answer = {}] = [...PAGE.matchAll(/```json\n(.*?)```/gs)].map(([, json = '{}']) => JSON.parse(json));
/** Cells of the lines of a table that start so, without the marks of code. */
const rowsOf = (start: RegExp) =>
  PAGE.split('\n')
    .filter((line) => start.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll('`', '')));

function inputOf({ visual, productCategory, department, size, ...body }: typeof sent): FitInput {
  return {
    visual,
    body,
    department,
    size,
    category: productCategory,
    preference: null,
    chart: null,
    warnings: [],
  };
}

describe('docs/fit.md', () => {
  it('works an example that the formula gives', () => {
    const { fitScore, fit } = assessFit(inputOf(sent));
    expect({ fitScore, fit }).toEqual(answer);
    const other = assessFit(inputOf({ ...sent, size: 'M' }));
    expect([other.fit.sizeScore, other.fitScore]).toEqual([0.923, 90]);
  });

  it('works it by hand to the same figures', () => {
    const [chest, waist] = [0.85 * (1 - 3 / 4), 0.85 * (1 - 1 / 4)];
    const mean = (chest + 0.5 * waist) / 1.5;
    const size = 0.7 * mean + 0.3 * Math.min(chest, waist);
    for (const figure of [chest.toFixed(4), waist.toFixed(4), mean.toFixed(4), size.toFixed(3)]) {
      expect(PAGE).toContain(figure);
    }
    const score = 100 * (0.7 * 0.312 + 0.3 * 0.91);
    expect(PAGE).toContain(`= ${score.toFixed(1)}, that is ${Math.round(score)}`);
  });

  it('names version, shares and caps of every basis', () => {
    expect(PAGE).toContain(`the open formula **${FORMULA_VERSION}**`);
    const table = rowsOf(/^\| `(measured|estimated|visual)/).map(([basis, , ...figures]) => [
      basis,
      figures.map(Number),
    ]);
    const shipped = Object.entries(FIT_BASES).map(([basis, { size, visual, cap }]) => [basis, [size, visual, cap]]);
    expect(table).toEqual(shipped);
    expect(PAGE).toContain(`from V = ${RELIABLE} `);
    expect(PAGE).toContain(`may look wrong from ${FAIR};`);
  });

  it.each(rowsOf(/^\| `\{/))('says of %s what the service says', (json = '', code, message) => {
    const { unit = 'cm', ...submitted }: BodyMeasurements & { unit?: 'cm' | 'in' } = JSON.parse(json);
    const warnings = warnOfBody(mergeSent([{ submitted, unit, weightUnit: defaultWeightUnit(unit) }]), null);
    expect(warnings.map((one) => [one.code, one.message])).toEqual([[code, message]]);
  });
});

describe('the example of the reference', () => {
  it('has the fit that its measurements give', () => {
    const { fit, fitScore, advice } = TRY_ON_EXAMPLES.completed;
    const body = { height: 168, weight: 61, chest: 89 };
    const input = inputOf({
      ...body,
      visual: fit.components.visual,
      productCategory: 'top',
      department: 'women',
      size: null,
    });
    const judged = assessFit(input);
    expect({ fit, fitScore }).toEqual({ fit: judged.fit, fitScore: judged.fitScore });
    expect(judged.advice).toEqual(advice);
  });
});
