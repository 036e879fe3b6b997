import { h } from '../dom';
import { drawn, readPhoto, UnreadablePhoto, type Photo } from '../photo';

export interface PickerSample {
  readonly file: string;
  readonly title: string;
  readonly category?: string;
}

export interface PickerOptions<S extends PickerSample> {
  readonly title: string;
  /** What the field says where nothing can be dropped, as on a phone. */
  readonly short: string;
  readonly samples: readonly S[];
  /** A picture was chosen; `sample` is null where it is the user's own. */
  readonly onPick: (sample: S | null) => void;
  readonly onFault: (code: string) => void;
}

export interface Picker {
  readonly element: HTMLElement;
  readonly picked: () => Photo | null;
}

/** A field that a picture is dropped onto, chosen for, pasted into or taken with a phone's camera, and samples beside it. */
export function createPicker<S extends PickerSample>(options: PickerOptions<S>): Picker {
  const { title, short, samples, onPick, onFault } = options;
  let picked: Photo | null = null;
  const file = h('input', { type: 'file', accept: 'image/*', 'aria-label': `Choose ${title}` });
  const preview = h('div', { class: 'preview' });
  const zone = h(
    'div',
    { class: 'drop' },
    preview,
    h('span', { class: 'with-mouse' }, `Drop ${title} here, or choose it`),
    h('span', { class: 'on-phone' }, short),
    file,
  );

  async function take(blob: Blob | undefined, sample: S | null): Promise<void> {
    if (blob === undefined) return;
    try {
      picked = await readPhoto(blob);
    } catch (error) {
      onFault(error instanceof UnreadablePhoto ? 'photo_unreadable' : 'other');
      return;
    }
    const picture = picked.picture === null ? null : drawn(picked.picture);
    picture?.setAttribute('role', 'img');
    picture?.setAttribute('aria-label', title);
    preview.replaceChildren(...(picture === null ? [] : [picture]));
    for (const [i, choice] of choices.entries()) choice.setAttribute('aria-pressed', String(samples[i] === sample));
    // Not where the strip fades out.
    const chosen = choices.find((_, i) => samples[i] === sample);
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
    onPick(sample);
  }

  file.addEventListener('change', () => void take(file.files?.[0], null));
  acceptDrops(zone, (blob) => void take(blob, null));
  const choices = samples.map((sample) => sampleButton(sample, (blob) => take(blob, sample)));
  const strip = h('div', { class: 'samples' }, ...choices);
  fadeEnds(strip);
  return { element: h('div', {}, zone, strip), picked: () => picked };
}

function acceptDrops(zone: HTMLElement, onDrop: (file: File | undefined) => void): void {
  for (const name of ['dragover', 'dragleave', 'drop'] as const) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.toggle('over', name === 'dragover');
      if (name === 'drop') onDrop(event.dataTransfer?.files[0]);
    });
  }
}

function sampleButton({ file, title }: PickerSample, onChoose: (picture: Blob) => Promise<void>): HTMLElement {
  const src = `playground/samples/${file}`;
  const choose = async (): Promise<void> => onChoose(await (await fetch(src)).blob());
  const image = h('img', { src, alt: '', width: 96, height: 96, loading: 'lazy' });
  return h(
    'button',
    {
      type: 'button',
      class: 'sample',
      title,
      'aria-pressed': 'false',
      onclick: () => void choose(),
    },
    image,
    h('span', { class: 'hidden' }, title),
  );
}

/** A side fades out where there is more to scroll to. */
function fadeEnds(strip: HTMLElement): void {
  const look = (): void => {
    const { scrollLeft, scrollWidth, clientWidth } = strip;
    strip.classList.toggle('more-before', scrollLeft > 1);
    strip.classList.toggle('more-after', scrollLeft + clientWidth < scrollWidth - 1);
  };
  strip.addEventListener('scroll', look);
  new ResizeObserver(look).observe(strip);
}
