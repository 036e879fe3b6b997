import type { GarmentColour } from './colours';

export type Pattern = 'solid' | 'striped' | 'checked' | 'dotted' | 'floral' | 'graphic' | 'textured';
/** Elbow-length sleeves cannot be distinguished from long ones by their outline: they are unknown, or long. */
export type SleeveLengthName = 'sleeveless' | 'short' | 'long';
export type NecklineName = 'crew' | 'v' | 'scoop' | 'collar' | 'strap' | 'bandeau';
/** Tops and jackets: cropped, regular, long. Dresses and skirts: mini, midi, maxi. Trousers: shorts, full. */
export type LengthName = 'cropped' | 'regular' | 'long' | 'mini' | 'midi' | 'maxi' | 'shorts' | 'full';
export type PhotoType = 'flat_lay' | 'ghost_mannequin' | 'on_model';

/** A value and how often that finding was right on development products, 0…1; `unknown` is no guess and has confidence 0. */
export interface Judged<T extends string> {
  readonly value: T | 'unknown';
  readonly confidence: number;
}

export const UNKNOWN = { value: 'unknown', confidence: 0 } as const;

/** What a shop may be told about a product picture. */
export interface SuitabilityIssue {
  readonly code:
    | 'garment_cut_out_uncertain'
    | 'garment_cut_off'
    | 'low_resolution_product_image'
    | 'product_image_blurry'
    | 'busy_background'
    | 'worn_by_model';
  readonly severity: 'minor' | 'major';
  readonly message: string;
  readonly fix: string;
}

export interface Suitability {
  /** 0…100 */
  readonly score: number;
  readonly level: 'good' | 'usable' | 'poor';
  readonly issues: readonly SuitabilityIssue[];
}

/** Measures of the product picture itself. */
export interface PictureFacts {
  /** 0…1; about .3 when everything is blurred, null where nothing has enough contrast to judge. */
  readonly sharpness: number | null;
  /** 0…1: share of the picture's edge that has the background's main colour. */
  readonly backgroundUniformity: number;
  /** 0…1: share of the picture's edge with grain, pattern or objects. */
  readonly backgroundTexture: number;
  /** Longest run of the garment's colours along an edge of the picture ÷ the picture's shorter side: 0 where all of it is shown. */
  readonly edgeContact: number;
}

/** Everything that is known of a product from its picture; null where a garment of its kind has no such thing. */
export interface GarmentAttributes {
  readonly colors: readonly GarmentColour[];
  readonly pattern: Judged<Pattern>;
  readonly sleeveLength: Judged<SleeveLengthName> | null;
  readonly neckline: Judged<NecklineName> | null;
  readonly length: Judged<LengthName>;
  readonly photoType: Judged<PhotoType>;
  readonly suitability: Suitability;
  readonly picture: PictureFacts;
}
