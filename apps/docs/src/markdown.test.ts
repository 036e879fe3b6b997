import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { anchorsOf, curly, parseDocument, raise, summaryOf, toPage, withFieldNames, withImages } from './markdown';
import { policyOf } from './policy';

const FENCED = [
  '# Title',
  '',
  'Intro.',
  '',
  '## One',
  '',
  '```sh',
  '## no heading',
  '```',
  '',
  '### Below',
  '',
  '## Two',
  '',
];

/** What VitePress makes of a page, before Vue compiles it. It is a module that only a process of its own can load. */
async function renderedByVitePress(page: string): Promise<string> {
  const program = `const { createMarkdownRenderer } = await import('vitepress');
    process.stdout.write((await createMarkdownRenderer('.')).render(process.argv[1]));`;
  const node = ['--input-type=module', '--eval', program, page];
  return (await promisify(execFile)(process.execPath, node, { cwd: join(__dirname, '..') })).stdout;
}

const asSeen = (html: string): string =>
  html.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)));

describe('a document', () => {
  it('is cut at its headings, and not at what looks like one in code', () => {
    const { title, intro, sections } = parseDocument(FENCED.join('\n'));
    expect([title, intro, sections.map(({ heading }) => heading)]).toEqual(['Title', 'Intro.', ['One', 'Two']]);
    expect(sections[0]?.text).toContain('## no heading');
  });

  it('has the anchors that its readers in the repository see', () => {
    expect(anchorsOf('## The request is wrong: `invalid_request_error`\n\n### photo_too_blurry\n')).toEqual([
      'the-request-is-wrong-invalid_request_error',
      'photo_too_blurry',
    ]);
  });

  it('moves up where a section becomes a page', () => {
    expect(raise('## One\n\n```sh\n### code\n```\n\n### Below')).toBe('# One\n\n```sh\n### code\n```\n\n## Below');
  });

  it('is told in one sentence without marks', () => {
    expect(summaryOf('\n![drawing](a.svg)\n\nWhat `DRAPE_PORT` **is**, see [there](b.md).\n')).toBe(
      'What DRAPE_PORT is, see there.',
    );
    expect(summaryOf('word '.repeat(60))).toMatch(/^(word ){20,31}word…$/);
  });
});

describe('a page', () => {
  const resolve = (target: string) => (target.startsWith('gone') ? null : `/found/${target}`);

  it('has links to pages, names in place of links that lead nowhere, and code as it is', () => {
    const text =
      'See [`code`](a.md#b), [gone](gone.ts), ![a drawing](c.svg); `[not](a.md)`.\n\n```md\n[nor](a.md)\n```';
    expect(toPage(text, resolve)).toBe(
      'See [`code`](/found/a.md#b), gone, ![a drawing](/found/c.svg); `[not](a.md)`.\n\n```md\n[nor](a.md)\n```',
    );
  });

  it('holds no tags and no expressions for the generator', () => {
    expect(toPage('a <b> {{ c }} <https://d.example> `<e> f`', resolve)).toBe(
      'a &lt;b> &#123;&#123; c }} <https://d.example> `<e> f`',
    );
  });

  it('shows inline code with double braces as it is written, where the generator would compute it', async () => {
    const page = toPage('`{{ a | b }}` and `` {{ `c` }} `` in\n\n| one |\n| --- |\n| `{{ <d> }}` |\n', resolve);
    const html = await renderedByVitePress(page);
    expect(html).not.toContain('{{');
    const codes = [...html.matchAll(/<code v-pre>(.*?)<\/code>/g)].map(([, code = '']) => asSeen(code));
    expect(codes).toEqual(['{{ a | b }}', '{{ `c` }}', '{{ <d> }}']);
    expect(await renderedByVitePress('`{{ a }}`')).toContain('<code>{{ a }}</code>');
  });

  it('links to documents that the text names', () => {
    const nameOf = (file: string) => (file === 'docs/a-b.md' ? 'A and B' : null);
    expect(toPage('docs/a-b.md says; docs/c.md; `docs/a-b.md`; [docs/a-b.md](x.md)', resolve, nameOf)).toBe(
      '[A and B](/found//docs/a-b.md) says; docs/c.md; `docs/a-b.md`; [docs/a-b.md](/found/x.md)',
    );
  });

  it('of errors has the names of fields as code', () => {
    const named = withFieldNames(
      'HTTP 400. size must be as `minQuality`: productImageUrl, https://shop.example, {given, policyVersion}.\n\nsize here.',
    );
    expect(named).toBe(
      'HTTP 400. `size` must be as `minQuality`: `productImageUrl`, `https://shop.example`, `{given, policyVersion}`.\n\nsize here.',
    );
    expect(withFieldNames('HTTP 409, retryable. The WebP is busy.')).toBe('HTTP 409, retryable. The WebP is busy.');
  });

  it('has the apostrophes of print in its title', () => {
    expect(curly("On your shop's pages")).toBe('On your shop’s pages');
  });

  it('leaves out comments, and how the file is made', () => {
    expect(toPage('<!-- figures -->\na\n\nThis file is generated from `x`.\n\nb', resolve)).toBe('a\n\n\nb');
  });

  it('of the site’s own keeps its tags and links', () => {
    expect(withImages('<p>[a](b.md)</p> ![c](d.svg)', resolve)).toBe('<p>[a](b.md)</p> ![c](/found/d.svg)');
  });
});

describe('the policy', () => {
  it('has the hash of each inline script, once', () => {
    const html = '<script src="/a.js"></script><script id="b">one()</script>';
    const { scriptHashes } = policyOf(
      new Map([
        ['a.html', html],
        ['b.html', `${html}<script>two()</script>`],
      ]),
    );
    expect(scriptHashes).toHaveLength(2);
    for (const hash of scriptHashes) expect(hash).toMatch(/^'sha256-[\w+/]{43}='$/);
  });

  it.each(['<p style="color:red">', '<style>p{}</style>', '<a onclick="x()">'])('refuses %s', (html) => {
    expect(() => policyOf(new Map([['a.html', html]]))).toThrow('which the policy of the pages forbids');
  });
});
