/** A command of a Markdown file and the answer shown below it. */
export interface Transcript {
  readonly command: string;
  readonly answer: string;
  /** The exports of the blocks above, a line each: what a reader's shell has by then. */
  readonly exports: string;
}

const FENCE = /^```(\w*)\n(.*?)^```$/gms;
const ANSWERS = ['json', 'http'];

/** Every `sh` block that is followed by a `json` or `http` block, in the order of the text. */
export function readTranscripts(markdown: string): Transcript[] {
  const blocks = [...markdown.matchAll(FENCE)].map(([, language = '', text = '']) => ({ language, text }));
  const exports: string[] = [];
  return blocks.flatMap(({ language, text }, at) => {
    if (language !== 'sh') return [];
    const own = { command: text, exports: exports.join('\n') };
    exports.push(...text.split('\n').filter((line) => line.startsWith('export ')));
    const next = blocks[at + 1];
    return next !== undefined && ANSWERS.includes(next.language) ? [{ ...own, answer: next.text }] : [];
  });
}

/** Numbers that a picture is worth: they depend on the renderer, and in the last digit on the processor. */
const ROUGH: Readonly<Record<string, number>> = { fitScore: 5 };

/**
 * Where the shown answer is not what came, a line each; empty where it is. `…` stands for any text, `["…"]` for a list of at
 * least one, and what came may have fields and headers that are not shown.
 */
export function differences(shown: string, came: string): string[] {
  if (!shown.startsWith('HTTP/')) return compare('$', JSON.parse(shown), JSON.parse(came));
  const [expected, actual] = [splitHttp(shown), splitHttp(came)];
  return [
    ...compare('status line', expected.status, actual.status),
    ...[...expected.headers].flatMap(([name, value]) => compare(name, value, actual.headers.get(name))),
    ...(expected.body === '' ? [] : differences(expected.body, actual.body)),
  ];
}

function compare(path: string, shown: unknown, came: unknown): string[] {
  if (Array.isArray(shown) && Array.isArray(came)) return compareLists(path, shown, came);
  if (isRecord(shown) && isRecord(came)) {
    return Object.entries(shown).flatMap(([name, value]) => compare(`${path}.${name}`, value, came[name]));
  }
  return isSame(path, shown, came) ? [] : [`${path}: shown ${JSON.stringify(shown)}, came ${JSON.stringify(came)}`];
}

function compareLists(path: string, shown: readonly unknown[], came: readonly unknown[]): string[] {
  const isAny = shown.length === 1 && shown[0] === '…' && came.length > 0;
  const expected = isAny ? came.map(() => '…') : shown;
  if (expected.length !== came.length) return [`${path}: shown ${shown.length} entries, came ${came.length}`];
  return expected.flatMap((value, at) => compare(`${path}[${at}]`, value, came[at]));
}

function isSame(path: string, shown: unknown, came: unknown): boolean {
  if (typeof shown === 'string' && typeof came === 'string') return matches(shown, came);
  const tolerance = ROUGH[path.slice(path.lastIndexOf('.') + 1)];
  if (tolerance !== undefined && typeof shown === 'number' && typeof came === 'number') {
    return Math.abs(shown - came) <= tolerance;
  }
  return shown === came;
}

function matches(shown: string, came: string): boolean {
  const literals = shown.split('…').map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literals.join('.+')}$`, 's').test(came);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface HttpAnswer {
  readonly status: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function splitHttp(text: string): HttpAnswer {
  const [head = '', ...rest] = text.replaceAll('\r\n', '\n').split('\n\n');
  const [status = '', ...lines] = head.split('\n');
  const headers = lines
    .filter((line) => line !== '')
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
  return { status, headers: new Map(headers), body: rest.join('\n\n') };
}
