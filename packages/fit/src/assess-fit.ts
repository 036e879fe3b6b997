import { warning, type Advice, type Fit, type Warning } from '@drape/contracts';
import { renderAdvice, type AdviceItem } from './advice';
import { fitScore, FORMULA_VERSION, unit } from './fit-score';
import { askedRow, chartFor, judgeSize, statedSex, type SizeInput, type SizeJudgement } from './judge-size';
import type { MeasurementField } from './measurements';
import { FAIR, pictureAdvice, RELIABLE, type PictureInput } from './picture-advice';
import { sizeAdvice, sizeWarnings } from './size-advice';
import { zonesOf } from './size-score';

export interface FitInput extends PictureInput, SizeInput {
  /** Fields that may have been sent in another unit: sizes based on them are doubtful. */
  readonly doubtfulUnits?: readonly MeasurementField[];
}

export interface FitAssessment {
  /** Integer 0…100. */
  readonly fitScore: number;
  /** 1 to 6 English sentences for the shopper, the texts of `advice`. */
  readonly recommendations: string[];
  readonly fit: Fit;
  readonly advice: Advice[];
  /** Warnings in addition to the picture's. */
  readonly warnings: Warning[];
}

/**
 * Judges picture and size together, by formula fit-2 (docs/fit.md); without usable measurements, the picture alone.
 *
 * `visual` is V: the calibrated probability that a person would show the picture, 0…1, as try-ons report it in `quality`. The score of a
 * requested size is that size's; for a size that the chart does not have it is the best size's, and the result says so.
 */
export function assessFit(input: FitInput): FitAssessment {
  const visual = Math.round(1000 * unit(input.visual)) / 1000;
  const chart = chartFor(input);
  const judged = judgeSize(input);
  const asked = { chart, isKnown: input.size === null ? null : askedRow(input, chart) !== null };
  const basis = judged?.basis ?? 'visual';
  const scored = judged && (judged.asked ?? judged.best);
  const components = { visual, size: scored?.score ?? null };
  const doubts = judged === null ? [] : (input.doubtfulUnits ?? []);
  const items: AdviceItem[] = [
    ...(doubts.length > 0 ? [{ code: 'size_check_units' } as const] : []),
    ...sizeAdvice(input, judged, asked),
    ...pictureAdvice({ ...input, visual }).map((code) => ({ code })),
  ];
  const advice = renderAdvice(items, input.category);
  return {
    fitScore: fitScore(basis, components),
    recommendations: advice.filter(({ about }) => about === 'shopper').map(({ text }) => text),
    advice,
    warnings: [...sizeWarnings(input, judged, asked), ...doubts.slice(0, 1).map(warnOfUnits)],
    fit: {
      basis,
      confidence: doubts.length > 0 ? 'low' : confidenceOf(input, judged, visual),
      formulaVersion: FORMULA_VERSION,
      components,
      sizeScore: judged?.asked?.score ?? null,
      sizeKnown: asked.isKnown,
      size: judged?.size ?? null,
      zones: judged && scored ? zonesOf(scored.row, judged.values) : [],
    },
  };
}

function warnOfUnits(field: MeasurementField): Warning {
  return warning(
    'measurement_unit_doubtful',
    `${field} may have been told in another unit; the size is judged as told.`,
  );
}

/** A picture says nothing about centimetres, so confidence based on it alone is never high. */
function confidenceOf({ department }: SizeInput, judged: SizeJudgement | null, visual: number): Fit['confidence'] {
  if (judged === null) return visual >= RELIABLE ? 'medium' : 'low';
  if (judged.basis === 'estimated' || visual < FAIR || judged.size.outsideChart) return 'low';
  if (judged.basis === 'measured_product_chart') return 'high';
  return statedSex(department) === null ? 'low' : 'medium';
}
