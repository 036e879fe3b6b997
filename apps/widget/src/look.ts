import { h } from './dom';
import type { ProductChoice } from './settings';
import { fill, type Strings } from './strings';

/** Of one look. */
const PIECES_MIN = 2;
const PIECES_MAX = 3;

/** Where on the body a garment of a category lies; two in one place cannot be worn together. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  dress: ['torso', 'legs'],
  top: ['torso'],
  pants: ['legs'],
  skirt: ['legs'],
  jacket: ['over'],
};

/** A product that can be chosen for a look. */
export interface Piece {
  readonly product: ProductChoice;
  readonly name: string;
  /** What the page says that it is, else what the service saw; null where neither does. */
  readonly category: string | null;
  /** Its rank among the products of the page: pictures come in any order. */
  readonly rank: number;
}

/** A choice that stands in the page. */
interface Offer {
  readonly piece: Piece;
  readonly cell: HTMLElement;
  readonly box: HTMLInputElement;
  /** Why it cannot be chosen. */
  readonly reason: HTMLElement;
}

export interface ChooserOptions {
  readonly strings: Strings;
  readonly say: (text: string) => void;
  readonly wear: (pieces: readonly Piece[]) => void;
}

/** By which a shopper chooses two or three products to be worn together. */
export interface Chooser {
  /** Says what can be done here. Empty while there is nothing to choose. */
  readonly hint: HTMLElement;
  /** What is chosen, and the button that sends it. Hidden while there is nothing to choose. */
  readonly bar: HTMLElement;
  /** Says beside the button, to which the focus goes, why no look came of it; empty to say nothing. */
  resume(problem: string): void;
  /** Gives the cell of a product a box to choose it by. */
  offer(piece: Piece, cell: HTMLElement, caption: HTMLElement): void;
}

export function createChooser({ strings, say, wear }: ChooserOptions): Chooser {
  const offers: Offer[] = [];
  const hint = h('p', {});
  const chosenLine = h('p', { class: 'soft' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const button = h('button', { class: 'main', part: 'together', type: 'button', onclick: send }, strings.together);
  const bar = h('div', { class: 'bar', hidden: true }, problem, h('div', { class: 'row' }, button, chosenLine));

  const chosen = (): readonly Offer[] =>
    offers.filter(({ box }) => box.checked).sort((a, b) => a.piece.rank - b.piece.rank);

  function send(): void {
    const pieces = chosen().map(({ piece }) => piece);
    problem.textContent = pieces.length < PIECES_MIN ? strings.togetherHint : '';
    if (pieces.length >= PIECES_MIN) wear(pieces);
  }

  function offer(piece: Piece, cell: HTMLElement, caption: HTMLElement): void {
    const id = `reason-${offers.length}`;
    const box = h('input', { type: 'checkbox', 'aria-describedby': id, onchange: choose });
    const reason = h('p', { class: 'soft', id });
    offers.push({ piece, cell, box, reason });
    cell.append(h('label', { class: 'choice', part: 'choice' }, box, caption), reason);
    refresh();
  }

  function choose(): void {
    problem.textContent = '';
    refresh();
    say(chosenLine.textContent);
  }

  function resume(why: string): void {
    problem.textContent = why;
    button.focus();
  }

  /** What can go with what is chosen; boxes show only where something can go together at all. */
  function refresh(): void {
    const now = chosen();
    for (const { piece, cell, box, reason } of offers) {
      const why = box.checked ? '' : reasonAgainst(piece, now, strings);
      box.hidden = !offers.some((other) => other.piece !== piece && !areInOnePlace(other.piece, piece));
      box.disabled = why !== '';
      reason.textContent = box.hidden ? '' : why;
      cell.classList.toggle('chosen', box.checked);
    }
    const names = now.map(({ piece }) => piece.name).join(', ');
    chosenLine.textContent = names === '' ? '' : fill(strings.chosen, { names });
    bar.hidden = offers.every(({ box }) => box.hidden);
    hint.textContent = bar.hidden ? '' : strings.togetherHint;
  }

  return { hint, bar, resume, offer };
}

/** Why a product cannot be added to these; empty where it can. */
function reasonAgainst(piece: Piece, chosen: readonly Offer[], strings: Strings): string {
  const inItsPlace = chosen.find((one) => areInOnePlace(one.piece, piece));
  if (inItsPlace !== undefined) return fill(strings.notTogether, { name: inItsPlace.piece.name });
  return chosen.length >= PIECES_MAX ? strings.togetherHint : '';
}

const placesOf = ({ category }: Piece): readonly string[] => PLACES[category ?? ''] ?? [];

function areInOnePlace(a: Piece, b: Piece): boolean {
  return placesOf(a).some((place) => placesOf(b).includes(place));
}
