import type { ProductCategory } from '@drape/contracts';
import type { Mesh, RasterU8 } from '@drape/imaging';
import type { GarmentPoint } from './points';
import type { Pair } from './pair';

export type SleeveLength = 'none' | 'short' | 'long';

/** How the front edge of the neck runs between the two neck points. */
export type NecklineKind = 'crew' | 'v' | 'scoop' | 'collar' | 'strap' | 'bandeau';

/** One sleeve as pieces of the outline, each from the body outwards. */
export interface SleeveOutline {
  readonly length: SleeveLength;
  /** Shoulder tip → outer cuff corner. */
  readonly outer: readonly GarmentPoint[];
  /** Armpit → inner cuff corner. Straight where the sleeve is on the body and the contour does not show it. */
  readonly inner: readonly GarmentPoint[];
  /** Where the real gap between sleeve and body begins; null when the sleeve is apart from the body from the armpit. */
  readonly gapTop: GarmentPoint | null;
  /** 0…1; below .5 it was mirrored from the other side or taken from a template. */
  readonly confidence: number;
}

/** How a garment that leaves its model's shoulders bare sits on a body: off the shoulders, or with no support on them. */
export interface BareTop {
  /** Height of its upper edge, torso lengths below the shoulder joints. */
  readonly edge: number;
  /** Size of the model who wears it, pixels of `rgba`. */
  readonly wearer: { readonly shoulderWidth: number; readonly torsoLength: number };
  /** Share of each arm (shoulder 0, wrist 1) that a flounce hangs over; 0 without one. */
  readonly reach: Pair<number>;
}

/** Tops, jackets and dresses. Polylines in pixels of the garment's `rgba`. */
export interface UpperLandmarks {
  readonly kind: 'upper';
  readonly neck: Pair<GarmentPoint>;
  readonly shoulder: Pair<GarmentPoint>;
  readonly armpit: Pair<GarmentPoint>;
  readonly hem: Pair<GarmentPoint>;
  /** Side seams, armpit → hem corner. */
  readonly sides: Pair<readonly GarmentPoint[]>;
  /** Shoulder edges, neck point → shoulder tip. */
  readonly shoulderEdges: Pair<readonly GarmentPoint[]>;
  readonly sleeves: Pair<SleeveOutline>;
  readonly hemEdge: readonly GarmentPoint[];
  /** The front neckline that was cut, neck point 0 → neck point 1. */
  readonly neckline: readonly GarmentPoint[];
  readonly necklineKind: NecklineKind;
  /** Where the kind is `bandeau`: the upper edge is on skin, not on the shoulders. */
  readonly bareTop?: BareTop;
  readonly confidence: number;
}

export interface LegOutline {
  /** Waist corner → outer hem corner. */
  readonly outer: readonly GarmentPoint[];
  /** Crotch → inner hem corner. */
  readonly inner: readonly GarmentPoint[];
}

export interface PantsLandmarks {
  readonly kind: 'pants';
  readonly waist: Pair<GarmentPoint>;
  readonly waistEdge: readonly GarmentPoint[];
  readonly crotch: GarmentPoint;
  readonly legs: Pair<LegOutline>;
  /** Middle of the gap between the legs, crotch → below the hems. */
  readonly slit: readonly GarmentPoint[];
  readonly confidence: number;
}

export interface SkirtLandmarks {
  readonly kind: 'skirt';
  readonly waist: Pair<GarmentPoint>;
  readonly waistEdge: readonly GarmentPoint[];
  readonly hem: Pair<GarmentPoint>;
  readonly hemEdge: readonly GarmentPoint[];
  /** Waist corner → hem corner. */
  readonly sides: Pair<readonly GarmentPoint[]>;
  readonly confidence: number;
}

export type GarmentLandmarks = UpperLandmarks | PantsLandmarks | SkirtLandmarks;

/** What a picture seems to show although the caller names something else. */
export interface CategoryDoubt {
  readonly detected: ProductCategory;
  /** 0…1: share of such answers that are right. */
  readonly confidence: number;
}

/** The place of a cut-out in its picture: its pixel = (pixel of the picture − origin) · scale. */
export interface Place {
  readonly origin: { readonly x: number; readonly y: number };
  readonly scale: number;
}

/** A product picture made ready to be worn: cut out, analysed and meshed. Plain data, may be kept for other photos. */
export interface Garment {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  /** 1 when the client named it. */
  readonly categoryConfidence: number;
  /** Null where the picture may show what the client named, or the client named nothing. */
  readonly categoryDoubt: CategoryDoubt | null;
  /** Straight alpha, colours of the rim taken from inside, cropped to the garment and at most 1024 pixels high. */
  readonly rgba: RasterU8;
  /** Place in the product picture; for one that was turned upright, in the turned one. */
  readonly place: Place;
  readonly landmarks: GarmentLandmarks;
  readonly mesh: Mesh;
  /** Per pixel of `rgba` the sheet that may draw it: 0 = any, SHARED + n = n and the one beside it; null where the garment is one piece. */
  readonly sheetLabels: Uint8Array | null;
  /** 0…1, how far the outline and the landmarks can be trusted. */
  readonly quality: number;
  /** Sentences for the evidence, such as "left sleeve mirrored". */
  readonly notes: readonly string[];
}
