import type { Advice, ProductCategory } from '@drape/contracts';
import type { Zone } from './size-chart';

/** Most sentences that a shopper reads, and a merchant likewise; those listed first in ADVICE win. */
export const ADVICE_MAX = 6;
/** Most sizes of a chart that a sentence lists. */
const LISTED_MAX = 12;

export type AdviceAudience = Advice['about'];

interface AdviceSpec {
  /** Who it is for: a shopper can change the photo and the size, a merchant the product. */
  readonly about: AdviceAudience;
  /** English; `{name}` is replaced by the parameter of that name. */
  readonly text: string;
}

const shopper = (text: string): AdviceSpec => ({ about: 'shopper', text });
const merchant = (text: string): AdviceSpec => ({ about: 'merchant', text });

/**
 * Every sentence of advice, most useful first.
 *
 * House rules, held by a test: one sentence each, about the picture or the next step and never about the body, and no promise
 * ("perfect", "always", "guaranteed").
 */
export const ADVICE = {
  size_check_units: shopper(
    'A measurement that was given does not go with the others; checking its unit would make the size advice surer.',
  ),
  size_recommended: shopper('By the measurements given, size {size} is the closest match on the chart.'),
  size_between: shopper(
    'The measurements lie between sizes: {sizes} may both suit, depending on how you like to wear a {garment}.',
  ),
  size_window_estimated: shopper('Height and weight point to {sizes}.'),
  size_outside_chart: shopper(
    'The {zone} measurement lies outside the size chart; size {size} is the nearest that it has.',
  ),
  size_outside_chart_estimated: shopper(
    'The {zone}, as estimated from height and weight, lies outside the size chart; size {size} is the nearest that it has.',
  ),
  size_no_match: shopper('No size of the chart matches all of the measurements; size {size} comes nearest.'),
  size_asked_differs: shopper(
    'The size looked at, {asked}, is not among the closest matches for the measurements given.',
  ),
  size_unknown: shopper('The size looked at, {size}, could not be judged: the size chart that was used has {known}.'),
  size_measure_for_one: shopper('A tape measure around chest, waist and hips would narrow this down to one size.'),
  preview_reliable: shopper(
    'The {garment} could be placed clearly in your photo, so the picture gives a good impression of the look.',
  ),
  preview_fair: shopper(
    'Parts of this picture may look wrong, so take it as an impression of the {garment} and not as a likeness.',
  ),
  preview_rough: shopper('This picture probably has visible faults, so the {garment} should not be judged by it.'),
  preview_limited_by_product: shopper('The product image limits how well the {garment} could be shown on you.'),
  photo_show_more: shopper(
    'A photo that shows you {reach}, without crossed arms or objects in front, would make the preview more accurate.',
  ),
  photo_ends_early: shopper(
    'Your photo ends before the {garment} does, so how long it is on you cannot be judged by this picture; one that shows you {reach} shows all of it.',
  ),
  photo_face_camera: shopper(
    'A photo facing the camera, with the arms a little away from the sides, usually gives a better preview.',
  ),
  photo_sharper: shopper('A larger photo in good light would bring out more detail.'),
  photo_close_clothes: shopper(
    'Much of what your present clothes cover had to be painted; close-fitting clothes in the photo make the preview more faithful.',
  ),
  size_needs_measurements: shopper(
    'This score judges the picture alone; add height and weight, or your own measurements, to learn which sizes may suit.',
  ),
  garment_plain_background: merchant(
    'A product image on a plain background, showing the whole {garment} from the front, usually gives a cleaner result.',
  ),
  garment_category_guessed: merchant(
    'The garment was taken for a {garment}; naming its category would make the placement surer.',
  ),
  size_name_department: merchant(
    'Nothing said whether the {garment} is sized for women or men, so its sizes are those of {chart}; saying it would make the size advice surer.',
  ),
  size_chart_missing: merchant(
    'The product has no size chart of its own, and the standard one does not have its sizes; with a chart they could be judged.',
  ),
} as const satisfies Readonly<Record<string, AdviceSpec>>;

export type AdviceCode = keyof typeof ADVICE;
export type AdviceParams = Advice['params'];

/** A code with the values that its sentence names, apart from the garment. */
export interface AdviceItem {
  readonly code: AdviceCode;
  readonly params?: AdviceParams;
}

export const isAdviceCode = (code: string): code is AdviceCode => Object.hasOwn(ADVICE, code);

const GARMENT_NOUNS = {
  dress: 'dress',
  top: 'top',
  pants: 'pants',
  jacket: 'jacket',
  skirt: 'skirt',
} as const satisfies Record<ProductCategory, string>;

/** How far down a photo has to extend for a category. */
const PHOTO_REACH = {
  dress: 'from head to ankles',
  top: 'from head to hips',
  pants: 'from waist to feet',
  jacket: 'from head to hips',
  skirt: 'from waist to feet',
} as const satisfies Record<ProductCategory, string>;

const ZONE_NAMES: Readonly<Record<Zone, string>> = {
  chest: 'chest',
  waist: 'waist',
  hips: 'hips',
  inseam: 'inside leg',
};

/** Warnings of the renderer that lead to advice; a warning that is not listed here needs none. */
const ADVICE_OF_WARNING: ReadonlyMap<string, AdviceCode> = new Map<string, AdviceCode>([
  ['low_resolution_photo', 'photo_sharper'],
  ['body_partly_hidden', 'photo_show_more'],
  ['garment_cut_off', 'photo_ends_early'],
  ['side_view', 'photo_face_camera'],
  ['imprecise_placement', 'photo_face_camera'],
  ['large_fill', 'photo_close_clothes'],
  ['garment_unclear', 'garment_plain_background'],
  ['category_uncertain', 'garment_category_guessed'],
]);

/** The advice that belongs to a warning code, or null. */
export function adviceForWarning(warningCode: string): AdviceCode | null {
  return ADVICE_OF_WARNING.get(warningCode) ?? null;
}

const ADVICE_CODES = Object.keys(ADVICE).filter(isAdviceCode);

/**
 * Renders advice as sentences: in the order of ADVICE, each code once, at most ADVICE_MAX for shoppers and as many for
 * merchants.
 *
 * When a shopper has more, the last place is kept for size_needs_measurements if it is among them: it names the one step that
 * changes the score.
 */
export function renderAdvice(items: Iterable<AdviceCode | AdviceItem>, category: ProductCategory): Advice[] {
  const wanted = new Map<AdviceCode, AdviceParams>();
  for (const item of items) {
    const { code, params = {} } = typeof item === 'string' ? { code: item } : item;
    if (!wanted.has(code)) wanted.set(code, params);
  }
  const ordered = ADVICE_CODES.filter((code) => wanted.has(code));
  const ofAudience = (about: AdviceAudience) => ordered.filter((code) => ADVICE[code].about === about);
  return [...firstOf(ofAudience('shopper')), ...firstOf(ofAudience('merchant'))].map((code) => {
    const { about, text } = ADVICE[code];
    const params = { ...garmentParams(code, category), ...wanted.get(code) };
    return { code, about, params, text: fillIn(text, { ...params, ...zoneParams(params, ZONE_NAMES) }) };
  });
}

function firstOf(codes: readonly AdviceCode[]): AdviceCode[] {
  const kept = codes.slice(0, ADVICE_MAX);
  const last = codes.at(-1);
  if (codes.length > ADVICE_MAX && last === 'size_needs_measurements') kept.splice(ADVICE_MAX - 1, 1, last);
  return kept;
}

/** The parameters that every sentence may name: garment and reach, if this one does. */
function garmentParams(code: AdviceCode, category: ProductCategory): AdviceParams {
  const all = { garment: GARMENT_NOUNS[category], reach: PHOTO_REACH[category] };
  return Object.fromEntries(Object.entries(all).filter(([name]) => ADVICE[code].text.includes(`{${name}}`)));
}

/** The zone in a language's own words, where a sentence names one. */
export function zoneParams({ zone }: AdviceParams, names: Readonly<Record<Zone, string>>): AdviceParams {
  const name = Object.entries(names).find(([code]) => code === zone)?.[1];
  return name === undefined ? {} : { zone: name };
}

/** Replaces each `{name}` by the parameter of that name; a list by its members. */
export function fillIn(template: string, params: AdviceParams): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => toText(params[name]));
}

function toText(value: AdviceParams[string] | undefined): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' || value === undefined) return value ?? '';
  return value.slice(0, LISTED_MAX).join(', ') + (value.length > LISTED_MAX ? ' …' : '');
}
