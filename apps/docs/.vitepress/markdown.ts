import type { MarkdownOptions } from 'vitepress';
import { slug } from '../src/slug';
import { CODE_THEME, withClasses } from './code-theme';

type Renderer = Parameters<NonNullable<MarkdownOptions['config']>>[0];
type Tokens = Parameters<NonNullable<Renderer['renderer']['rules']['td_open']>>[0];

/** A table whose cells are longer than that is prose: a phone shows it row by row. One of figures is scrolled. */
const PROSE_CELL = 15;
/** A date stays in one line. */
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Shorter codes fit into any line. */
const LONG_CODE = 24;

/** Where a long code may go on in the next line. */
const breakable = (code: string): string =>
  code.length < LONG_CODE ? code : code.replaceAll(/(?<=\w)([_.])(?=[A-Za-z])/g, '$1<wbr>');

/** What an inline token shows, without its marks. */
const textOf = (token: Tokens[number] | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === 'image' ? '' : content)).join('');

/** Cells know the head of their column, and tables whether they are read row by row on a phone: see theme/style.css. */
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
    if (DAY.test(textOf(table[at + 1]))) token.attrJoin('class', 'day');
  }
  if (hasDrawings(table)) return;
  const cells = table.filter((_token, at) => table[at - 1]?.type === 'td_open').map((cell) => textOf(cell).length);
  const isProse = cells.reduce((sum, length) => sum + length, 0) > cells.length * PROSE_CELL;
  table[0]?.attrJoin('class', isProse ? 'stacks' : 'scrolls');
}

/** Long codes break after an underscore or a dot, and nowhere else: in text, and in headings that are one. */
function breakCodes(md: Renderer): void {
  const { escapeHtml } = md.utils;
  md.renderer.rules['code_inline'] = (tokens, at, _options, _env, self) => {
    const token = tokens[at];
    if (token === undefined) return '';
    return `<code${self.renderAttrs(token)}>${breakable(escapeHtml(token.content))}</code>`;
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
    breakCodes(md);
  },
};
