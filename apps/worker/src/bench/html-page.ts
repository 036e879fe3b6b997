import { GATES, passes } from '@drape/measures';
import { qualityLines, type BenchReport, type ReportedPair } from './report';

/** Paths of a pair's product and photo next to the page. */
export interface PageFiles {
  readonly product: (pair: ReportedPair) => string;
  readonly photo: (pair: ReportedPair) => string;
  readonly sheets: readonly string[];
}

const STYLE = `body{font:14px/1.4 system-ui,sans-serif;margin:24px;background:#f6f6f4;color:#222}
table{border-collapse:collapse;margin:12px 0}td,th{border:1px solid #ccc;padding:3px 8px;text-align:right;background:#fff}
td:first-child,th:first-child{text-align:left}.bad{background:#fdd;color:#900}
section{border-top:1px solid #ccc;padding:12px 0}h3{margin:4px 0;font-size:14px}
.row{display:flex;gap:8px;align-items:flex-start;flex-wrap:wrap}.row img{max-height:420px;max-width:100%}`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** A relative path as a link: names may hold anything. */
const link = (path: string): string => escape(path.split('/').map(encodeURIComponent).join('/'));
const number = (value: number | null): string => (value === null ? '–' : String(Number(value.toPrecision(3))));
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The whole report as one page without scripts: table of gates, refusals, sheets, and each pair with its pictures. */
export function htmlPage(report: BenchReport, files: PageFiles): string {
  const { n, tried, persons, garments, refusedShare, wrongRefusedShare, engine } = report;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Picture bench</title><style>${STYLE}</style>
<h1>Picture bench</h1>
<p>${persons} persons × ${garments} garments, ${tried} pairs tried, ${n} rendered, ${percent(refusedShare)} refused (${percent(wrongRefusedShare)} wrongly). ${escape(engine)}</p>
${gates(report)}
<pre>${escape(qualityLines(report.quality))}</pre>
<p>Sheets: ${files.sheets.map((sheet) => `<a href="${link(sheet)}">${escape(sheet)}</a>`).join(' · ')}</p>
${refusals(report)}
${report.pairs.map((pair) => section(pair, files)).join('\n')}
</html>
`;
}

function gates({ gates: all, fixed40 }: BenchReport): string {
  const rows = GATES.map((gate) => {
    const { wanted, passShare, median, worst, measured } = all[gate];
    const fixed = percent(fixed40.gates[gate].passShare);
    const bad = passShare < 0.9 ? ' class="bad"' : '';
    return `<tr><td>${gate}<td>${wanted}<td${bad}>${percent(passShare)}<td>${number(median)}<td>${number(worst)}<td>${measured}<td>${fixed}`;
  });
  return `<table><tr><th>gate<th>wanted<th>pass<th>median<th>worst<th>measured<th>fixed 40 %\n${rows.join('\n')}</table>`;
}

function refusals({ refusals: list }: BenchReport): string {
  if (list.length === 0) return '<p>Nothing was refused.</p>';
  const rows = list.map(
    ({ person, garment, category, code, detail, justified }) =>
      `<tr><td>${escape(person)}<td>${escape(`${category}/${garment}`)}<td${justified ? '' : ' class="bad"'}>${escape(code)}<td>${escape(detail)}`,
  );
  return `<details><summary>${list.length} refusals</summary><table><tr><th>person<th>garment<th>code<th>detail\n${rows.join('\n')}</table></details>`;
}

function section(pair: ReportedPair, files: PageFiles): string {
  const figures = GATES.map((gate) => {
    const bad = passes(gate, pair[gate]) ? '' : ' class="bad"';
    return `<td${bad}>${gate} ${number(pair[gate])}`;
  });
  const { score, level, reasons } = pair.quality;
  const quality = `quality ${level} ${score}${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`;
  const extra = `${quality} · stretch ${number(pair.stretchP95)} · gradient ${number(pair.T1gradient)} · halo ${number(pair.S1halo)} · leftover parsed ${number(pair.leftoverParsed)}`;
  const picture = (path: string, what: string): string =>
    `<a href="${link(path)}"><img loading="lazy" src="${link(path)}" alt="${escape(what)}"></a>`;
  return `<section><h3>${escape(pair.person)} + ${escape(`${pair.category}/${pair.garment}`)}</h3>
<table><tr>${figures.join('')}</table><p>${extra}${pair.warnings.length > 0 ? ` · ${escape(pair.warnings.join(', '))}` : ''}</p>
<div class="row">${picture(files.product(pair), 'product')}${picture(files.photo(pair), 'photo')}${picture(pair.image, 'result')}</div>
<div class="row">${picture(pair.crops, 'details')}</div></section>`;
}
