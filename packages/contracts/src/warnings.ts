/** Who can fix the cause: the shopper, who took the photo, or the merchant, who sent the product picture. */
export const ABOUT = ['photo', 'product'] as const;
export type About = (typeof ABOUT)[number];
/** Warnings are also about sizes (what was measured and asked for) and about the rest of the request. */
export const WARNING_ABOUT = [...ABOUT, 'size', 'request'] as const;
export type WarningAbout = (typeof WARNING_ABOUT)[number];

interface WarningSpec {
  readonly about: WarningAbout;
  readonly text: string;
}

const ofPhoto = (text: string): WarningSpec => ({ about: 'photo', text });
const ofProduct = (text: string): WarningSpec => ({ about: 'product', text });
const ofRequest = (text: string): WarningSpec => ({ about: 'request', text });
const ofSize = (text: string): WarningSpec => ({ about: 'size', text });

/** Things that a client should know about a try-on that was made all the same. */
export const WARNINGS = {
  low_resolution_photo: ofPhoto('The photo is small: its shortest side has fewer than 512 pixels.'),
  photo_downscaled: ofPhoto('The photo was made smaller before rendering.'),
  side_view: ofPhoto('The person is turned to the side; a frontal photo gives a better picture.'),
  seated: ofPhoto('The person seems to sit; a standing photo gives a better picture.'),
  body_partly_hidden: ofPhoto(
    'What is worn over the garment hides most of it; a photo without a coat, bag or folded arms before it shows more.',
  ),
  garment_cut_off: ofPhoto('The photo ends before the garment does; one that shows more of the body shows all of it.'),
  coat_kept: ofPhoto(
    'Too little is seen of what is worn under the coat, so its lower part stays in the picture; a photo without it shows more.',
  ),
  large_fill: ofPhoto(
    'The clothes in the photo cover much more than the new garment, so a large part behind them had to be invented.',
  ),
  imprecise_placement: ofPhoto(
    'The garment could not be laid exactly on the body in this pose; a frontal photo with the arms beside the body works best.',
  ),
  garment_unclear: ofProduct(
    'The outline of the garment is hard to tell; a product picture on a plain background gives a better result.',
  ),
  category_uncertain: ofProduct('The category was guessed; send productCategory to be sure.'),
  test_mode: ofProduct('Test mode: nothing was looked at or rendered.'),
  category_doubtful: ofProduct('The product image looks like another category than productCategory.'),
  result_not_kept: ofRequest('retentionSeconds is 0: the picture was deleted as soon as it was made.'),
  size_unknown: ofSize('The size that was asked for is not on the size chart that was used.'),
  size_not_judged: ofSize('The chart’s row of the size that was asked for says nothing of what was measured.'),
  outside_chart: ofSize('A measurement lies outside the size chart.'),
  measurement_unit_doubtful: ofSize('A measurement may have been told in another unit than it was meant in.'),
} as const satisfies Record<string, WarningSpec>;
export type WarningCode = keyof typeof WARNINGS;

/** All codes in the order of the registry. */
export const WARNING_CODES = Object.keys(WARNINGS).filter(isWarningCode);

export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly about: WarningAbout;
  /** How much of the garment it speaks of, 0…1; of garment_cut_off. */
  readonly share?: number;
}

/** A warning with its standard text, or with one that says more. */
export function warning(code: WarningCode, message: string = WARNINGS[code].text): Warning {
  return { code, message, about: WARNINGS[code].about };
}

/** Rounding of shares: placement knows a hem to within about a twentieth of a garment. */
const SHARE_STEPS = 20;

/** Says how much of a garment, 0…1, the edges of the photo cut off. */
export function cutOffWarning(outside: number): Warning {
  const share = Math.max(1, Math.round(outside * SHARE_STEPS)) / SHARE_STEPS;
  const message = `About ${Math.round(share * 100)} % of the garment lies outside the photo; one that shows more of the body shows all of it.`;
  return { ...warning('garment_cut_off', message), share };
}

/** Who can fix the cause of a warning; rows may hold codes of earlier versions, which were about photos. */
export function aboutOf(code: string): WarningAbout {
  return isWarningCode(code) ? WARNINGS[code].about : 'photo';
}

function isWarningCode(code: string): code is WarningCode {
  return Object.hasOwn(WARNINGS, code);
}
