import type { Box, PlaneF32, RasterU8 } from '@drape/imaging';
import type { GarmentRead } from './networks/garment-reader';

/** One of the 33 BlazePose landmarks in the photo. */
export interface PoseLandmark {
  /** Photo pixels; may be outside the photo. */
  readonly x: number;
  readonly y: number;
  /** Depth relative to the hips in the scale of x; smaller is nearer to the camera. */
  readonly z: number;
  /** 0…1: the point is in the photo and not hidden. */
  readonly visibility: number;
  /** 0…1: the point is within the photo. */
  readonly presence: number;
}

export interface DetectedPerson {
  /** 0…1: the landmark network's confidence that a person is there. */
  readonly score: number;
  /** 33 landmarks in BlazePose order. */
  readonly landmarks: readonly PoseLandmark[];
  /**
   * Probability 0…1 that a point belongs to the person; covers the photo, in as many pixels as the network can resolve; 0 outside its
   * region.
   */
  readonly mask: PlaneF32;
}

export interface OtherPerson extends Box {
  readonly score: number;
}

export interface PoseDetection {
  /** The most prominent person, null if there is none. */
  readonly person: DetectedPerson | null;
  /** Boxes of other people, largest first. */
  readonly others: readonly OtherPerson[];
}

export interface FaceMesh {
  /** 0…1 */
  readonly score: number;
  /** 468 points in photo pixels, z in the scale of x. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly z: number }[];
}

export interface ParseResult {
  /** The part of the photo that the planes cover; may extend beyond the photo. */
  readonly box: Box;
  /** One plane per class in the order of PARSE_CLASSES, values 0…1 that sum to 1 at each pixel. */
  readonly planes: readonly PlaneF32[];
}

/** Categories in the order of the classifier's output; the same list as the API's. */
export const GARMENT_CATEGORIES = ['dress', 'top', 'pants', 'jacket', 'skirt'] as const;
export type GarmentCategory = (typeof GARMENT_CATEGORIES)[number];

/** What kind of garment a picture shows. */
export interface GarmentClass {
  /** `unknown` if the confidence is below the measured threshold. */
  readonly category: GarmentCategory | 'unknown';
  /** 0…1: share of such answers that are right; for the best category, whether reported or not. */
  readonly confidence: number;
  /** 0…1, they sum to 1. */
  readonly scores: Readonly<Record<GarmentCategory, number>>;
}

/** All networks of one process, behind plain functions of rasters. */
export interface Models {
  /** Execution provider that the networks actually run on. */
  readonly provider: string;
  detectPose(photo: RasterU8): Promise<PoseDetection>;
  meshFace(photo: RasterU8, person: DetectedPerson): Promise<FaceMesh | null>;
  cutOut(garment: RasterU8): Promise<PlaneF32>;
  /** Absent if the manifest has no classifier. RGB: the whole picture; RGBA: a cut-out. */
  readonly classifyGarment?: (garment: RasterU8) => Promise<GarmentClass>;
  /** 0…1: probability that a whole picture shows a garment, worn or not. Absent if the classifier has no such output. */
  readonly rateGarment?: (picture: RasterU8) => Promise<number>;
  /**
   * Reads a product picture (RGB). `category` undefined: none was given; `seen`: the box of the garment in the picture, null if unknown.
   */
  readGarment(picture: RasterU8, category: GarmentCategory | undefined, seen: Box | null): Promise<GarmentRead>;
  parsePerson(photo: RasterU8, person: DetectedPerson): Promise<ParseResult>;
  /** Runs every network once on a blank picture, so that the first real picture is not slower. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}
