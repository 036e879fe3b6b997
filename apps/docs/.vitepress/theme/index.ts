import { inBrowser, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

/** What the gateway serves below /docs beside the site: the browser goes there itself, the site has no such page. */
const OUTSIDE = ['/docs/reference'];

/** Of the bar that covers the top of the sidebar. */
const NAVIGATION_HEIGHT = 64;

/** The menu of phones opens at the page that is shown, which may be far down in it. */
function showCurrentPage(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('.VPLocalNav .menu') === null) return;
    document.querySelector('.VPSidebar .is-link.is-active')?.scrollIntoView({ block: 'center' });
  });
}

/** The sidebar shows the page that is open; one that is seen already stays where it is. */
function showInSidebar(): void {
  const sidebar = document.querySelector('.VPSidebar');
  const place = sidebar?.querySelector('.VPSidebarItem.is-link.is-active > .item')?.getBoundingClientRect();
  if (!sidebar || !place) return;
  const isSeen = place.top > NAVIGATION_HEIGHT && place.bottom < sidebar.getBoundingClientRect().bottom;
  if (!isSeen) sidebar.scrollTop += place.top - sidebar.clientHeight / 2;
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (inBrowser) {
      showCurrentPage();
      // Later, for the page is mounted and its place in the sidebar unfolded after the change of the route.
      router.onAfterRouteChange = () => void setTimeout(showInSidebar);
    }
    router.onBeforeRouteChange = (to) => {
      if (!inBrowser || !OUTSIDE.includes(to.replace(/[?#].*$/, ''))) return true;
      location.href = to;
      return false;
    };
  },
} satisfies Theme;
