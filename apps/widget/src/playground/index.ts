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

async function main(): Promise<void> {
  const { samples, persons } = await readSettings();
  category.append(...CATEGORIES.map((name) => h('option', { value: name }, name === '' ? 'detect it' : name)));
  const photo = createPicker({
    title: 'your photo',
    samples: persons.map((file) => ({ file, title: 'Sample person' })),
    onPick: () => refresh(),
    onFault: (code) => fail(code),
  });
  const product = createPicker({
    title: 'the product',
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
    showCode();
  };
  form.addEventListener('change', showCode);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [person, garment] = [photo.picked(), product.picked()];
    if (person !== null && garment !== null) void tryOn(person, garment);
  });
  refresh();
}

function fail(code: string): void {
  result.replaceChildren(h('p', { class: 'problem', role: 'alert' }, problemText(strings, code)));
}

/** What a shopper would be told, and what the API said. */
function showProblem(code: string, message: string): void {
  const said = h('small', {}, `${code}: ${message}`);
  result.replaceChildren(h('p', { class: 'problem', role: 'alert' }, problemText(strings, code), h('br'), said));
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
    if (height !== undefined && weight !== undefined)
      await api.measure({ height: Number(height), weight: Number(weight), unit: 'cm', weightUnit: 'kg' }, signal);
    const body = { ...options, userPhoto: person.base64, productImage: garment.base64, consent: { given: true } };
    const done = await api.tryOn(body, signal, (now) => {
      bar.value = now.progress;
      line.textContent = now.status === 'queued' ? strings.queued : `${strings.making} ${now.stage ?? ''}`;
    });
    show(done, person, performance.now() - sinceMs);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ApiError) showProblem(error.code, error.message);
    else showProblem('other', String(error));
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
  const sizeText = size === null ? null : (size.recommended ?? size.window.join(' – '));
  const level = quality?.level ?? '';
  const reasons = quality?.reasons.map(({ message }) => message) ?? [];
  return h(
    'dl',
    {},
    ...row('Quality', h('span', { class: `badge ${level}` }, LEVELS[level] ?? 'unknown'), ` ${reasons.join(' ')}`),
    ...row('Category', productCategory ?? 'unknown'),
    ...row('Fit score', `${fitScore ?? '–'}`),
    ...(sizeText === null ? [] : row('Size', sizeText)),
    ...row('Advice', recommendations.join(' ')),
    ...(warnings.length === 0 ? [] : row('Warnings', warnings.map(({ message }) => message).join(' '))),
    ...row('Time', `${Math.round(tookMs)} ms in all, ${timings?.renderMs ?? '–'} ms of them for the picture`),
  );
}

function showCode(): void {
  const box = find('code', HTMLElement);
  const text = h('code');
  const write = (language: CodeLanguage): void => {
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
    onclick: () =>
      void navigator.clipboard?.writeText(text.textContent ?? '').then(() => (copy.textContent = 'Copied')),
  });
  copy.textContent = 'Copy';
  const hasClipboard = 'clipboard' in navigator;
  box.replaceChildren(h('div', { class: 'row' }, ...tabs, hasClipboard && copy), h('pre', { tabindex: 0 }, text));
  write('curl');
}

void main().catch((error: unknown) => {
  result.replaceChildren(h('p', { class: 'problem', role: 'alert' }, String(error)));
});
