import { h } from './dom';
import { drawn } from './photo';
import type { Strings } from './strings';

/** Where the slider begins: the new picture shows, and a rim of the old one tells that there is more. */
const START_PERCENT = 12;

/** The photo over the result, up to a line that the shopper moves. Without a photo the result alone. */
export function comparePictures(result: HTMLImageElement, photo: ImageBitmap | null, strings: Strings): HTMLElement {
  const box = h('div', { class: 'compare', part: 'result', dir: 'ltr' }, result);
  if (photo === null) return box;
  const before = drawn(photo);
  before.setAttribute('role', 'img');
  before.setAttribute('aria-label', strings.beforeAlt);
  const range = h('input', { type: 'range', min: 0, max: 100, value: START_PERCENT, 'aria-label': strings.compare });
  const move = (): void => box.style.setProperty('--at', `${range.value}%`);
  range.addEventListener('input', move);
  move();
  box.append(
    before,
    h('span', { class: 'tag start', 'aria-hidden': 'true' }, strings.before),
    h('span', { class: 'tag end', 'aria-hidden': 'true' }, strings.after),
    range,
  );
  return box;
}
