/** The kinds of picture that are taken, as sentences name them. */
export const PICTURE_FORMATS = 'JPEG, PNG or WebP';
