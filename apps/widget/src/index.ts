import { DrapeTryOn } from './element';

export { DrapeTryOn } from './element';

const NAME = 'drape-try-on';

declare global {
  interface HTMLElementTagNameMap {
    [NAME]: DrapeTryOn;
  }
}

// A page may load the script twice.
if (customElements.get(NAME) === undefined) customElements.define(NAME, DrapeTryOn);
