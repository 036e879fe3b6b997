import type { MarkdownOptions } from 'vitepress';
import { slug } from '../src/slug';
import { CODE_THEME, withClasses } from './code-theme';

type Renderer = Parameters<NonNullable<MarkdownOptions['config']>>[0];
type Tokens = Parameters<NonNullable<Renderer['renderer']['rules']['td_open']>>[0];

/** A table whose cells are longer than that is prose: a phone shows it row by row. One of figures is scrolled. */
const PROSE_CELL = 15;
/** Rows of several columns that are longer than that make columns too narrow to read, on the widest screen too. */
const LONG_ROW = 180;
const SEVERAL_COLUMNS = 4;
/** A column with a cell longer than that is of texts, and is kept from becoming a word wide. */
const TEXT_CELL = 40;
/** A date or a share stays in one line. */
const ONE_LINE = /^(?:\d{4}-\d\d-\d\d|[\d.]+\s%)$/;
/** Shorter codes fit into any line. */
const LONG_CODE = 24;
/** Up to this length a name, an option or an endpoint stays in one line; headings, whose letters are larger, may break it. */
const WHOLE_CODE_MAX = 30;
const ONE_NAME = /^(?:(?:GET|POST|PUT|PATCH|DELETE) )?\S+$/;
/** The picture of a person before and in five garments, side by side. */
const STRIP = /\/before-after\.jpg$/;

/** Where a long code may go on in the next line. */
const breakable = (code: string): string =>
  code.length < LONG_CODE ? code : code.replaceAll(/(?<=\w)([_.])(?=[A-Za-z])/g, '$1<wbr>');

/** A long path may go on after a slash, where there is room for a column too. */
const breakablePath = (code: string): string =>
  code.length <= WHOLE_CODE_MAX ? code : code.replaceAll(/(?<=[\w}])\/(?=[\w{])/g, '/<wbr class="path">');

/** What an inline token shows, without its marks. */
const textOf = (token: Tokens[number] | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === 'image' ? '' : content)).join('');

/** Cells know the head of their column, and tables whether they are read row by row, on a phone or anywhere: see theme/style.css. */
function labelTables(md: Renderer): void {
  md.core.ruler.push('label_tables', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type !== 'table_open') continue;
      const end = tokens.findIndex(({ type }, place) => place > at && type === 'table_close');
      labelTable(tokens.slice(at, end));
    }
  });
}

/** One that scrolls is reached by the keyboard; the theme's own rule would leave the class out. */
function openTable(md: Renderer): void {
  md.renderer.rules['table_open'] = (tokens, at, _options, _env, self) => {
    const token = tokens[at];
    return `<table${token === undefined ? '' : self.renderAttrs(token)} tabindex="0">\n`;
  };
}

/** Their heads: such tables have a layout of their own. */
const hasDrawings = (table: Tokens): boolean =>
  table.some(({ children }, at) => table[at - 1]?.type === 'th_open' && children?.[0]?.type === 'image');

function labelTable(table: Tokens): void {
  const heads: string[] = [];
  let column = 0;
  for (const [at, token] of table.entries()) {
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') heads.push(textOf(table[at + 1]));
    if (token.type !== 'td_open') continue;
    token.attrSet('data-label', heads[column++] ?? '');
    if (ONE_LINE.test(textOf(table[at + 1]))) token.attrJoin('class', 'one-line');
  }
  if (hasDrawings(table)) return;
  const cells = table.filter((_token, at) => table[at - 1]?.type === 'td_open').map((cell) => textOf(cell).length);
  const length = cells.reduce((sum, one) => sum + one, 0);
  table[0]?.attrJoin('class', length > cells.length * PROSE_CELL ? 'stacks' : 'scrolls');
  const isWide = heads.length >= SEVERAL_COLUMNS && length * heads.length > cells.length * LONG_ROW;
  if (isWide) table[0]?.attrJoin('class', 'wide');
  for (const [at, cell] of table.filter(({ type }) => type === 'td_open').entries()) {
    const column = cells.filter((_length, place) => place % heads.length === at % heads.length);
    if (Math.max(...column) > TEXT_CELL) cell.attrJoin('class', 'text');
  }
}

/** The strip stands on its page twice, of which phones show a half each: two rows of three. See theme/style.css. */
function doubleStrips(md: Renderer): void {
  md.core.ruler.push('double_strips', ({ tokens, Token }) => {
    for (const [at, { children }] of tokens.entries()) {
      const [image, ...others] = children ?? [];
      const src = image?.type === 'image' ? (image.attrGet('src') ?? '') : '';
      if (children === null || others.length > 0 || !STRIP.test(src)) continue;
      const again = new Token('image', 'img', 0);
      again.attrs = [
        ['src', src],
        ['alt', ''],
      ];
      again.children = [];
      children.push(again);
      tokens[at - 1]?.attrJoin('class', 'strip');
    }
  });
}

/** Short codes stay whole; long ones break after an underscore, a dot or a slash: in text, and in headings that are one. */
function breakCodes(md: Renderer): void {
  const { escapeHtml } = md.utils;
  md.renderer.rules['code_inline'] = (tokens, at, _options, _env, self) => {
    const token = tokens[at];
    if (token === undefined) return '';
    if (token.content.length <= WHOLE_CODE_MAX && ONE_NAME.test(token.content)) token.attrJoin('class', 'whole');
    return `<code${self.renderAttrs(token)}>${breakablePath(breakable(escapeHtml(token.content)))}</code>`;
  };
  const { text } = md.renderer.rules;
  md.renderer.rules['text'] = (tokens, at, ...others) => {
    const content = tokens[at]?.content ?? '';
    if (/^\w+_\w+$/.test(content)) return breakable(content);
    return text?.(tokens, at, ...others) ?? escapeHtml(content);
  };
}

/** Pages are held to a policy without inline styles: what would be one becomes a class. */
function useClasses(md: Renderer): void {
  const { highlight } = md.options;
  if (typeof highlight === 'function') {
    md.options.highlight = (code, language, attributes) => withClasses(highlight(code, language, attributes));
  }
  for (const cell of ['th_open', 'td_open']) {
    md.renderer.rules[cell] = (tokens, at, options, _env, self) => {
      const token = tokens[at];
      const align = /^text-align:(\w+)$/.exec(token?.attrGet('style') ?? '')?.[1];
      if (token !== undefined && align !== undefined) {
        token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
        token.attrJoin('class', `align-${align}`);
      }
      return self.renderToken(tokens, at, options);
    };
  }
}

export const MARKDOWN: MarkdownOptions = {
  theme: CODE_THEME,
  codeCopyButtonTitle: 'Copy',
  anchor: { slugify: slug },
  // The documents are plain Markdown: braces and colons are only what they are.
  attrs: { disable: true },
  // Addresses in the text are examples, and `README.md` is no host: what is a link says so itself.
  linkify: false,
  // Curly quotes and apostrophes, whichever the document was typed with.
  typographer: true,
  config(md) {
    md.core.ruler.disable(['emoji', 'replacements']);
    useClasses(md);
    labelTables(md);
    openTable(md);
    doubleStrips(md);
    breakCodes(md);
  },
};
