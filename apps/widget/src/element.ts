import { ApiError, createApi, type Api, type TryOn } from './api';
import { openCamera, spokenCount, type Camera } from './camera';
import { comparePictures } from './compare';
import { h } from './dom';
import { productsOfPage, showGallery, type Outfit } from './gallery';
import { drawn, readPhoto, UnreadablePhoto, type Photo } from './photo';
import { canShare, savePicture, sharePicture } from './save';
import {
  ATTRIBUTES,
  baseOf,
  credentialOf,
  directionOf,
  languageOf,
  productOf,
  reachOf,
  requestOptions,
  retentionOf,
  retentionWords,
} from './settings';
import { lookList, sizeLines, spokenSizes, wornIn } from './sizes';
import { fill, isOfPhoto, languageOfStrings, problemText, stringsOf, type Strings } from './strings';
import { STYLE } from './style';

/** Longer than nearly every picture takes. */
const SLOW_MS = 12_000;

/** The shopper's photo, for all elements of the page, until it is left or forgotten. Never stored. */
let lastPhoto: Photo | null = null;
/** Consent holds for the page view in which it was given. */
let hasConsented = false;
/** What the shopper told of the body, to be corrected. Never stored either. */
let measured: Measured = { height: null, weight: null };

/** Faults that another product can do without, unlike those of the photo itself. */
const OF_THIS_PRODUCT_TOO = /^(body_not_visible|result_not_presentable)$/;

interface Measured {
  readonly height: number | null;
  readonly weight: number | null;
}

/** The first control of a step that can take the focus: the bar of a gallery comes hidden. */
const FIRST_CONTROL = ':is(button, input):enabled:not([hidden], [hidden] *)';

/** What the start offers to do with the photo that is there. */
type LastPhoto = 'use' | 'retry' | 'nothing';

type Fetched = () => Promise<string>;

/**
 * `<drape-try-on product="SKU" category="top" key="drp_pk_…">`: a button that opens a dialog in which a shopper tries a product on.
 * docs/widget.md lists attributes, events, parts and variables.
 */
export class DrapeTryOn extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #button = h('button', { class: 'main', part: 'button', type: 'button', onclick: () => this.open() });
  #dialog: HTMLDialogElement | null = null;
  #body = h('div', { class: 'body' });
  #status = h('div', { class: 'hidden', role: 'status', 'aria-live': 'polite' });
  #running = new AbortController();
  #camera: Camera | null = null;
  /** The photo that will not do for this product. */
  #refused: Photo | null = null;
  #token: string | null = null;
  #ownStrings: Partial<Strings> = {};
  #fetchToken: Fetched | null = null;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.append(this.#button);
    for (const name of ['strings', 'fetchToken']) this.#takeOver(name);
  }

  /** A shop's own words in place of the widget's. */
  get strings(): Partial<Strings> {
    return this.#ownStrings;
  }

  set strings(strings: Partial<Strings>) {
    this.#ownStrings = strings;
    this.#label();
  }

  /** Asks the shop's backend for a client token; in place of `key` and `token`. */
  get fetchToken(): Fetched | null {
    return this.#fetchToken;
  }

  set fetchToken(fetchToken: Fetched | null) {
    this.#fetchToken = fetchToken;
  }

  /** What a page set before the script had come stands on the element itself, and would hide the property for ever. */
  #takeOver(name: string): void {
    const early: unknown = Object.getOwnPropertyDescriptor(this, name)?.value;
    if (early === undefined) return;
    Reflect.deleteProperty(this, name);
    Reflect.set(this, name, early);
  }

  connectedCallback(): void {
    this.#label();
  }

  disconnectedCallback(): void {
    this.close();
  }

  attributeChangedCallback(): void {
    this.#label();
  }

  /** Opens the dialog. */
  open(): void {
    if (this.#dialog !== null) return;
    const strings = this.#strings();
    const close = h('button', { type: 'button', 'aria-label': strings.close, onclick: () => this.close() }, '×');
    const title = h('h2', { id: 'title' }, this.#title(strings));
    this.#body = h('div', { class: 'body', part: 'body' });
    this.#status = h('div', { class: 'hidden', role: 'status', 'aria-live': 'polite' });
    this.#dialog = h(
      'dialog',
      {
        part: 'dialog',
        'aria-labelledby': 'title',
        // The page's direction lays the dialog out; each text runs as its own letters do, whatever language it fell back to.
        dir: directionOf(this),
        lang: languageOfStrings(languageOf(this), this.strings),
        class: this.#isGallery() ? 'wide' : null,
      },
      h('header', {}, title, close),
      this.#body,
      this.#status,
    );
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.close();
    });
    this.#root.append(this.#dialog);
    // The browser keeps the focus within and the page behind still.
    this.#dialog.showModal();
    this.#tell('open', {});
    this.#showStart();
  }

  /** Closes the dialog and ends what runs in it. */
  close(): void {
    if (this.#dialog === null) return;
    this.#stop();
    this.#dialog.close();
    this.#dialog.remove();
    this.#dialog = null;
    this.#button.focus();
    this.#tell('close', {});
  }

  #label(): void {
    const strings = this.#strings();
    this.#button.textContent = this.getAttribute('label') ?? (this.#isGallery() ? strings.openAll : strings.open);
  }

  #isGallery(): boolean {
    return this.hasAttribute('gallery');
  }

  #title(strings: Strings): string {
    if (this.#isGallery()) return strings.gallery;
    const name = this.getAttribute('name');
    return name === null || name === '' ? strings.title : fill(strings.titleOf, { name });
  }

  /** How to stand, and how much of the body the product needs. */
  #tips(strings: Strings): string {
    const products = this.#isGallery() ? productsOfPage().map(({ product }) => product) : [productOf(this)];
    return `${strings.tips} ${strings[reachOf(products.map((product) => product?.productCategory))]}`;
  }

  #strings(): Strings {
    return stringsOf(languageOf(this), this.strings);
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`drape-${name}`, { detail, bubbles: true, composed: true }));
  }

  /** Shows a step: its content, the focus on its first control, and what readers of screens hear. */
  #show(said: string, ...content: readonly (Node | null)[]): void {
    this.#body.replaceChildren(...content.filter((node) => node !== null));
    this.#status.textContent = said;
    this.#body.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
  }

  #stop(): void {
    this.#running.abort();
    this.#running = new AbortController();
    this.#camera?.close();
    this.#camera = null;
  }

  #api(): Api {
    const strings = this.#strings();
    return createApi({
      base: baseOf(this),
      language: languageOf(this),
      credential: (again) => this.#credential(again),
      onConnection: (isThere) => {
        if (!isThere) this.#status.textContent = strings.offline;
        const shown = this.#body.querySelector('[data-connection]');
        shown?.toggleAttribute('hidden', isThere);
      },
    });
  }

  async #credential(again: boolean): Promise<string> {
    const given = credentialOf(this);
    if (this.fetchToken === null) {
      if (given === null) throw new ApiError('missing_api_key', 'The element has neither key, api-key nor token.', 0);
      return given;
    }
    if (this.#token === null || again) this.#token = await this.fetchToken();
    return this.#token;
  }

  #showStart(problem: string | null = null, last: LastPhoto = 'use'): void {
    this.#stop();
    const strings = this.#strings();
    const isOffered = lastPhoto !== null && last !== 'nothing' && lastPhoto !== this.#refused;
    const consent = h('input', { type: 'checkbox', id: 'consent' });
    consent.checked = hasConsented;
    const refused = h('p', { class: 'problem', role: 'alert', hidden: true }, strings.consentNeeded);
    const isAgreed = (): boolean => {
      hasConsented = consent.checked;
      refused.hidden = hasConsented;
      if (!hasConsented) consent.focus();
      return hasConsented;
    };
    const withConsent = (then: () => void) => () => {
      if (isAgreed()) then();
    };
    const file = h('input', { type: 'file', accept: 'image/*', 'aria-label': strings.choosePhoto });
    file.addEventListener('click', (event) => {
      if (!isAgreed()) event.preventDefault();
    });
    // A file that is dropped onto the field comes without a click.
    file.addEventListener('change', () => {
      if (isAgreed()) void this.#takeFile(file.files?.[0]);
    });
    const hasCamera = 'mediaDevices' in navigator;
    const isCameraFirst = hasCamera && problem !== strings.cameraOff;
    this.#show(
      problem ?? strings.intro,
      problem === null ? null : h('p', { class: 'problem', role: 'alert' }, problem),
      h('p', {}, strings.intro),
      h('p', { class: 'soft' }, this.#tips(strings)),
      this.#consentLine(consent, strings),
      refused,
      h(
        'div',
        { class: 'row' },
        isOffered &&
          h(
            'button',
            { class: 'main', type: 'button', onclick: withConsent(() => void this.#work()) },
            last === 'retry' ? strings.retry : strings.usePhotoAgain,
          ),
        hasCamera &&
          h(
            'button',
            {
              class: isCameraFirst && !isOffered ? 'main' : null,
              type: 'button',
              onclick: withConsent(() => void this.#showCamera()),
            },
            strings.takePhoto,
          ),
        h('span', { class: isCameraFirst || isOffered ? 'file' : 'file main' }, strings.choosePhoto, file),
      ),
      lastPhoto === null
        ? null
        : h('button', { class: 'plain', type: 'button', onclick: () => this.#forget() }, strings.forget),
    );
  }

  #forget(): void {
    lastPhoto = null;
    this.#showStart();
  }

  #consentLine(consent: HTMLInputElement, strings: Strings): HTMLElement {
    const { key, n } = retentionWords(retentionOf(this));
    const policy = this.getAttribute('policy-url');
    const text = fill(strings.consent, { retention: fill(strings[key], { n }) });
    return h(
      'div',
      { class: 'consent' },
      consent,
      h(
        'span',
        {},
        h('label', { for: 'consent' }, text),
        ' ',
        policy !== null && h('a', { href: policy, target: '_blank', rel: 'noopener' }, strings.privacy),
      ),
    );
  }

  async #showCamera(): Promise<void> {
    const strings = this.#strings();
    const running = this.#running.signal;
    const camera = openCamera(strings);
    this.#camera = camera;
    const tips = this.#tips(strings);
    const row = h('div', { class: 'row' }, this.#backButton());
    this.#show(strings.cameraStarting, camera.element, h('p', { class: 'soft' }, tips), row);
    try {
      await camera.started;
    } catch {
      if (!running.aborted) this.#showStart(strings.cameraOff);
      return;
    }
    if (running.aborted) return;
    const shoot = async (): Promise<void> => {
      button.disabled = true;
      const blob = await camera.capture((left) => (this.#status.textContent = spokenCount(strings, left)));
      camera.close();
      this.#camera = null;
      if (blob !== null && !running.aborted) await this.#takeFile(blob);
    };
    const button = h('button', { class: 'main', type: 'button', onclick: () => void shoot() }, strings.capture);
    row.prepend(button);
    button.focus();
    this.#status.textContent = tips;
  }

  #backButton(): HTMLElement {
    return h('button', { type: 'button', onclick: () => this.#showStart() }, this.#strings().back);
  }

  async #takeFile(file: Blob | undefined): Promise<void> {
    if (file === undefined) return;
    const strings = this.#strings();
    try {
      lastPhoto = await readPhoto(file);
    } catch (error) {
      const code = error instanceof UnreadablePhoto ? 'photo_unreadable' : 'other';
      this.#showStart(problemText(strings, code), 'nothing');
      return;
    }
    this.#tell('photo', {});
    this.#showReview(lastPhoto);
  }

  /** The photo as it will be sent, and meanwhile the service looks whether it will do. */
  #showReview(photo: Photo): void {
    const strings = this.#strings();
    const { signal } = this.#running;
    const judged = h('p', { class: 'soft', role: 'status' }, strings.checking);
    const picture = photo.picture === null ? null : drawn(photo.picture);
    picture?.setAttribute('role', 'img');
    picture?.setAttribute('aria-label', strings.beforeAlt);
    const use = h('button', { class: 'main', type: 'button', onclick: () => void this.#work() }, strings.use);
    const again = h('button', { type: 'button', onclick: () => this.#showStart(null, 'nothing') }, strings.again);
    this.#show(
      strings.checking,
      picture === null ? null : h('div', { class: 'picture' }, picture),
      judged,
      h('div', { class: 'row' }, use, again),
    );
    const category = this.getAttribute('category');
    const body = { userPhoto: photo.base64, ...(category === null ? {} : { productCategory: category }) };
    void this.#api()
      .checkPhoto(body, signal)
      .then(({ usable, problems, warnings }) => {
        const [first] = problems;
        const hint = warnings.some(({ code }) => code === 'garment_cut_off') ? strings.cutOff : '';
        judged.textContent = usable === false && first !== undefined ? problemText(strings, first.code) : hint;
        judged.className = usable === false ? 'problem' : 'soft';
        if (usable === false) this.#refused = photo;
        use.classList.toggle('main', usable !== false);
        again.classList.toggle('main', usable === false);
      })
      .catch(() => (judged.textContent = ''));
  }

  /** Sends the photo and shows what comes of it. */
  async #work(): Promise<void> {
    const photo = lastPhoto;
    const product = productOf(this);
    if (photo === null) return this.#showStart();
    if (this.#isGallery()) {
      const { signal } = this.#running;
      return showGallery({
        photo,
        api: this.#api(),
        strings: this.#strings(),
        options: requestOptions(this),
        signal,
        show: (said, ...content) => this.#show(said, ...content),
        say: (text) => (this.#status.textContent = text),
        tell: (name, detail) => this.#tell(name, detail),
        again: () => this.#showStart(null, 'nothing'),
        wear: (look) => void this.#tryOn(photo, look),
        fail: (code, message) => this.#showFailure(code, message),
      });
    }
    if (product === null) return this.#showFailure('product_missing', 'The element names no product.');
    return this.#tryOn(photo, { body: product, pieces: [], back: null });
  }

  async #tryOn(photo: Photo, outfit: Outfit): Promise<void> {
    const strings = this.#strings();
    const { back } = outfit;
    // Who stops a look goes back to the pictures before it, of which some may still be made.
    const own = new AbortController();
    this.#running.signal.addEventListener('abort', () => own.abort(), { once: true });
    const { signal } = own;
    const stop = (): void => {
      own.abort();
      if (back === null) this.#showStart();
      else back(null);
    };
    const bar = h('progress', { max: 1, value: 0, 'aria-label': strings.making });
    const line = h('p', {}, strings.sending);
    const wait = h('p', { class: 'soft' }, strings.wait);
    this.#show(
      strings.sending,
      line,
      bar,
      wait,
      h('p', { class: 'problem', 'data-connection': true, hidden: true }, strings.offline),
      h('div', { class: 'row' }, h('button', { type: 'button', onclick: stop }, strings.stop)),
    );
    const slow = setTimeout(() => (wait.textContent = this.#status.textContent = strings.slow), SLOW_MS);
    const onProgress = (tryOn: TryOn): void => {
      const text = progressText(tryOn, strings);
      bar.value = tryOn.progress;
      if (line.textContent !== text) this.#status.textContent = text;
      line.textContent = text;
    };
    try {
      const body = { ...outfit.body, ...requestOptions(this), userPhoto: photo.base64 };
      const tryOn = await this.#api().tryOn(body, signal, onProgress);
      if (tryOn.status === 'completed' && tryOn.resultImageUrl !== null) this.#showResult(tryOn, photo, outfit);
      else this.#showFailure(tryOn.error?.code ?? tryOn.status, tryOn.error?.message ?? '', back);
    } catch (error) {
      if (signal.aborted) return;
      const { code, message } = error instanceof ApiError ? error : { code: 'other', message: String(error) };
      this.#showFailure(code, message, back);
    } finally {
      clearTimeout(slow);
    }
  }

  #showFailure(code: string, message: string, back: Outfit['back'] = null): void {
    this.#tell('error', { code, message });
    // The photo did for each product alone, and their pictures are still there.
    if (back !== null) return back(code);
    const strings = this.#strings();
    const problem = problemText(strings, code);
    if (isOfPhoto(code)) {
      // What hides too much for a dress may do for a top.
      if (OF_THIS_PRODUCT_TOO.test(code)) this.#refused = lastPhoto;
      else lastPhoto = null;
    }
    if (problem !== strings.problem_product) return this.#showStart(problem, 'retry');
    // Neither another photo nor another try helps.
    this.#stop();
    this.#show(
      problem,
      h('p', { class: 'problem', role: 'alert' }, problem),
      h(
        'div',
        { class: 'row' },
        h('button', { class: 'main', type: 'button', onclick: () => this.close() }, strings.close),
      ),
    );
  }

  #showResult(tryOn: TryOn, photo: Photo, outfit: Outfit): void {
    const strings = this.#strings();
    const { pieces, back } = outfit;
    const names = pieces.map(({ name }) => name);
    const url = tryOn.resultImageUrl ?? '';
    const alt = names.length === 0 ? strings.resultAlt : fill(strings.lookAlt, { names: names.join(', ') });
    const image = h('img', {
      src: url,
      alt,
      width: tryOn.image?.width ?? null,
      height: tryOn.image?.height ?? null,
    });
    const { quality } = tryOn;
    this.#tell('result', resultDetail(tryOn, outfit));
    const leave = (): void => (back === null ? this.#showStart(null, 'nothing') : back(null));
    this.#show(
      [alt, ...spokenSizes(tryOn, names, strings)].join('. '),
      comparePictures(image, photo.picture, strings),
      this.#sizeAdvice(tryOn, photo, outfit),
      h('p', { class: 'soft' }, quality?.level === 'fair' ? `${strings.fair} ${strings.ai}` : strings.ai),
      h(
        'div',
        { class: 'row' },
        h('button', { class: 'main', type: 'button', onclick: () => void savePicture(url) }, strings.download),
        canShare() &&
          h('button', { type: 'button', onclick: () => void sharePicture(url, document.title) }, strings.share),
        h('button', { type: 'button', onclick: leave }, back === null ? strings.another : strings.backToAll),
      ),
    );
    this.#body.querySelector<HTMLElement>('input[type=range]')?.focus();
  }

  /** The sizes where measurements are known, else a small form that asks for two of them. */
  #sizeAdvice(tryOn: TryOn, photo: Photo, outfit: Outfit): HTMLElement {
    const strings = this.#strings();
    const isMeasured = wornIn(tryOn).some(({ fit }) => fit?.size);
    const names = outfit.pieces.map(({ name }) => name);
    const list = names.length === 0 ? null : lookList(tryOn, names, strings, isMeasured);
    if (!isMeasured) {
      return h('div', { class: 'advice' }, list, h('p', {}, strings.sizeAsk), ...this.#sizeForm(photo, outfit));
    }
    const change = h(
      'button',
      {
        class: 'plain',
        type: 'button',
        onclick: () => {
          change.replaceWith(...this.#sizeForm(photo, outfit));
          this.#body.querySelector<HTMLElement>('form input')?.focus();
        },
      },
      strings.sizeChange,
    );
    return h('div', { class: 'advice' }, ...(list === null ? sizeLines(tryOn, strings) : [list]), change);
  }

  /** Asks for height and weight, with what was told before. */
  #sizeForm(photo: Photo, outfit: Outfit): readonly HTMLElement[] {
    const strings = this.#strings();
    const number = (name: keyof Measured, label: string, min: number, max: number): HTMLElement =>
      h(
        'label',
        { class: 'field' },
        h('span', {}, label),
        h('input', {
          name,
          type: 'number',
          inputmode: 'decimal',
          required: true,
          min,
          max,
          step: 'any',
          value: measured[name],
        }),
      );
    const refused = h('p', { class: 'problem', role: 'alert', hidden: true }, strings.sizeUnknown);
    const form = h(
      'form',
      { 'aria-label': strings.sizeAsk },
      number('height', strings.height, 100, 230),
      number('weight', strings.weight, 25, 250),
      h('button', { type: 'submit' }, strings.sizeSend),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const given = new FormData(form);
      const { signal } = this.#running;
      measured = { height: Number(given.get('height')), weight: Number(given.get('weight')) };
      const body = {
        height: measured.height,
        weight: measured.weight,
        unit: 'cm',
        weightUnit: 'kg',
      };
      void this.#api()
        .measure(body, signal)
        // The picture is the same and comes at once; what is new is the size.
        .then(() => this.#tryOn(photo, outfit))
        .catch(() => (refused.hidden = false));
    });
    return [form, refused];
  }
}

/** What the page hears of a picture. Of a look also which products it shows, as the page names them. */
function resultDetail(tryOn: TryOn, { pieces }: Outfit): object {
  const { id: tryOnId, resultImageUrl, quality, fit, look } = tryOn;
  const detail = { tryOnId, resultImageUrl, quality, fit };
  if (pieces.length === 0) return detail;
  const products = pieces.map(({ product, category }, i) => ({
    productId: product.productId ?? null,
    productImageUrl: product.productImageUrl ?? null,
    productCategory: category,
    fit: look?.products[i]?.fit ?? null,
  }));
  return { ...detail, products };
}

function progressText({ status, queuePosition, progress }: TryOn, strings: Strings): string {
  if (status === 'queued')
    return queuePosition === null || queuePosition === 0
      ? strings.queued
      : fill(strings.queuedAt, { n: queuePosition });
  return progress > 0.8 ? strings.almost : strings.making;
}
