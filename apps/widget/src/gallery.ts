import { ApiError, type Api, type BatchItem, type TryOn } from './api';
import { h } from './dom';
import type { Photo } from './photo';
import { productOf, type ProductChoice } from './settings';
import { problemText, type Strings } from './strings';

/** Of one batch. */
const PRODUCTS_MAX = 20;

export interface GalleryOptions {
  readonly photo: Photo;
  readonly api: Api;
  readonly strings: Strings;
  readonly options: object;
  readonly signal: AbortSignal;
  readonly show: (said: string, ...content: readonly Node[]) => void;
  readonly tell: (name: string, detail: object) => void;
  readonly again: () => void;
  /** Nothing came of all of it. */
  readonly fail: (code: string, message: string) => void;
}

interface Place {
  readonly product: ProductChoice;
  readonly name: string;
  readonly cell: HTMLLIElement;
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

/** One photo, all products of the page: a picture appears as each one ends. */
export async function showGallery(gallery: GalleryOptions): Promise<void> {
  const { photo, api, strings, options, signal, show, again, fail } = gallery;
  const places = productsOfPage()
    .slice(0, PRODUCTS_MAX)
    .map(({ product, name }): Place => ({
      product,
      name,
      cell: h('li', {}, h('div', { class: 'wait' }), nameOf(name)),
    }));
  const more = h('button', { type: 'button', onclick: again }, strings.another);
  const list = h('ul', { class: 'grid' }, ...places.map(({ cell }) => cell));
  // Pictures have the form of the photo, so that places which wait or failed can have it too.
  if (photo.picture !== null) giveForm(list, photo.picture);
  show(strings.sending, list, h('div', { class: 'row' }, more));
  try {
    const body = { userPhoto: photo.base64, ...options, products: places.map(({ product }) => product) };
    const items = await api.batch(body, signal);
    await Promise.all(places.map((place, i) => showItem(gallery, place, list, items[i])));
    show(strings.gallery, list, h('div', { class: 'row' }, more));
  } catch (error) {
    if (signal.aborted) return;
    const { code, message } = error instanceof ApiError ? error : { code: 'other', message: String(error) };
    fail(code, message);
  }
}

async function showItem(
  { api, strings, signal, tell }: GalleryOptions,
  { cell, name }: Place,
  list: HTMLElement,
  item?: BatchItem,
): Promise<void> {
  const tryOn = item?.tryOn ? await api.follow(item.tryOn, signal, () => undefined) : null;
  if (tryOn?.resultImageUrl) {
    tell('result', { tryOnId: tryOn.id, resultImageUrl: tryOn.resultImageUrl, quality: tryOn.quality, fit: tryOn.fit });
    if (tryOn.image !== null) giveForm(list, tryOn.image);
    cell.replaceChildren(pictureOf(tryOn, `${strings.resultAlt}: ${name}`), nameOf(name));
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
