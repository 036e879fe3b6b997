import { ApiError, createApi, type TryOn } from '../api';
import { comparePictures } from '../compare';
import { h } from '../dom';
import type { Photo } from '../photo';
import { savePicture } from '../save';
import { problemText, stringsOf } from '../strings';
import { exampleCode, LANGUAGES, type CodeLanguage } from './code';
import { createPicker } from './picker';

/** What the gateway wrote into the page. */
interface Settings {
  readonly samples: readonly Sample[];
  readonly persons: readonly string[];
}

interface Sample {
  readonly file: string;
  readonly category: string;
  readonly title: string;
}

const CATEGORIES = ['', 'top', 'jacket', 'dress', 'pants', 'skirt'];
const LEVELS: Readonly<Record<string, string>> = { good: 'Good', fair: 'Fair', poor: 'Poor' };
const strings = stringsOf('en');

const find = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
};

async function readSettings(): Promise<Settings> {
  const response = await fetch('playground/samples.json');
  return (await response.json()) as Settings;
}

/** A token of the playground's own account, for this page view. */
async function fetchToken(): Promise<string> {
  const response = await fetch('playground/token', { method: 'POST' });
  const { data, error } = (await response.json()) as {
    data?: { token: string };
    error?: { code: string; message: string };
  };
  if (data === undefined) throw new ApiError(error?.code ?? 'internal_error', error?.message ?? '', response.status);
  return data.token;
}

let token: Promise<string> | null = null;
const api = createApi({
  base: '',
  language: navigator.language,
  credential(again) {
    if (token === null || again) token = fetchToken();
    return token;
  },
  onConnection(isThere) {
    status.textContent = isThere ? '' : strings.offline;
  },
});

const status = find('status', HTMLElement);
const result = find('result', HTMLElement);
const form = find('form', HTMLFormElement);
const submit = find('submit', HTMLButtonElement);
const category = find('category', HTMLSelectElement);
let running = new AbortController();
let shownLanguage: CodeLanguage = 'curl';

async function main(): Promise<void> {
  const { samples, persons } = await readSettings();
  category.append(...CATEGORIES.map((name) => h('option', { value: name }, name === '' ? 'detect it' : name)));
  const photo = createPicker({
    title: 'your photo',
    short: 'Choose a photo',
    samples: persons.map((file) => ({ file, title: 'Sample person' })),
    onPick: () => refresh(),
    onFault: (code) => fail(code),
  });
  const product = createPicker({
    title: 'the product',
    short: 'Choose a product',
    samples,
    onPick(sample) {
      if (sample !== null) category.value = sample.category ?? '';
      refresh();
    },
    onFault: (code) => fail(code),
  });
  find('photo', HTMLElement).append(photo.element);
  find('product', HTMLElement).append(product.element);
  const refresh = (): void => {
    submit.disabled = photo.picked() === null || product.picked() === null;
    showHint(photo.picked() !== null, product.picked() !== null);
    showCode();
  };
  form.addEventListener('input', showCode);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [person, garment] = [photo.picked(), product.picked()];
    if (person !== null && garment !== null) void tryOn(person, garment);
  });
  refresh();
}

/** What is left to do; a picture that is there, or that is being made, stays. */
function showHint(hasPhoto: boolean, hasProduct: boolean): void {
  if (result.querySelector('.compare, progress') !== null) return;
  const missing = hasPhoto ? 'a product' : hasProduct ? 'a photo' : 'a photo and a product';
  const todo = hasPhoto && hasProduct ? 'Press Try it on.' : `Choose ${missing}.`;
  result.replaceChildren(h('p', { class: 'soft' }, `${todo} Photos are deleted when the picture is made.`));
}

function fail(code: string): void {
  result.replaceChildren(h('p', { class: 'problem', role: 'alert' }, problemText(strings, code)));
}

/** Why there is no picture, as the API says it; below for engineers the code, and what a shopper would be told. */
function showProblem(code: string, message: string): void {
  const told = problemText(strings, code);
  result.replaceChildren(
    h(
      'div',
      { class: 'problem', role: 'alert' },
      h('p', { class: 'reason' }, message === '' ? told : message),
      h('p', {}, h('small', {}, 'Code: ', h('code', {}, code))),
      message !== '' && h('p', {}, h('small', {}, `Shoppers read: “${told}”`)),
    ),
  );
}

/** Fields of the form that were filled in. */
function filled(): Record<string, string> {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

async function tryOn(person: Photo, garment: Photo): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const bar = h('progress', { max: 1, value: 0, 'aria-label': strings.making });
  const line = h('p', { role: 'status' }, strings.sending);
  result.replaceChildren(line, bar);
  result.scrollIntoView({ block: 'nearest' });
  submit.disabled = true;
  const sinceMs = performance.now();
  try {
    const { height, weight, ...options } = filled();
    const measured = {
      ...(height === undefined ? {} : { height: Number(height) }),
      ...(weight === undefined ? {} : { weight: Number(weight) }),
    };
    if (Object.keys(measured).length > 0) await api.measure(measured, signal);
    const body = { ...options, userPhoto: person.base64, productImage: garment.base64, consent: { given: true } };
    const done = await api.tryOn(body, signal, (now) => {
      bar.value = now.progress;
      line.textContent = now.status === 'queued' ? strings.queued : `${strings.making} ${now.stage ?? ''}`;
    });
    show(done, person, performance.now() - sinceMs);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ApiError) showProblem(error.code, error.message);
    else showProblem('other', '');
  } finally {
    submit.disabled = false;
  }
}

function show(done: TryOn, person: Photo, tookMs: number): void {
  if (done.resultImageUrl === null) {
    showProblem(done.error?.code ?? done.status, done.error?.message ?? '');
    return;
  }
  const url = done.resultImageUrl;
  const image = h('img', {
    src: url,
    alt: strings.resultAlt,
    width: done.image?.width ?? null,
    height: done.image?.height ?? null,
  });
  result.replaceChildren(
    comparePictures(image, person.picture, strings),
    facts(done, tookMs),
    h('button', { type: 'button', onclick: () => void savePicture(url) }, strings.download),
  );
}

function facts(
  { quality, fitScore, fit, productCategory, recommendations, warnings, timings }: TryOn,
  tookMs: number,
): HTMLElement {
  const row = (name: string, ...value: (string | Node)[]): Node[] => [h('dt', {}, name), h('dd', {}, ...value)];
  const size = fit?.size ?? null;
  const sizeText = size?.recommended ?? size?.window.join(' – ') ?? '';
  const level = quality?.level ?? '';
  const reasons = quality?.reasons.map(({ message }) => message) ?? [];
  return h(
    'dl',
    {},
    ...row('Quality', h('span', { class: `badge ${level}` }, LEVELS[level] ?? 'unknown'), ` ${reasons.join(' ')}`),
    ...row('Category', productCategory ?? 'unknown'),
    ...row('Fit score', fitScore === null ? '–' : `${fitScore} of 100`),
    ...(sizeText === '' ? [] : row('Size', sizeText)),
    ...row('Advice', recommendations.join(' ')),
    ...(warnings.length === 0 ? [] : row('Warnings', warnings.map(({ message }) => message).join(' '))),
    ...row('Time', timeText(tookMs, timings?.renderMs ?? null)),
  );
}

const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const timeText = (tookMs: number, renderMs: number | null): string =>
  secondsText(tookMs) + (renderMs === null ? '' : ` (${secondsText(renderMs)} for the picture)`);

function showCode(): void {
  const box = find('code', HTMLElement);
  const text = h('code');
  const write = (language: CodeLanguage): void => {
    shownLanguage = language;
    text.textContent = exampleCode(language, location.origin, filled());
    for (const tab of tabs) tab.setAttribute('aria-pressed', String(tab.dataset['language'] === language));
  };
  const tabs = LANGUAGES.map(({ id, name }) => {
    const tab = h('button', { type: 'button', onclick: () => write(id) }, name);
    tab.dataset['language'] = id;
    return tab;
  });
  const copy = h('button', {
    type: 'button',
    class: 'copy',
    onclick: () =>
      void navigator.clipboard?.writeText(text.textContent ?? '').then(() => (copy.textContent = 'Copied')),
  });
  copy.textContent = 'Copy';
  const hasClipboard = 'clipboard' in navigator;
  box.replaceChildren(h('div', { class: 'row' }, ...tabs, hasClipboard && copy), h('pre', { tabindex: 0 }, text));
  write(shownLanguage);
}

void main().catch((error: unknown) => {
  result.replaceChildren(h('p', { class: 'problem', role: 'alert' }, String(error)));
});
