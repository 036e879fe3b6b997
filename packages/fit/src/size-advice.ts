import { warning, type Warning } from '@drape/contracts';
import type { AdviceItem } from './advice';
import { statedSex, type OutsideZone, type SizeInput, type SizeJudgement } from './judge-size';
import type { SizeChart } from './size-chart';

/** Most characters of a size's name that are repeated: the contract limits it, but rows of earlier releases may be longer. */
const NAME_MAX = 40;

/** Where the requested size was looked up. */
export interface AskedSize {
  readonly chart: SizeChart;
  /** Whether that chart has the size; null: none was requested. */
  readonly isKnown: boolean | null;
}

/** Advice about the sizes. `judged` null: nothing was measured. */
export function sizeAdvice(input: SizeInput, judged: SizeJudgement | null, asked: AskedSize): AdviceItem[] {
  if (judged === null) return [{ code: 'size_needs_measurements' }];
  const items = [...ownSize(judged), ...askedAdvice(input, judged, asked)];
  const isStandard = input.chart === null;
  if (isStandard && statedSex(input.department) === null) {
    items.push({ code: 'size_name_department', params: { chart: asked.chart.name } });
  }
  return items;
}

function ownSize({ basis, size, outside }: SizeJudgement): AdviceItem[] {
  const measure: AdviceItem[] = basis === 'estimated' ? [{ code: 'size_measure_for_one' }] : [];
  const closest = size.recommended ?? size.nearest ?? size.window[0] ?? '';
  const sizes = size.window.join(' or ');
  if (outside !== null) {
    const code = outside.isEstimated ? 'size_outside_chart_estimated' : 'size_outside_chart';
    return [{ code, params: { size: closest, ...toParams(outside) } }, ...measure];
  }
  if (size.window.length === 0) return [{ code: 'size_no_match', params: { size: closest } }, ...measure];
  if (basis === 'estimated') return [{ code: 'size_window_estimated', params: { sizes } }, ...measure];
  if (size.window.length > 1) return [{ code: 'size_between', params: { sizes } }];
  return [{ code: 'size_recommended', params: { size: closest } }];
}

const toParams = ({ zone, bodyCm, chartMin, chartMax }: OutsideZone) => ({ zone, bodyCm, chartMin, chartMax });

function askedAdvice(
  { size: name }: SizeInput,
  { asked, size }: SizeJudgement,
  { chart, isKnown }: AskedSize,
): AdviceItem[] {
  if (name === null) return [];
  if (isKnown === false) return unknownAdvice(name, chart);
  if (asked === null || size.window.includes(asked.size) || size.nearest === asked.size) return [];
  return [{ code: 'size_asked_differs', params: { asked: name.slice(0, NAME_MAX) } }];
}

function unknownAdvice(asked: string, chart: SizeChart): AdviceItem[] {
  const params = { size: asked.slice(0, NAME_MAX), known: chart.rows.map(({ size }) => size) };
  const items: AdviceItem[] = [{ code: 'size_unknown', params }];
  return chart.name === 'product' ? items : [...items, { code: 'size_chart_missing' }];
}

/** Warnings about the sizes, for programs, in addition to the picture's own. */
export function sizeWarnings(
  { size }: SizeInput,
  judged: SizeJudgement | null,
  { chart, isKnown }: AskedSize,
): Warning[] {
  const warnings: Warning[] = [];
  if (isKnown === false) {
    const known = chart.rows.map((row) => row.size).join(', ');
    const message = `size "${(size ?? '').slice(0, NAME_MAX)}" is not on the chart ${chart.name}, which has ${known}; fitScore is not that size's.`;
    warnings.push(warning('size_unknown', message));
  }
  if (isKnown === true && judged !== null && judged.asked === null) {
    const message = `size "${(size ?? '').slice(0, NAME_MAX)}" is on the chart ${chart.name}, but its row says nothing of what was measured; fitScore is the best size's.`;
    warnings.push(warning('size_not_judged', message));
  }
  const outside = judged?.outside;
  if (outside) {
    const { zone, bodyCm, chartMin, chartMax, isEstimated } = outside;
    const how = isEstimated ? ', estimated from height and weight,' : '';
    const message = `${zone} of ${bodyCm} cm${how} is outside the chart ${chart.name}, which goes from ${chartMin} to ${chartMax} cm.`;
    warnings.push(warning('outside_chart', message));
  }
  return warnings;
}
