import { drawing, h } from './dom';
import { drawn } from './photo';
import type { Strings } from './strings';

/** Half of each: that there are two pictures is seen at once. */
const START_PERCENT = 50;
/** A label goes before the line comes as near as this. */
const ROOM_PX = 8;
const ARROWS = 'M9 6l-6 6 6 6M15 6l6 6-6 6';

/** The photo over the result, up to a line that the shopper moves. Without a photo the result alone. */
export function comparePictures(result: HTMLImageElement, photo: ImageBitmap | null, strings: Strings): HTMLElement {
  const box = h('div', { class: 'compare', part: 'result', dir: 'ltr' }, result);
  if (photo === null) return box;
  const picture = drawn(photo);
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', strings.beforeAlt);
  const range = h('input', { type: 'range', min: 0, max: 100, value: START_PERCENT, 'aria-label': strings.compare });
  const before = h('span', { class: 'tag start', 'aria-hidden': 'true' }, strings.before);
  const after = h('span', { class: 'tag end', 'aria-hidden': 'true' }, strings.after);
  const move = (): void => {
    box.style.setProperty('--at', `${range.value}%`);
    const line = (box.clientWidth * Number(range.value)) / 100;
    before.classList.toggle('gone', line < before.offsetLeft + before.offsetWidth + ROOM_PX);
    after.classList.toggle('gone', line > after.offsetLeft - ROOM_PX);
  };
  range.addEventListener('input', move);
  // Widths are known once the picture has come, and change with the window.
  new ResizeObserver(move).observe(box);
  box.append(picture, before, after, drawing('0 0 24 24', ARROWS, 'grip'), range);
  return box;
}
