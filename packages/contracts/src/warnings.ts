/** Things that a client should know about a try-on that was made all the same. */
export const WARNINGS = {
  low_resolution_photo: 'The photo is small: its shortest side has fewer than 512 pixels.',
  photo_downscaled: 'The photo was made smaller before rendering.',
  low_resolution_product_image: 'The product image is small, so the garment looks soft.',
  garment_cut_out_uncertain: 'The garment could not be told from its background with certainty.',
  category_uncertain: 'The category was guessed; send productCategory to be sure.',
  pose_uncertain: 'Parts of the body were hard to find.',
  body_partly_hidden: 'A part of the body that the garment covers is hidden or outside the photo.',
  other_people_ignored: 'Other people in the photo were left as they are.',
  large_area_painted: 'Much of what the old clothes covered had to be painted anew.',
} as const;
export type WarningCode = keyof typeof WARNINGS;

export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

/** A warning with its standard text, or with one that says more. */
export function warning(code: WarningCode, message: string = WARNINGS[code]): Warning {
  return { code, message };
}
