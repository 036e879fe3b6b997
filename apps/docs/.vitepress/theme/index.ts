import { inBrowser, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

/** What the gateway serves below /docs beside the site: the browser goes there itself, the site has no such page. */
const OUTSIDE = ['/docs/reference'];

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    router.onBeforeRouteChange = (to) => {
      if (!inBrowser || !OUTSIDE.includes(to.replace(/[?#].*$/, ''))) return true;
      location.href = to;
      return false;
    };
  },
} satisfies Theme;
