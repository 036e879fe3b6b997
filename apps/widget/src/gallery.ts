import { ApiError, type Api, type BatchItem, type TryOn } from './api';
import { h } from './dom';
import { createChooser, type Chooser, type Piece } from './look';
import type { Photo } from './photo';
import { productOf, type ProductChoice } from './settings';
import { fill, problemText, type Strings } from './strings';

/** Of one batch. */
const PRODUCTS_MAX = 20;

/** What a shopper sees themselves in: one product, or several as a look. */
export interface Outfit {
  /** What the request says of it. */
  readonly body: object;
  /** The products of a look; empty for a single one. */
  readonly pieces: readonly Piece[];
  /** Back to where a look was chosen, with the code of what went wrong; null for a single product. */
  readonly back: ((code: string | null) => void) | null;
}

export interface GalleryOptions {
  readonly photo: Photo;
  readonly api: Api;
  readonly strings: Strings;
  readonly options: object;
  readonly signal: AbortSignal;
  readonly show: (said: string, ...content: readonly Node[]) => void;
  /** For readers of screens alone. */
  readonly say: (text: string) => void;
  readonly tell: (name: string, detail: object) => void;
  readonly again: () => void;
  readonly wear: (look: Outfit) => void;
  /** Nothing came of all of it. */
  readonly fail: (code: string, message: string) => void;
}

interface Place {
  readonly product: ProductChoice;
  readonly name: string;
  readonly rank: number;
  readonly cell: HTMLLIElement;
}

/** The list of pictures, and what chooses among them. */
interface Grid {
  readonly list: HTMLElement;
  readonly chooser: Chooser;
}

/** The page's products: what its other try-on elements name, each once. */
export function productsOfPage(): readonly { readonly product: ProductChoice; readonly name: string }[] {
  const seen = new Set<string>();
  return [...document.querySelectorAll('drape-try-on:not([gallery])')].flatMap((element) => {
    const product = productOf(element);
    const key = product?.productId ?? product?.productImageUrl;
    if (product === null || key === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ product, name: element.getAttribute('name') ?? product.productId ?? '' }];
  });
}

/** One photo, all products of the page: a picture appears as each one ends. What came of it can be worn together. */
export async function showGallery(gallery: GalleryOptions): Promise<void> {
  const { photo, api, strings, options, signal, show, say, again, wear, fail } = gallery;
  const places = productsOfPage().slice(0, PRODUCTS_MAX).map(toPlace(strings));
  const more = h('button', { type: 'button', onclick: again }, strings.another);
  const list = h('ul', { class: 'grid' }, ...places.map(({ cell }) => cell));
  // Pictures have the form of the photo, so that places which wait or failed can have it too.
  if (photo.picture !== null) giveForm(list, photo.picture);
  const chooser = createChooser({
    strings,
    say,
    wear: (pieces) => wear({ body: requestFor(pieces), pieces, back }),
  });
  const display = (said: string): void => show(said, chooser.hint, list, chooser.bar, h('div', { class: 'row' }, more));
  function back(code: string | null): void {
    display(strings.gallery);
    chooser.resume(code === null ? '' : lookProblem(strings, code));
  }
  display(strings.sending);
  try {
    const items = await api.batch({ userPhoto: photo.base64, ...options, ...requestFor(places) }, signal);
    await Promise.all(places.map((place, i) => showItem(gallery, place, { list, chooser }, items[i])));
    // Who looks at a look already hears of that.
    if (list.isConnected) say(`${strings.gallery}. ${chooser.hint.textContent}`);
  } catch (error) {
    if (signal.aborted) return;
    const { code, message } = error instanceof ApiError ? error : { code: 'other', message: String(error) };
    fail(code, message);
  }
}

const toPlace =
  (strings: Strings) =>
  ({ product, name: said }: { readonly product: ProductChoice; readonly name: string }, rank: number): Place => {
    const name = said === '' ? fill(strings.productNumber, { n: rank + 1 }) : said;
    return {
      product,
      name,
      rank,
      cell: h('li', {}, h('div', { class: 'wait' }), nameOf(name)),
    };
  };

/** Several products, as a request names them. The department is told once for all of them, where they do not contradict each other. */
function requestFor(wanted: readonly { readonly product: ProductChoice }[]): object {
  const departments = new Set(wanted.flatMap(({ product }) => product.department ?? []));
  return {
    products: wanted.map(({ product: { department: _told, ...product } }) => product),
    // What is undefined is not sent.
    department: departments.size === 1 ? [...departments][0] : undefined,
  };
}

/** Each of the products was tried on alone: what fails now is that they are together. */
function lookProblem(strings: Strings, code: string): string {
  const problem = problemText(strings, code);
  return problem === strings.problem_product ? strings.problem_look : problem;
}

async function showItem(
  { api, strings, signal, tell }: GalleryOptions,
  { product, name, rank, cell }: Place,
  { list, chooser }: Grid,
  item?: BatchItem,
): Promise<void> {
  const tryOn = item?.tryOn ? await api.follow(item.tryOn, signal, () => undefined) : null;
  if (tryOn?.resultImageUrl) {
    tell('result', { tryOnId: tryOn.id, resultImageUrl: tryOn.resultImageUrl, quality: tryOn.quality, fit: tryOn.fit });
    if (tryOn.image !== null) giveForm(list, tryOn.image);
    cell.replaceChildren(pictureOf(tryOn, `${strings.resultAlt}: ${name}`));
    const category = product.productCategory ?? tryOn.productCategory;
    chooser.offer({ product, name, category, rank }, cell, nameOf(name));
    return;
  }
  const code = tryOn?.error?.code ?? item?.error?.code ?? 'other';
  tell('error', { code, message: tryOn?.error?.message ?? item?.error?.message ?? '' });
  cell.replaceChildren(h('p', { class: 'problem' }, problemText(strings, code)), nameOf(name));
}

function giveForm(list: HTMLElement, { width, height }: { readonly width: number; readonly height: number }): void {
  list.style.setProperty('--form', `${width}/${height}`);
}

/** A name without spaces, as many an SKU is, breaks after its signs first. */
function nameOf(name: string): HTMLElement {
  const parts = name.match(/[^/_.,]*[/_.,]?/g) ?? [];
  return h('span', {}, ...parts.flatMap((part) => [part, h('wbr')]));
}

function pictureOf({ resultImageUrl, image }: TryOn, alt: string): HTMLElement {
  return h('img', { src: resultImageUrl, alt, width: image?.width ?? null, height: image?.height ?? null });
}
