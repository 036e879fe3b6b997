import type { MarkdownOptions } from 'vitepress';
import { slug } from '../src/slug';
import { CODE_THEME, withClasses } from './code-theme';

type Renderer = Parameters<NonNullable<MarkdownOptions['config']>>[0];

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
      if (token !== undefined && align !== undefined) token.attrs = [['class', `align-${align}`]];
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
  config(md) {
    md.core.ruler.disable('emoji');
    useClasses(md);
  },
};
