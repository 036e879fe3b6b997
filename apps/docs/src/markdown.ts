import { slug } from './slug';

/** A document cut at its headings of the second level. */
export interface Document {
  /** The heading of the first level. */
  readonly title: string;
  /** What stands before the first section. */
  readonly intro: string;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly heading: string;
  /** With its heading. */
  readonly text: string;
}

const FENCE = /^\s*(`{3,}|~{3,})/;

/** The lines of a text with whether they are code: what looks like a heading there is none. */
export function* linesOf(text: string): Generator<{ readonly line: string; readonly isCode: boolean }> {
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      yield { line, isCode: true };
      if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = null;
    } else {
      if (mark !== undefined) fence = mark;
      yield { line, isCode: mark !== undefined };
    }
  }
}

export function parseDocument(text: string): Document {
  let title = '';
  const parts: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  for (const { line, isCode } of linesOf(text)) {
    const [, marks = '', heading = ''] = isCode ? [] : (/^(#{1,2}) (.+)$/.exec(line) ?? []);
    if (marks === '#') title = heading;
    else if (marks === '##') parts.push({ heading, lines: [line] });
    else parts.at(-1)?.lines.push(line);
  }
  const [intro, ...sections] = parts.map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }));
  return { title, intro: intro?.text ?? '', sections };
}

/** The anchors of all headings below the first level. */
export function anchorsOf(text: string): string[] {
  return [...linesOf(text)].flatMap(({ line, isCode }) => {
    const heading = isCode ? undefined : /^#{2,6} (.+)$/.exec(line)?.[1];
    return heading === undefined ? [] : [slug(heading)];
  });
}

/** A section as a page of its own: its heading is the page's, those below move up with it. */
export function raise(section: string): string {
  return [...linesOf(section)].map(({ line, isCode }) => (isCode ? line : line.replace(/^#(#+ )/, '$1'))).join('\n');
}

/** Where a link leads on the site; null: nowhere there. */
export type Resolve = (target: string, kind: 'link' | 'image') => string | null;

/** What the site calls the page of a document, by its path in the repository; null where it has none. */
export type NameOf = (file: string) => string | null;

const LINK = /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;
const CODE = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g;

/**
 * A text of the repository as a page of the site: links lead to the site's pages, and what is none of it is a mere name. The
 * generator takes tags and double braces for its own, so that they are written as characters; comments are left out.
 */
export function toPage(text: string, resolve: Resolve, nameOf: NameOf = () => null): string {
  const blocks: string[] = [];
  let prose: string[] = [];
  const end = (): void => {
    if (prose.length > 0) blocks.push(proseToPage(prose.join('\n'), resolve, nameOf));
    prose = [];
  };
  for (const { line, isCode } of linesOf(text)) {
    if (!isCode) prose.push(line);
    else {
      end();
      blocks.push(line);
    }
  }
  end();
  return blocks.join('\n');
}

/** A document that the text names without a link. */
const MENTION = /(?<![\w/.([])docs\/[\w/-]+\.md(?![\w)\]])/g;

function proseToPage(text: string, resolve: Resolve, nameOf: NameOf): string {
  const codes: string[] = [];
  const masked = text
    .replaceAll(CODE, (code) => `\0${codes.push(code) - 1}\0`)
    .replaceAll(MENTION, (file) => {
      const name = nameOf(file);
      return name === null ? file : `[${name}](/${file})`;
    });
  return (
    masked
      .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
      // Meant for who would change the file.
      .replaceAll(/^This file is generated from .*\n?/gm, '')
      .replaceAll(LINK, (_whole, mark: string, label: string, target: string) =>
        linkToPage({ isImage: mark !== '', label, target }, resolve),
      )
      .replaceAll(/<(?!https?:)/g, '&lt;')
      .replaceAll('{{', '&#123;&#123;')
      .replaceAll(/\0(\d+)\0/g, (_mask, at: string) => codeToPage(codes[Number(at)] ?? ''))
  );
}

/**
 * Vue reads double braces in inline code too, and one that it cannot compute ends the build: such code is written as an element that
 * Vue leaves alone, each of its marks as a number, so that Markdown finds none in it.
 */
function codeToPage(code: string): string {
  if (!code.includes('{{')) return code;
  const marks = /^`+/.exec(code)?.[0].length ?? 0;
  const text = code.slice(marks, -marks).replaceAll(/\s+/g, ' ');
  // As Markdown has it: one space on both sides only keeps backticks apart.
  const bare = /^ .*[^ ].* $/.test(text) ? text.slice(1, -1) : text;
  const escaped = bare.replaceAll(/[^\p{L}\p{N} ]/gu, (mark) => `&#${mark.codePointAt(0)};`);
  return `<code v-pre>${escaped}</code>`;
}

/** Field names of the API as code, in the page of errors: its sentences are messages of the API, which have no marks. */
export function withFieldNames(text: string): string {
  return [...linesOf(text)]
    .map(({ line, isCode }) => (isCode || !line.startsWith('HTTP ') ? line : namesAsCode(line)))
    .join('\n');
}

/** What is a name whatever stands around it: braces, addresses, headers, snake case and camel case. */
const NAME =
  /`[^`]*`|\{[^{}]*\}|https?:\/\/[^\s,]+[^\s,.]|\b(?:application\/json|[A-Z][a-z]+-(?:Key|Version)|[a-z]+_[a-z_]+|[a-z]+(?:[A-Z][a-z]*)+)\b/g;

/** A sentence begins with a capital, unless it begins with the name of a field. */
const namesAsCode = (line: string): string =>
  line
    .replaceAll(NAME, (name) => (name.startsWith('`') ? name : `\`${name}\``))
    .replace(/^(HTTP [^.]*\. )([a-z]+)(?= )/, '$1`$2`');

/** Apostrophes as print has them, where no Markdown sets them: in titles and in the sidebar. */
export const curly = (text: string): string => text.replaceAll(/(?<=\p{L})'/gu, '’');

/** A text that was written for the site: only its pictures are to be found. */
export function withImages(text: string, resolve: Resolve): string {
  return text.replaceAll(LINK, (whole, mark: string, label: string, target: string) =>
    mark === '' ? whole : linkToPage({ isImage: true, label, target }, resolve),
  );
}

interface Link {
  readonly isImage: boolean;
  readonly label: string;
  readonly target: string;
}

function linkToPage({ isImage, label, target }: Link, resolve: Resolve): string {
  const found = resolve(target, isImage ? 'image' : 'link');
  if (found === null) return label;
  return `${isImage ? '!' : ''}[${label}](${found})`;
}

const SUMMARY_MAX = 155;

/** The first sentences of a page without any marks: for search engines and for previews of links. */
export function summaryOf(text: string): string {
  const paragraph = text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .find((block) => /^[\p{L}*`[]/u.test(block) && !block.startsWith('```'));
  const plain = (paragraph ?? '').replaceAll(LINK, '$2').replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ');
  if (plain.length <= SUMMARY_MAX) return plain;
  return `${plain.slice(0, plain.lastIndexOf(' ', SUMMARY_MAX)).replace(/[,;:.]$/, '')}…`;
}
