import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import {
  anchorsOf,
  curly,
  parseDocument,
  raise,
  summaryOf,
  toPage,
  withFieldNames,
  withImages,
  type Document,
  type NameOf,
  type Resolve,
  type Section,
} from './markdown';
import { INTRO, isPage, ROOT, siteSections, type Entry, type OutsideEntry, type PageEntry } from './site-map';
import { slug } from './slug';

/** Of the error registry. */
const ERRORS = 'docs/errors.md';

/** A page as the generator takes it. */
export interface SitePage {
  readonly route: string;
  readonly name: string;
  readonly markdown: string;
}

/** An entry of the sidebar. */
export interface Place {
  readonly name: string;
  readonly path: string;
  readonly children: readonly Place[];
}

export interface Site {
  readonly pages: readonly SitePage[];
  readonly sections: readonly { readonly name: string; readonly places: readonly Place[] }[];
  /** Pictures that pages show, as paths of the repository. */
  readonly images: readonly string[];
}

/** A page before its links are known. */
interface Draft {
  readonly route: string;
  readonly file: string;
  readonly isOwn: boolean;
  readonly isInternal: boolean;
  readonly name: string;
  readonly heading: string;
  readonly text: string;
  /** The section that became this page, whose anchor now means the page. */
  readonly anchor: string | null;
  readonly children: readonly Draft[];
}

/** Reads all documents that the site is made of. Throws where the map names a section that its document no longer has. */
export function readSite(): Site {
  const sections = siteSections().map(({ name, entries }) => ({ name, drafts: entries.map(toDraft) }));
  const drafts = sections.flatMap((section) => section.drafts.filter(isDraft).flatMap(withChildren));
  const images = new Set<string>();
  const pages = drafts.map((draft, at) =>
    toSitePage(draft, { drafts, images, before: drafts[at - 1], after: drafts[at + 1] }),
  );
  return {
    pages,
    sections: sections.map(({ name, drafts: all }) => ({ name, places: all.map(toPlace) })),
    images: [...images],
  };
}

const isDraft = (one: Draft | OutsideEntry): one is Draft => 'text' in one;
const withChildren = (draft: Draft): Draft[] => [draft, ...draft.children.flatMap(withChildren)];
const pathOf = ({ route }: Pick<Draft, 'route'>): string => `/${route}`;

function toPlace(one: Draft | OutsideEntry): Place {
  if (!isDraft(one)) return { ...one, children: [] };
  return { name: curly(one.name), path: pathOf(one), children: one.children.map(toPlace) };
}

function toDraft(entry: Entry): Draft | OutsideEntry {
  return isPage(entry) ? draftOf(entry) : entry;
}

function draftOf(entry: PageEntry): Draft {
  const { route, file, isOwn = false, isInternal = false, isSplit = false, children = [], only } = entry;
  const document = parseDocument(readFileSync(join(ROOT, file), 'utf8'));
  const heading = entry.heading ?? document.title;
  const name = entry.name ?? document.title;
  const sections = isSplit ? [] : chosen(document, entry);
  const parts = [
    ...(only === undefined || only.includes(INTRO) ? [document.intro] : []),
    ...sections.map(({ text }) => text),
  ];
  const own = isSplit ? document.sections.map((section) => sectionDraft(entry, section)) : children.map(draftOf);
  const text = parts.join('\n\n');
  return {
    route,
    file,
    isOwn,
    isInternal,
    name,
    heading,
    anchor: null,
    children: own,
    text: file === ERRORS ? withFieldNames(text) : text,
  };
}

function sectionDraft({ route, file }: PageEntry, { heading, text }: Section): Draft {
  const body = raise(text).replace(/^# .*\n/, '');
  const anchor = slug(heading);
  return {
    route: `${route}/${anchor}`,
    file,
    isOwn: false,
    isInternal: false,
    name: heading,
    heading,
    text: body,
    anchor,
    children: [],
  };
}

/** In the order of the map, where it names them. */
function chosen({ sections }: Document, { file, only, without = [] }: PageEntry): Section[] {
  const named = [...(only ?? []), ...without].filter((name) => name !== INTRO);
  const missing = named.filter((name) => !sections.some(({ heading }) => heading === name));
  if (missing.length > 0)
    throw new Error(`${file} has no section "${missing.join('", "')}": see apps/docs/src/site-map.ts`);
  if (only === undefined) return sections.filter(({ heading }) => !without.includes(heading));
  return only.flatMap((name) => sections.filter(({ heading }) => heading === name));
}

interface Surroundings {
  readonly drafts: readonly Draft[];
  /** Takes the pictures that the page shows. */
  readonly images: Set<string>;
  readonly before: Draft | undefined;
  readonly after: Draft | undefined;
}

function toSitePage(draft: Draft, { drafts, images, before, after }: Surroundings): SitePage {
  const { route, file, isOwn, isInternal, name, heading, text } = draft;
  const resolve: Resolve = (target, kind) =>
    kind === 'image' ? imageAt(draft, target, images) : leadTo(drafts, file, target);
  const nameOf: NameOf = (path) => drafts.find((one) => one.file === path)?.name ?? null;
  const body = isOwn ? withImages(text, resolve) : toPage(text, resolve, nameOf);
  const list = isOwn && draft.children.length > 0 ? `\n\n${draft.children.map(listLine).join('\n')}\n` : '';
  const isStart = route === '';
  // Without headings there is nothing to stand beside the text, which takes the place itself.
  const hasOutline = !isStart && anchorsOf(text).length > 0;
  const about = {
    ...(isStart ? { titleTemplate: 'Drape documentation' } : {}),
    ...(hasOutline ? {} : { aside: false }),
    title: titleOf(draft),
    description: curly(summaryOf(text)),
    ...(isInternal ? { search: false } : {}),
    // Those of the sidebar would lead to pages of the gateway as if they were the site's own.
    prev: neighbour(before),
    next: neighbour(after),
    // A line for each of more than a hundred codes helps nobody.
    ...(file === ERRORS ? { outline: 2 } : {}),
  };
  const title = isStart ? '' : `# ${isOwn ? heading : toPage(heading, () => null)}\n\n`;
  return { route, name, markdown: `---\n${JSON.stringify(about)}\n---\n\n${title}${body}${list}\n` };
}

/** The page's own title, which the links of its neighbours show too. */
const titleOf = ({ route, heading }: Draft): string => (route === '' ? 'Welcome' : curly(heading.replaceAll('`', '')));
const listLine = (draft: Draft): string => `- [${draft.heading}](${pathOf(draft)})`;
const neighbour = (draft: Draft | undefined) =>
  draft === undefined ? false : { text: titleOf(draft), link: pathOf(draft) };

/** Path of a picture beside the page. */
function imageAt({ route, file }: Draft, target: string, images: Set<string>): string {
  const path = posix.join(posix.dirname(file), target);
  if (!path.startsWith('docs/images/')) throw new Error(`${file} shows ${target}, which is not in docs/images`);
  images.add(path);
  return posix.relative(posix.dirname(`/${route}`), `/${path.slice('docs/'.length)}`).replace(/^(?!\.)/, './');
}

/** The page of the site that a link of a document means; null where the site has none. */
function leadTo(drafts: readonly Draft[], file: string, target: string): string | null {
  if (/^https?:/.test(target)) return target;
  const [path = '', anchor = ''] = target.split('#');
  // One that begins with a slash begins at the root of the repository.
  const wanted = path === '' ? file : path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path);
  const pages = drafts.filter((draft) => draft.file === wanted);
  if (anchor === '') return pages[0] === undefined ? folderPage(drafts, wanted) : pathOf(pages[0]);
  const whole = pages.find((draft) => draft.anchor === anchor);
  if (whole !== undefined) return pathOf(whole);
  const page = pages.find((draft) => anchorsOf(draft.text).includes(anchor));
  return page === undefined ? null : `${pathOf(page)}#${anchor}`;
}

/** A folder that has a page of its own, such as the decisions or what is said of a folder's contents. */
function folderPage(drafts: readonly Draft[], folder: string): string | null {
  const readme = drafts.find((draft) => draft.file === posix.join(folder, 'README.md'));
  if (readme !== undefined) return pathOf(readme);
  const parent = drafts.find(({ children }) => children.some((child) => posix.dirname(child.file) === folder));
  return parent === undefined || folder === 'docs' ? null : pathOf(parent);
}
