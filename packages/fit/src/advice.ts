import type { Advice, ProductCategory } from '@drape/contracts';

/** A shopper reads at most this many sentences; those named first in ADVICE win. */
export const ADVICE_MAX = 6;

const GARMENT_NOUNS = {
  dress: 'dress',
  top: 'top',
  pants: 'pants',
  jacket: 'jacket',
  skirt: 'skirt',
} as const satisfies Record<ProductCategory, string>;

/** How far down a photo has to reach for a category. */
const PHOTO_REACH = {
  dress: 'from head to ankles',
  top: 'from head to hips',
  pants: 'from waist to feet',
  jacket: 'from head to hips',
  skirt: 'from waist to feet',
} as const satisfies Record<ProductCategory, string>;

/**
 * Every sentence of advice, most useful first. `{name}` is replaced by the parameter of that name.
 *
 * House rules, held by a test: one sentence each, about the picture or the next step and never about the body, and no promise
 * ("perfect", "always", "guaranteed").
 */
export const ADVICE = {
  size_recommended: 'By the measurements given, size {size} is the closest match on the chart.',
  size_between:
    'The measurements lie between sizes: {sizes} may both suit, depending on how you like to wear a {garment}.',
  size_window_estimated: 'Height and weight point to {sizes}.',
  size_measure_for_one: 'A tape measure around chest, waist and hips would narrow this down to one size.',
  size_outside_chart: 'The measurements lie outside the size chart; {size} is the closest size that it has.',
  size_asked_differs: 'The size looked at, {asked}, is not among the closest matches for the measurements given.',
  size_asked_unknown: 'The size looked at, {asked}, is not on the size chart that was used.',
  size_name_department: 'Saying whether the {garment} is sized for women or men would make the size advice surer.',
  preview_reliable:
    'The {garment} could be placed clearly in your photo, so the picture gives a good impression of the look.',
  preview_fair:
    'The picture gives a fair impression of the look; small details of the {garment} may sit differently in reality.',
  preview_rough: 'Take this picture as a rough impression, because parts of the placement are uncertain.',
  photo_show_more:
    'A photo that shows you {reach}, without crossed arms or objects in front, would make the preview more accurate.',
  photo_face_camera:
    'A photo facing the camera, with the arms a little away from the sides, usually gives a better preview.',
  photo_sharper: 'A larger photo in good light would bring out more detail.',
  photo_close_clothes:
    'Much of what your present clothes cover had to be painted; close-fitting clothes in the photo make the preview more faithful.',
  size_needs_measurements:
    'This score judges the picture alone; add height and weight, or your own measurements, to learn which sizes may suit.',
} as const;

export type AdviceCode = keyof typeof ADVICE;

/** Warnings about the photo that lead to advice. One not named here has said enough itself; those about the product are the merchant's. */
const ADVICE_OF_WARNING: ReadonlyMap<string, AdviceCode> = new Map<string, AdviceCode>([
  ['low_resolution_photo', 'photo_sharper'],
  ['body_partly_hidden', 'photo_show_more'],
  ['side_view', 'photo_face_camera'],
  ['imprecise_placement', 'photo_face_camera'],
  ['large_fill', 'photo_close_clothes'],
]);

/** The advice that belongs to a warning code, or null. */
export function adviceForWarning(warningCode: string): AdviceCode | null {
  return ADVICE_OF_WARNING.get(warningCode) ?? null;
}

/**
 * Renders advice codes as sentences: in the order of ADVICE, each once, at most ADVICE_MAX.
 *
 * When there are more, the last place is kept for size_needs_measurements if it is among them: it names the one step that changes the score.
 */
export function renderAdvice(
  codes: Iterable<AdviceCode>,
  category: ProductCategory,
  more: AdviceParams = {},
): Advice[] {
  const wanted = new Set(codes);
  const ordered = ADVICE_CODES.filter((code) => wanted.has(code));
  const kept = ordered.slice(0, ADVICE_MAX);
  const last = ordered.at(-1);
  if (ordered.length > ADVICE_MAX && last === 'size_needs_measurements') kept.splice(ADVICE_MAX - 1, 1, last);
  return kept.map((code) => {
    const params = paramsOf(code, category, more);
    return { code, params, text: fillIn(ADVICE[code], params) };
  });
}

const ADVICE_CODES = Object.keys(ADVICE).filter((code): code is AdviceCode => code in ADVICE);

/** Parameters of advice that depends on more than the category, by name. */
export type AdviceParams = Readonly<Record<string, string>>;

function paramsOf(code: AdviceCode, category: ProductCategory, more: AdviceParams): Record<string, string> {
  const all: Record<string, string> = { garment: GARMENT_NOUNS[category], reach: PHOTO_REACH[category], ...more };
  return Object.fromEntries(Object.entries(all).filter(([name]) => ADVICE[code].includes(`{${name}}`)));
}

/** Replaces each `{name}` by the parameter of that name. */
export function fillIn(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
