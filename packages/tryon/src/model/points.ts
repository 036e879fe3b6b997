import type { Point } from '@drape/imaging';

/** The pictures whose pixels points are measured in: the photo, the photo at work size, the cut-out garment (`Garment.rgba`). */
export type Space = 'photo' | 'work' | 'garment';

/**
 * A point that says which picture it belongs to. A mark for the compiler alone: a plain point fits everywhere, but none of a garment fits
 * where one of the photo is asked for. `pixelsOf` is never set.
 */
export type PointIn<S extends Space> = Point & { readonly pixelsOf?: S };

/** In pixels of the photo, or of the part of it that is composed. */
export type PhotoPoint = PointIn<'photo'>;
/** In pixels of the photo at work size. */
export type WorkPoint = PointIn<'work'>;
/** In pixels of the cut-out garment. */
export type GarmentPoint = PointIn<'garment'>;
