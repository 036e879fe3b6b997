import type { ProductCategory } from '@drape/contracts';
import type { Box, PlaneF32, RasterU8 } from '@drape/imaging';

/** One of the 33 BlazePose landmarks, un-projected to the photo. */
export interface PoseLandmark {
  /** Pixels of the photo. May lie outside it. */
  readonly x: number;
  readonly y: number;
  /** Depth relative to the hips in the scale of x; smaller is nearer to the camera. */
  readonly z: number;
  /** 0…1: the point is in the photo and not hidden. */
  readonly visibility: number;
  /** 0…1: the point is within the photo. */
  readonly presence: number;
}

/** A person found in the photo: BlazePose heavy after its second pass. */
export interface DetectedPerson {
  /** 0…1: the landmark network's own confidence that a person is there. */
  readonly score: number;
  /** 33 landmarks in BlazePose order (0 nose, 11/12 left/right shoulder, 13/14 elbow, 15/16 wrist, 23/24 hip, 25/26 knee, 27/28 ankle…). */
  readonly landmarks: readonly PoseLandmark[];
  /**
   * Probability per pixel that it belongs to the person, 0…1; covers the photo, at its size or smaller; 0 outside the network's region of
   * interest.
   */
  readonly mask: PlaneF32;
}

/** What the detector saw: the most prominent person in full, the others as boxes. */
export interface PoseDetection {
  readonly person: DetectedPerson | null;
  /** Other people found by the detector: box in photo pixels, score 0…1, sorted by area, largest first. */
  readonly others: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly score: number;
  }[];
}

/** 468 points of the face mesh in photo pixels (z in the scale of x) and the network's confidence 0…1. */
export interface FaceMesh {
  readonly score: number;
  readonly points: readonly { readonly x: number; readonly y: number; readonly z: number }[];
}

/** Classes of the clothes parser, in the order of the planes that it returns. */
export const PARSE_CLASSES = [
  'background',
  'hair',
  'skin',
  'top',
  'outer',
  'dress',
  'pants',
  'skirt',
  'shoes',
  'bag',
  'other',
] as const;
export type ParseClass = (typeof PARSE_CLASSES)[number];

/** Class probabilities of a crop of the photo. */
export interface ParseResult {
  /** The crop in photo pixels that the planes cover (edge pixels are replicated where it leaves the photo). */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** One plane per class of PARSE_CLASSES, of equal sizes, values 0…1 that sum to 1 at each pixel. */
  readonly planes: readonly PlaneF32[];
}

/** What kind of garment a picture shows. */
export interface GarmentClass {
  /** `unknown` where the classifier is right too rarely. */
  readonly category: ProductCategory | 'unknown';
  /** 0…1: share of such answers that are right. */
  readonly confidence: number;
  /** 0…1 for each category, they sum to 1. */
  readonly scores: Readonly<Record<ProductCategory, number>>;
}

/** Classes of the pixels of a product picture, in the order of the planes. Left is left in the picture. */
export const GARMENT_PARTS = ['background', 'torso', 'sleeveLeft', 'sleeveRight', 'collar', 'insideBack'] as const;

/** A point of a garment in its picture. Left is left in the picture. */
export type GarmentPoint =
  | `neck${'Left' | 'Right' | 'Front'}`
  | `${'shoulder' | 'armpit' | 'elbow'}${'Left' | 'Right'}`
  | `cuff${'Left' | 'Right'}${'Outer' | 'Inner'}`
  | `${'waist' | 'hem'}${'Left' | 'Middle' | 'Right'}`
  | 'crotch'
  | `hem${'Left' | 'Right'}${'Outer' | 'Inner'}`;

/** A point as the network reads it, in pixels of the picture. */
export interface ReadPoint {
  readonly x: number;
  readonly y: number;
  /** 0…1: confidence in the position. */
  readonly confidence: number;
  /** 0…1: probability that the garment has the point, and it is seen. */
  readonly presence: number;
}

/** The likeliest answer to a question about a garment, and its probability. */
export interface ReadAnswer<A extends string> {
  readonly value: A;
  readonly probability: number;
}

export type SleeveState = 'none' | 'spread' | 'folded' | 'hidden';

/** What a product picture shows. */
export interface GarmentRead {
  /** The square of the picture that the planes cover, in its pixels; may reach beyond it. */
  readonly square: { readonly x: number; readonly y: number; readonly side: number };
  /** A plane for each of GARMENT_PARTS, values 0…1 that sum to 1 at each pixel. */
  readonly parts: readonly PlaneF32[];
  readonly points: Readonly<Record<GarmentPoint, ReadPoint>>;
  readonly answers: {
    readonly sleeveLeft: ReadAnswer<SleeveState>;
    readonly sleeveRight: ReadAnswer<SleeveState>;
    readonly view: ReadAnswer<'flat' | 'hanger' | 'ghost' | 'worn' | 'other'>;
    readonly closure: ReadAnswer<'none' | 'closed' | 'open'>;
    readonly collar: ReadAnswer<'none' | 'shirt' | 'lapel' | 'stand' | 'turtleneck' | 'hood' | 'other'>;
  };
}

/**
 * The models that the pipeline needs, as functions: adapters over onnxruntime in the worker, anything else elsewhere.
 * Photos and garments are RGB rasters (3 channels).
 */
export interface TryOnPorts {
  detectPose(photo: RasterU8): Promise<PoseDetection>;
  meshFace(photo: RasterU8, person: DetectedPerson): Promise<FaceMesh | null>;
  /** Saliency of a product picture: probability of "garment", covering the picture, at any size. */
  cutOut(garment: RasterU8): Promise<PlaneF32>;
  /** Kind of garment in a cut-out (RGBA); absent = callers must name the category. */
  classifyGarment?: (cutOut: RasterU8) => Promise<GarmentClass>;
  /** 0…1: belief that a whole product picture (RGB) shows a garment, worn or not; absent = it is believed to. */
  rateGarment?: (picture: RasterU8) => Promise<number>;
  /**
   * What a product picture (RGB) shows. `category` undefined: nobody named it. `seen`: where the garment stands out, in the picture's
   * pixels, null where that is not known.
   */
  readGarment: (picture: RasterU8, category: ProductCategory | undefined, seen: Box | null) => Promise<GarmentRead>;
  /** Clothes parsing of a person. */
  parsePerson: (photo: RasterU8, person: DetectedPerson) => Promise<ParseResult>;
}
