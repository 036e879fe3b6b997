import { QUALITY_LEVELS, type QualityLevel } from '@drape/contracts';
import { GATES, passes, summariseGates, type Gate, type GateSummary, type PictureMetrics } from '@drape/measures';
import { QUALITY_MODEL } from '@drape/tryon';
import { engineVersion } from '../render/engine-version';
import { pairHash } from './picture-folder';
import type { PairNames, RefusedPair, RenderedPair } from './render-pairs';

/** A rendered pair in the JSON file: its figures, and its files relative to the output folder. */
export interface ReportedPair extends PairNames, PictureMetrics {
  readonly leftoverParsed: number | null;
  readonly warnings: readonly string[];
  readonly quality: { readonly score: number; readonly level: QualityLevel; readonly reasons: readonly string[] };
  /** Gates that the pair fails. */
  readonly fails: readonly Gate[];
  readonly image: string;
  readonly crops: string;
}

export interface BenchReport {
  readonly engine: string;
  readonly persons: number;
  readonly garments: number;
  /** Ids of the rules that were left out. */
  readonly without: readonly string[];
  /**
   * With --only-fired: how many pairs were compared, and the same figures of those that changed with all rules; `pairs` holds them without.
   */
  readonly onlyFired: FiredSummary | null;
  /** Number of rendered pairs, over which the gates are computed. */
  readonly n: number;
  readonly tried: number;
  readonly gates: Record<Gate, GateSummary>;
  /** The same over the pairs whose hash is below .4, whatever else is in the folder. */
  readonly fixed40: { readonly n: number; readonly gates: Record<Gate, GateSummary> };
  readonly quality: QualitySummary;
  /** Refused pairs ÷ all. */
  readonly refusedShare: number;
  /** Refusals that the pose does not justify ÷ pairs whose garment fits into the photo. */
  readonly wrongRefusedShare: number;
  readonly medians: Readonly<Record<string, number | null>>;
  readonly refusals: readonly RefusedPair[];
  readonly pairs: readonly ReportedPair[];
  /** Ignored files: neither jpg, png nor webp. */
  readonly skipped: readonly string[];
}

/** Pairs that rules change, with all rules. */
export interface FiredSummary {
  readonly compared: number;
  /** Pairs that are rendered on one side only count as changed; these are the rendered ones. */
  readonly n: number;
  readonly gates: Record<Gate, GateSummary>;
  readonly quality: QualitySummary;
}

export const summariseFired = (compared: number, whole: readonly ReportedPair[]): FiredSummary => ({
  compared,
  n: whole.length,
  gates: summariseGates(whole),
  quality: summariseQuality(whole),
});

/** The scores of all rendered pairs. */
export interface QualitySummary {
  readonly version: string;
  /** Score at each share of the pairs, sorted; null without any. */
  readonly quantiles: Readonly<Record<'p10' | 'p25' | 'p50' | 'p75' | 'p90', number | null>>;
  /** Shares of the pairs at each level. */
  readonly levels: Readonly<Record<QualityLevel, number>>;
}

const FIXED_SHARE = 0.4;
/** Figures that have no gate. */
const FIGURES_WITHOUT_GATE = [
  'stretchP95',
  'G2neck',
  'G2shoulder',
  'G2hem',
  'T1gradient',
  'seenShare',
  'S1halo',
  'F1energy',
  'F1deltaE',
  'leftoverParsed',
  'editShare',
] as const satisfies readonly (keyof ReportedPair)[];

export function reportPair(pair: RenderedPair, image: string, crops: string): ReportedPair {
  const { person, garment, category, metrics, render } = pair;
  const fails = GATES.filter((gate) => !passes(gate, metrics[gate]));
  const warnings = [...new Set(render.warnings.map((warning) => warning.code))];
  const { score, level, reasons } = render.evidence.quality;
  const quality = { score, level, reasons: reasons.map(({ code }) => code) };
  return { person, garment, category, ...roundAll(metrics), warnings, quality, fails, image, crops };
}

/** Five digits are more than any metric deserves, and keep the file readable. */
function roundAll<T extends Readonly<Record<keyof T, number | null>>>(metrics: T): T {
  const rounded = { ...metrics };
  for (const key in rounded) {
    const value = rounded[key];
    if (typeof value === 'number') Object.assign(rounded, { [key]: Number(value.toPrecision(5)) });
  }
  return rounded;
}

interface Found {
  readonly persons: number;
  readonly garments: number;
  readonly without: readonly string[];
  readonly onlyFired?: FiredSummary | null;
  readonly pairs: readonly ReportedPair[];
  readonly refusals: readonly RefusedPair[];
  readonly skipped: readonly string[];
}

export function makeReport({
  persons,
  garments,
  without,
  onlyFired = null,
  pairs,
  refusals,
  skipped,
}: Found): BenchReport {
  const tried = pairs.length + refusals.length;
  const fixed = pairs.filter((pair) => pairHash(pair.person, pair.garment) < FIXED_SHARE);
  const wrong = refusals.filter((refusal) => !refusal.justified).length;
  const fitting = tried - (refusals.length - wrong);
  return {
    engine: engineVersion(),
    persons,
    garments,
    without,
    onlyFired,
    n: pairs.length,
    tried,
    gates: summariseGates(pairs),
    fixed40: { n: fixed.length, gates: summariseGates(fixed) },
    quality: summariseQuality(pairs),
    refusedShare: tried === 0 ? 0 : refusals.length / tried,
    wrongRefusedShare: fitting === 0 ? 0 : wrong / fitting,
    medians: Object.fromEntries(FIGURES_WITHOUT_GATE.map((key) => [key, median(pairs.map((pair) => pair[key]))])),
    refusals,
    pairs,
    skipped,
  };
}

export function summariseQuality(pairs: readonly Pick<ReportedPair, 'quality'>[]): QualitySummary {
  const scores = pairs.map(({ quality }) => quality.score).sort((a, b) => a - b);
  const at = (share: number): number | null => scores[Math.floor(share * (scores.length - 1))] ?? null;
  const share = (level: QualityLevel): number =>
    pairs.length === 0 ? 0 : pairs.filter(({ quality }) => quality.level === level).length / pairs.length;
  return {
    version: QUALITY_MODEL.version,
    quantiles: { p10: at(0.1), p25: at(0.25), p50: at(0.5), p75: at(0.75), p90: at(0.9) },
    levels: { good: share('good'), fair: share('fair'), poor: share('poor') },
  };
}

/** The scores as two lines for people. */
export function qualityLines({ version, quantiles, levels }: QualitySummary): string {
  const scores = Object.entries(quantiles).map(([name, score]) => `${name} ${score ?? '-'}`);
  const shares = QUALITY_LEVELS.map((level) => `${level} ${(100 * levels[level]).toFixed(1)} %`);
  return `quality (${version}) ${scores.join('  ')}\n        ${shares.join('  ')}`;
}

function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value): value is number => value !== null).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? null;
}

/** The gates as a table for people. */
export function gatesTable({
  gates,
  fixed40,
}: Pick<BenchReport, 'gates'> & Partial<Pick<BenchReport, 'fixed40'>>): string {
  const number = (value: number | null): string => (value === null ? '-' : String(Number(value.toPrecision(3))));
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const head = ['gate', 'wanted', 'pass', 'median', 'worst', 'fixed 40 %'].map((text) => text.padEnd(11)).join('');
  const rows = GATES.map((gate) => {
    const { wanted, passShare, median: middle, worst } = gates[gate];
    const cells = [
      gate,
      wanted,
      percent(passShare),
      number(middle),
      number(worst),
      fixed40 === undefined ? '-' : percent(fixed40.gates[gate].passShare),
    ];
    return cells.map((text) => text.padEnd(11)).join('');
  });
  return [head, ...rows].join('\n');
}
