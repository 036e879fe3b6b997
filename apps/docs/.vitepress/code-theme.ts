/** A kind of token: the class that it gets, and the scopes of TextMate grammars that it stands for. */
interface TokenKind {
  readonly className: string;
  readonly scopes: readonly string[];
}

/** Their colours stand in theme/style.css, one for light and one for dark. */
const KINDS: readonly TokenKind[] = [
  { className: 'code-comment', scopes: ['comment', 'punctuation.definition.comment'] },
  { className: 'code-string', scopes: ['string', 'punctuation.definition.string', 'markup.inline.raw'] },
  {
    className: 'code-constant',
    scopes: ['constant', 'support.constant', 'variable.language', 'variable.other.constant', 'keyword.other.unit'],
  },
  { className: 'code-keyword', scopes: ['keyword', 'storage', 'keyword.operator.new', 'entity.name.tag'] },
  { className: 'code-function', scopes: ['entity.name.function', 'support.function', 'entity.name.command'] },
  {
    className: 'code-name',
    scopes: [
      'support.type.property-name',
      'entity.other.attribute-name',
      'meta.object-literal.key',
      'entity.name.type',
      'support.class',
      'variable.other.normal',
      'punctuation.definition.variable',
    ],
  },
];

/** Shiki writes colours into `style`, which our pages forbid: each kind has a number there, and a class in its place. */
const numbered = KINDS.map((kind, at) => ({
  ...kind,
  colour: `#0000${(at + 1).toString(16).padStart(2, '0').toUpperCase()}`,
}));
const PLAIN = '#000000';

export const CODE_THEME = {
  name: 'drape',
  type: 'light' as const,
  fg: PLAIN,
  bg: '#FFFFFF',
  settings: [
    { settings: { foreground: PLAIN, background: '#FFFFFF' } },
    ...numbered.map(({ scopes, colour }) => ({ scope: [...scopes], settings: { foreground: colour } })),
  ],
};

/** Highlighted code with classes in place of styles. Throws where a style is left that no class stands for. */
export function withClasses(html: string): string {
  return html.replaceAll(/ style="([^"]*)"/g, (_whole, style: string) => {
    const [, colour = ''] = /^color:(#[0-9A-F]{6})$/i.exec(style) ?? [];
    if (colour.toUpperCase() === PLAIN) return '';
    const kind = numbered.find((one) => one.colour === colour.toUpperCase());
    if (kind === undefined) throw new Error(`the highlighter wrote style="${style}", which has no class`);
    return ` class="${kind.className}"`;
  });
}
