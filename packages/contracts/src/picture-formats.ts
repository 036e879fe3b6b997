/** The kinds of picture that are taken, as sentences name them. */
export const PICTURE_FORMATS = 'JPEG, PNG, WebP, HEIC or AVIF';
/** An AVIF of more pixels takes longer to decode than a try-on should; a photo of 12 megapixels passes. */
export const AVIF_PIXELS_MAX = 12_500_000;
