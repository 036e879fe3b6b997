/** A command of a shell script: its words without their quotes. `$(…)` and variables stay as they are written. */
export type Command = readonly string[];

interface Piece {
  readonly text: string;
  /** Between words, or between commands. */
  readonly kind: 'word' | 'end';
}

/** Ends a command: all that Drape's documents use. */
const OPERATORS = /^(?:&&|\|\||[;|&\n])/;

/**
 * The commands of a script in the order of the text, those within `$(…)` after the one that holds them. Assignments before a command
 * and `export` are left out, redirections and comments too. Enough of the shell for what documents show; `bash -n` checks the rest.
 */
export function commandsOf(script: string): Command[] {
  const commands: Command[] = [];
  const inner: string[] = [];
  let words: string[] = [];
  const end = () => {
    const bare = withoutAssignments(words, inner);
    if (bare.length > 0) commands.push(bare, ...inner.flatMap(commandsOf));
    else commands.push(...inner.flatMap(commandsOf));
    words = [];
    inner.length = 0;
  };
  for (const { text, kind } of piecesOf(script.replaceAll(/\\\n\s*/g, ' '))) {
    if (kind === 'end') end();
    else words.push(text);
  }
  end();
  return commands;
}

function withoutAssignments(words: readonly string[], inner: string[]): Command {
  for (const word of words) {
    const substitution = /\$\(([^]*)\)/.exec(word)?.[1];
    if (substitution !== undefined) inner.push(substitution);
  }
  const first = words.findIndex((word) => word !== 'export' && !/^[A-Za-z_]\w*=/.test(word));
  const bare = first === -1 ? [] : words.slice(first);
  return bare.filter((word, at) => !/^[<>]/.test(word) && !/^[<>]+$/.test(bare[at - 1] ?? ''));
}

function* piecesOf(script: string): Generator<Piece> {
  let at = 0;
  while (at < script.length) {
    const rest = script.slice(at);
    const space = /^[ \t]+/.exec(rest)?.[0];
    const operator = OPERATORS.exec(rest)?.[0];
    const comment = /^#[^\n]*/.exec(rest)?.[0];
    if (space !== undefined) at += space.length;
    else if (comment !== undefined) at += comment.length;
    else if (operator !== undefined) {
      at += operator.length;
      yield { text: operator, kind: 'end' };
    } else {
      const { text, length } = wordAt(rest);
      at += length;
      yield { text, kind: 'word' };
    }
  }
}

/** The word that `rest` begins with; quotes are taken off, what they hold stays together. */
function wordAt(rest: string): { readonly text: string; readonly length: number } {
  let text = '';
  let at = 0;
  while (at < rest.length && !/[\s;|&]/.test(rest[at] ?? '')) {
    const quoted = /^(?:'([^']*)'|"((?:\$\([^)]*\)|\\.|[^"\\])*)"|(\$\((?:[^()"']|"[^"]*"|'[^']*'|\([^)]*\))*\)))/.exec(
      rest.slice(at),
    );
    if (quoted === null) text += rest[at++] ?? '';
    else {
      text += quoted[1] ?? quoted[2] ?? quoted[3] ?? '';
      at += quoted[0].length;
    }
  }
  return { text, length: at };
}
