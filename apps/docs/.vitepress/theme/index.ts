import { inBrowser, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

/** What the gateway serves below /docs beside the site: the browser goes there itself, the site has no such page. */
const OUTSIDE = ['/docs/reference'];

/** The menu of phones opens at the page that is shown, which may be far down in it. */
function showCurrentPage(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('.VPLocalNav .menu') === null) return;
    document.querySelector('.VPSidebar .is-link.is-active')?.scrollIntoView({ block: 'center' });
  });
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (inBrowser) showCurrentPage();
    router.onBeforeRouteChange = (to) => {
      if (!inBrowser || !OUTSIDE.includes(to.replace(/[?#].*$/, ''))) return true;
      location.href = to;
      return false;
    };
  },
} satisfies Theme;
