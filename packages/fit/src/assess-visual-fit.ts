import type { Advice, Fit, ProductCategory } from '@drape/contracts';
import { adviceForWarning, renderAdvice, type AdviceCode } from './advice';
import { fitScore, FORMULA_VERSION, scoreVisual, type VisualEvidence } from './fit-score';

export interface VisualFitInput extends VisualEvidence {
  readonly category: ProductCategory;
  /** Warnings of the render; codes without advice of their own are ignored. */
  readonly warnings: readonly { readonly code: string }[];
}

export interface FitAssessment {
  /** Integer 0…100. */
  readonly fitScore: number;
  /** 1 to 6 English sentences, those of `advice`. */
  readonly recommendations: string[];
  readonly fit: Fit;
  readonly advice: Advice[];
}

/** V from which the picture counts as reliable, and as fair. Chosen by judgement, not yet calibrated on people's ratings. */
const RELIABLE = 0.8;
const FAIR = 0.6;
/** Evidence below this leads to advice on how to better it. Same origin. */
const WEAK = 0.7;

/**
 * Judges a try-on by its picture alone: no measurements, so no size, and a score of at most 70.
 *
 * The result has the shape of every later basis; sizes add `fit.size`, `fit.zones`, their advice and another basis.
 */
export function assessVisualFit(input: VisualFitInput): FitAssessment {
  const components = { visual: scoreVisual(input), size: null };
  const advice = renderAdvice(visualAdvice(input, components.visual), input.category);
  return {
    fitScore: fitScore('visual', components),
    recommendations: advice.map((a) => a.text),
    advice,
    fit: {
      basis: 'visual',
      // A picture says nothing about centimetres: its confidence is never high.
      confidence: components.visual >= RELIABLE ? 'medium' : 'low',
      formulaVersion: FORMULA_VERSION,
      components,
      size: null,
      zones: [],
    },
  };
}

function visualAdvice(input: VisualFitInput, visual: number): AdviceCode[] {
  const codes: AdviceCode[] = ['size_needs_measurements'];
  const rough = input.warnings.some((w) => w.code === 'large_fill' || w.code === 'imprecise_placement');
  if (visual >= RELIABLE && !rough) codes.push('preview_reliable');
  else if (visual >= FAIR) codes.push('preview_fair');
  else codes.push('preview_rough');
  if (!(input.keypointsVisible >= WEAK)) codes.push('photo_show_more');
  if (!(input.poseConfidence >= WEAK)) codes.push('photo_face_camera');
  for (const { code } of input.warnings) {
    const advice = adviceForWarning(code);
    if (advice) codes.push(advice);
  }
  return codes;
}
