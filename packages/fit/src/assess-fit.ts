import type { Fit, ProductCategory } from '@drape/contracts';
import { renderAdvice, type AdviceCode, type AdviceParams } from './advice';
import { assessVisualFit, type FitAssessment, type VisualFitInput } from './assess-visual-fit';
import { fitScore, FORMULA_VERSION, type FitBasis } from './fit-score';
import { estimate, type BodyMeasurements } from './measurements';
import { STANDARD_CHARTS, zonesFor, type Sex, type SizeChart, type ZoneRule } from './size-chart';
import {
  POOR_SCORE,
  scoreSizes,
  sizeWindow,
  zonesOf,
  zoneValues,
  type FitPreference,
  type SizeScore,
} from './size-score';

export interface FitInput extends VisualFitInput {
  readonly body: BodyMeasurements;
  readonly department: 'women' | 'men' | 'unisex' | null;
  readonly preference: FitPreference | null;
  /** The size that the shopper looks at. */
  readonly size: string | null;
  /** The product's own chart of body measurements. */
  readonly chart: SizeChart | null;
}

/** A further size is named when it is at least so good, and at most so many are. */
const ALTERNATIVE_LEAST = 0.5;
const ALTERNATIVES_MAX = 2;
/** Sizes within so much of the best are a choice of taste. */
const WINDOW_SCORE = 0.08;

/**
 * Judges picture and size together (api.md §11); without measurements that say anything, the picture alone.
 *
 * Height and weight alone give a window of sizes and never one: they name the right letter in two of three cases only, the
 * window of one standard deviation holds it in more than nine of ten.
 */
export function assessFit(input: FitInput): FitAssessment {
  const visual = assessVisualFit(input);
  const sex = sexFor(input);
  const chart = input.chart ?? STANDARD_CHARTS[sex];
  const rules = zonesFor(input.category, sex).filter(({ zone }) => chart.rows.some((row) => row.zones[zone]));
  const primary = rules[0];
  const told = input.department === 'women' || input.department === 'men' ? input.department : null;
  const values = zoneValues(rules, input.body, told);
  if (primary === undefined || !values.some(({ zone }) => zone === primary.zone)) return visual;
  const ranked = scoreSizes(chart, values, input.preference ?? 'regular');
  const best = ranked[0];
  if (best === undefined) return visual;
  const measured = input.body[primary.zone] !== undefined;
  const basis: FitBasis = measured
    ? input.chart === null
      ? 'measured_standard_chart'
      : 'measured_product_chart'
    : 'estimated';
  const size = measured
    ? measuredSize(chart, ranked, best)
    : {
        recommended: null,
        window: estimatedWindow(chart, primary, input.body, told),
        alternatives: [],
        chart: chart.name,
      };
  const components = { visual: visual.fit.components.visual, size: best.score };
  const shown = ranked.find((one) => isSame(one.size, input.size)) ?? best;
  const sizes: SizeAdviceInput = { size, best, measured, asked: input.size, shown, sexUnknown: told === null };
  const advice = renderAdvice(
    [...visual.advice.map((a) => a.code).filter(isKept), ...sizeAdvice(sizes)],
    input.category,
    sizeParams(sizes),
  );
  return {
    fitScore: fitScore(basis, components),
    advice,
    recommendations: advice.map((a) => a.text),
    fit: {
      basis,
      confidence: confidenceOf(basis, told, visual.fit.confidence),
      formulaVersion: FORMULA_VERSION,
      components,
      size,
      zones: zonesOf(shown.row, values),
    },
  };
}

/** Whose chart is used where nobody says: women's for dresses and skirts, men's (as most unisex sizing) for the rest. */
function sexFor({ department, category }: { department: FitInput['department']; category: ProductCategory }): Sex {
  if (department === 'women' || department === 'men') return department;
  return category === 'dress' || category === 'skirt' ? 'women' : 'men';
}

function measuredSize(chart: SizeChart, ranked: readonly SizeScore[], best: SizeScore): NonNullable<Fit['size']> {
  const close = new Set(ranked.filter(({ score }) => score >= best.score - WINDOW_SCORE).map(({ size }) => size));
  return {
    recommended: best.size,
    window: chart.rows.map(({ size }) => size).filter((size) => close.has(size)),
    alternatives: ranked
      .slice(1)
      .filter(({ score }) => score >= ALTERNATIVE_LEAST)
      .slice(0, ALTERNATIVES_MAX)
      .map(({ size, score }) => ({ size, score })),
    chart: chart.name,
  };
}

/** The sizes within one standard deviation of the guess. */
function estimatedWindow(chart: SizeChart, { zone }: ZoneRule, body: BodyMeasurements, sex: Sex | null): string[] {
  const guess = estimate(zone, body, sex);
  return guess === null ? [] : sizeWindow(chart, zone, [guess.low, guess.high]);
}

function confidenceOf(basis: FitBasis, sex: Sex | null, visual: Fit['confidence']): Fit['confidence'] {
  if (basis === 'estimated' || visual === 'low') return 'low';
  if (basis === 'measured_product_chart') return 'high';
  return sex === null ? 'low' : 'medium';
}

interface SizeAdviceInput {
  readonly size: NonNullable<Fit['size']>;
  readonly best: SizeScore;
  readonly measured: boolean;
  readonly asked: string | null;
  readonly shown: SizeScore;
  readonly sexUnknown: boolean;
}

function sizeAdvice({ size, best, measured, asked, shown, sexUnknown }: SizeAdviceInput): AdviceCode[] {
  const codes: AdviceCode[] = [];
  if (!measured) codes.push('size_window_estimated', 'size_measure_for_one');
  else if (best.score < POOR_SCORE) codes.push('size_outside_chart');
  else if (size.window.length > 1) codes.push('size_between');
  else codes.push('size_recommended');
  if (asked !== null && isSame(shown.size, asked) && !size.window.some((one) => isSame(one, asked)))
    codes.push('size_asked_differs');
  if (asked !== null && !isSame(shown.size, asked)) codes.push('size_asked_unknown');
  if (sexUnknown && size.chart.startsWith('en13402-3/')) codes.push('size_name_department');
  return codes;
}

function sizeParams({ size, best, asked }: SizeAdviceInput): AdviceParams {
  return {
    size: size.recommended ?? best.size,
    sizes: size.window.join(' or '),
    asked: (asked ?? '').slice(0, 40),
  };
}

const isKept = (code: string): code is AdviceCode => code !== 'size_needs_measurements';

const isSame = (a: string, b: string | null): boolean =>
  b !== null && a.trim().toLowerCase() === b.trim().toLowerCase();
