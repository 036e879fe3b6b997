import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../../..');

/** In place of a heading: what stands before the first one. */
export const INTRO = '';

/** A page, and where its text comes from. */
export interface PageEntry {
  /** Below /docs/; empty for the start page. */
  readonly route: string;
  /** In the sidebar; the page's own heading where missing. */
  readonly name?: string;
  /** Above the text; the file's own where missing. */
  readonly heading?: string;
  /** A file of the repository. */
  readonly file: string;
  /** It is written for the site, with tags: not to be taken for a document. */
  readonly isOwn?: boolean;
  /** Headings of those sections that it takes, and {@link INTRO}; all where missing. */
  readonly only?: readonly string[];
  /** Headings of sections that it leaves out. */
  readonly without?: readonly string[];
  /** Each section is a page of its own, below this one. */
  readonly isSplit?: boolean;
  /** Written for those who work on Drape: the search of the site leaves it out. */
  readonly isInternal?: boolean;
  /** Shown below this one. */
  readonly children?: readonly PageEntry[];
}

/** What the gateway serves beside the site. */
export interface OutsideEntry {
  readonly name: string;
  readonly path: string;
}

export type Entry = PageEntry | OutsideEntry;

export interface SiteSection {
  readonly name: string;
  readonly entries: readonly Entry[];
}

const own = (route: string, name: string): PageEntry => ({
  route,
  name,
  file: `apps/docs/pages/${route === '' ? 'index' : route}.md`,
  isOwn: true,
});

/** A document of docs/ under its own name. */
const doc = (name: string, title?: string): PageEntry => ({
  route: name,
  file: `docs/${name}.md`,
  ...(title === undefined ? {} : { name: title }),
});

const LANGUAGES: Readonly<Record<string, string>> = { php: 'PHP', dotnet: '.NET' };

/** The clients beside the TypeScript one, as many as there are. */
function clients(): PageEntry[] {
  return readdirSync(join(ROOT, 'clients'))
    .filter((folder) => existsSync(join(ROOT, 'clients', folder, 'README.md')))
    .map((folder) => ({
      route: `client-${folder}`,
      name: `${LANGUAGES[folder] ?? folder.charAt(0).toUpperCase() + folder.slice(1)} client`,
      file: `clients/${folder}/README.md`,
    }));
}

function decisions(): PageEntry[] {
  return readdirSync(join(ROOT, 'docs/decisions'))
    .sort()
    .filter((file) => /^\d+-.*\.md$/.test(file))
    .map((file) => ({
      route: `decisions/${file.replace(/\.md$/, '')}`,
      file: `docs/decisions/${file}`,
      isInternal: true,
    }));
}

/** Sections of the log that only those who work on the renderer read. */
const LOG = { file: 'docs/picture/log.md', without: ['Ugly after the last round', 'Log'] } as const;

/** The pages for those who work on the renderer, beside how-it-works.md; what-to-expect.md is for everybody. */
function aboutPictures(): PageEntry[] {
  const elsewhere = ['how-it-works.md', 'what-to-expect.md'];
  const files = readdirSync(join(ROOT, 'docs/picture')).filter((file) => file.endsWith('.md'));
  const names = files.filter((file) => !elsewhere.includes(file)).sort();
  return names.map((file) => {
    const page = doc(`picture/${file.replace(/\.md$/, '')}`);
    return page.file === LOG.file ? { ...page, without: LOG.without } : page;
  });
}

const SECTIONS: readonly SiteSection[] = [
  {
    name: 'Start',
    entries: [
      own('', 'Welcome'),
      {
        route: 'overview',
        name: 'What Drape does',
        heading: 'What Drape does',
        file: 'README.md',
        only: [INTRO, 'Features', 'What quality to expect'],
      },
      {
        route: 'quick-start',
        name: 'Quick start: install and run',
        heading: 'Quick start',
        file: 'README.md',
        only: ['Install and run', 'More with curl', 'Keys', 'Without the API', 'In production'],
      },
      doc('first-steps', 'First steps: two short tours'),
      doc('widget', 'The try-on button'),
      doc('shops', 'The button in React, Vue and shop systems'),
      doc('dashboard', 'The dashboard'),
    ],
  },
  {
    name: 'Guides',
    entries: [
      { ...doc('api', 'The API, step by step'), isSplit: true },
      doc('fit', 'Sizes and fit'),
      doc('webhooks'),
      { route: 'client', name: 'TypeScript client', file: 'packages/client/README.md' },
      ...clients(),
    ],
  },
  {
    name: 'Photos',
    entries: [doc('product-photos', 'Product pictures'), doc('shopper-photos', 'Shoppers’ photos')],
  },
  {
    name: 'Operate',
    entries: [
      doc('configuration'),
      doc('kubernetes'),
      doc('gpu', 'GPUs'),
      doc('models', 'Networks'),
      doc('metrics'),
      doc('tracing', 'Traces'),
      { route: 'monitoring', name: 'Alerts and dashboard', file: 'docker/monitoring/README.md' },
      doc('scale'),
      doc('performance'),
      doc('reliability'),
      doc('runbook'),
      doc('backup', 'Backup and restore'),
      doc('upgrade'),
      { route: 'releases', name: 'Releases', heading: 'Releases', file: 'CHANGELOG.md' },
    ],
  },
  {
    name: 'Trust',
    entries: [
      doc('privacy'),
      { route: 'security', file: 'SECURITY.md' },
      {
        route: 'model-card-quality',
        name: 'How good the pictures are',
        heading: 'Model card: quality of the picture',
        file: 'packages/tryon/src/quality/MODEL_CARD-quality.md',
      },
    ],
  },
  {
    name: 'Reference',
    entries: [
      { name: 'API reference', path: '/docs/reference' },
      doc('errors'),
      doc('contract', 'Contract'),
      doc('changelog', 'API changelog'),
      doc('release', 'Releasing'),
      { route: 'architecture', file: 'ARCHITECTURE.md' },
      { ...own('decisions', 'Decisions'), isInternal: true, children: decisions() },
      doc('picture/what-to-expect'),
      { ...doc('picture/how-it-works'), children: aboutPictures() },
      {
        route: 'model-card-person-parser',
        name: 'Model card: person parser',
        heading: 'Model card: person parser',
        file: 'packages/models/weights/MODEL_CARD.md',
      },
      {
        route: 'model-card-garment-category',
        name: 'Model card: garment category',
        heading: 'Model card: garment category',
        file: 'packages/models/weights/MODEL_CARD-garment-category.md',
      },
      {
        route: 'model-card-garment-reader',
        name: 'Model card: garment reader',
        heading: 'Model card: garment reader',
        file: 'packages/models/weights/MODEL_CARD-garment-reader.md',
      },
      {
        route: 'model-card-cut-out',
        name: 'Model card: cut-out',
        heading: 'Model card: cut-out',
        file: 'packages/models/weights/MODEL_CARD-cut-out.md',
      },
      { route: 'contributing', file: 'CONTRIBUTING.md', isInternal: true },
    ],
  },
  { name: 'Questions', entries: [doc('faq', 'FAQ')] },
];

export const isPage = (entry: Entry): entry is PageEntry => 'file' in entry;

/** The sections of the site. A document of docs/ that is named nowhere above still has its page, at the end of the guides. */
export function siteSections(): SiteSection[] {
  const named = new Set(SECTIONS.flatMap(({ entries }) => entries.filter(isPage).map(({ file }) => file)));
  const others = readdirSync(join(ROOT, 'docs'))
    .sort()
    .filter((file) => file.endsWith('.md') && !named.has(`docs/${file}`))
    .map((file) => doc(file.replace(/\.md$/, '')));
  return SECTIONS.map((section) =>
    section.name === 'Guides' ? { ...section, entries: [...section.entries, ...others] } : section,
  );
}
