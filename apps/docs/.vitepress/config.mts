import { defineConfig, type DefaultTheme } from 'vitepress';
import { readSite, type Place } from '../src/read-site';
import { MARKDOWN } from './markdown';

const site = readSite();

function toItem({ name, path, children }: Place): DefaultTheme.SidebarItem {
  const link = { text: name, link: path.replace(/^\/docs(?=\/)/, '') };
  return children.length === 0 ? link : { ...link, collapsed: true, items: children.map(toItem) };
}

/** The site of /docs. What the gateway serves beside it, such as /docs/reference, is linked to and not built here. */
export default defineConfig({
  base: '/docs/',
  title: 'Drape',
  titleTemplate: ':title · Drape documentation',
  description: 'Virtual try-on you host yourself: guides, reference and operation.',
  lang: 'en',
  cleanUrls: true,
  srcDir: '.cache/pages',
  cacheDir: '.cache/vitepress',
  outDir: 'dist',
  // Not `assets`, which are the files of the API reference.
  assetsDir: 'site',
  // Else every page would hold the sidebar a second time, in an inline script that changes with each page.
  metaChunk: true,
  // A page view would load the pages of all links that it shows.
  router: { prefetchLinks: false },
  // The switch would add an inline style to stop transitions, which the policy of the pages forbids.
  appearance: { disableTransition: false },
  // It, and the rule below, in place of inline styles. Not `content`, which the theme gives a padding.
  contentProps: { class: 'page-text' },
  transformHtml: (html) => html.replaceAll(' style="--vp-vh:0px;"', ''),
  ignoreDeadLinks: [/^\/reference$/],
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: MARKDOWN,
  vite: {
    logLevel: 'warn',
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4000 },
  },
  themeConfig: {
    siteTitle: 'Drape',
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'API', link: '/api', activeMatch: '^/docs/api' },
      { text: 'Reference', link: '/reference' },
      { text: 'FAQ', link: '/faq' },
    ],
    // Not to be folded: their heads would be buttons within buttons.
    sidebar: site.sections.map(({ name, places }) => ({ text: name, items: places.map(toItem) })),
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { detailedView: true } },
    notFound: {
      title: 'There is no such page',
      quote: 'The address may be mistyped, or the page may have moved. Search finds it by its words.',
      linkText: 'Start of the documentation',
      linkLabel: 'go to the start of the documentation',
    },
  },
});
