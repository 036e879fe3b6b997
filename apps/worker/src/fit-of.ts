import type { Advice, Fit } from '@drape/contracts';
import type { RenderOutput } from './child-protocol';

export interface FitResult {
  readonly fitScore: number;
  readonly fit: Fit;
  readonly advice: readonly Advice[];
  readonly recommendations: readonly string[];
}

/** Without measurements a score says how well the picture came out, and never more than this. */
const VISUAL_SCORE_MAX = 70;

/** The fit of a try-on without measurements: its visual share only (docs/api: fit basis "visual", formula fit-1). */
export function fitOf({ evidence, warnings }: Pick<RenderOutput, 'evidence' | 'warnings'>): FitResult {
  const { poseConfidence, keypointsVisible, overlap, garmentQuality } = evidence;
  const raw = 0.35 * poseConfidence + 0.25 * keypointsVisible + 0.25 * overlap + 0.15 * garmentQuality;
  const visual = Math.round(Math.min(1, Math.max(0, raw)) * 1_000) / 1_000;
  const advice = adviceOf(warnings);
  return {
    fitScore: Math.min(VISUAL_SCORE_MAX, Math.round(100 * visual)),
    fit: {
      basis: 'visual',
      confidence: visual >= 0.75 ? 'medium' : 'low',
      formulaVersion: 'fit-1',
      components: { visual, size: null },
      size: null,
      zones: [],
    },
    advice,
    recommendations: advice.map(({ text }) => text),
  };
}

const ADVICE_MAX = 6;

function adviceOf(warnings: RenderOutput['warnings']): Advice[] {
  const measure: Advice = {
    code: 'measurements_missing',
    params: {},
    text: 'Send body measurements to get a size recommendation; this score tells only how well the picture came out.',
  };
  const remarks = warnings.map(({ code, message }) => ({ code, params: {}, text: message }));
  return [measure, ...remarks].slice(0, ADVICE_MAX);
}
