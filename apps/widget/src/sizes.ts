import type { TryOn, Worn } from './api';
import { h } from './dom';
import { fill, type Strings } from './strings';

/** Advice that says no more than the line above it. */
const SIZE_TOLD = ['size_recommended', 'size_window_estimated'];

/** The products that a picture shows: those of a look, else the one. */
export const wornIn = (tryOn: TryOn): readonly Worn[] => tryOn.look?.products ?? [tryOn];

/** The size in one line; empty where there is none to tell. */
export function sizeText({ fit }: Worn, strings: Strings): string {
  const { recommended = null, window = [] } = fit?.size ?? {};
  if (recommended !== null) return fill(strings.size, { size: recommended });
  return window.length === 0 ? '' : fill(strings.sizes, { sizes: window.join(' – ') });
}

/** The size of one product, and what there is to know of it. */
export function sizeLines(worn: Worn, strings: Strings): readonly HTMLElement[] {
  const told = worn.advice.filter(({ about, code }) => about === 'shopper' && !SIZE_TOLD.includes(code));
  return [
    h('p', { class: 'size', part: 'size' }, sizeText(worn, strings)),
    h('p', { class: 'soft' }, told.map(({ text }) => text).join(' ')),
  ];
}

/** What readers of screens hear of the sizes; `names` are those of a look's products. */
export function spokenSizes(tryOn: TryOn, names: readonly string[], strings: Strings): readonly string[] {
  return wornIn(tryOn).flatMap((worn, i) => {
    const size = sizeText(worn, strings);
    const name = names[i];
    if (size === '') return [];
    return [name === undefined ? size : `${name}: ${size}`];
  });
}

/** The products of a look by their names, each with its size where sizes are known. */
export function lookList(tryOn: TryOn, names: readonly string[], strings: Strings, isMeasured: boolean): HTMLElement {
  const items = wornIn(tryOn).map((worn, i) =>
    h('li', { part: 'piece' }, h('h3', {}, names[i] ?? ''), ...(isMeasured ? sizeLines(worn, strings) : [])),
  );
  return h('ul', { class: 'pieces' }, ...items);
}
