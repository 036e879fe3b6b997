import {
  alphaPlane,
  fillHoles,
  type Kept,
  largestComponent,
  mirrorOverlap,
  NO_PIXELS,
  PLANE,
  type PlaneF32,
  type Point,
  type RasterU8,
  resizePlane,
  shrinkAlpha,
  traceContour,
  boundsOf,
} from '@drape/imaging';

/** Height at which outlines are read, pixels. */
const OUTLINE_HEIGHT = 512;

/**
 * A garment's outline.
 *
 * Space: `mask` and `contour` are in a frame of OUTLINE_HEIGHT rows; {@link toGarment} converts to the cut-out's pixels.
 */
export interface Silhouette {
  readonly mask: PlaneF32;
  /** Closed outer contour, visually clockwise (y points down), about one point per pixel. */
  readonly contour: readonly Point[];
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** 0…1: overlap of the mask with its own mirror image. */
  readonly symmetry: number;
  readonly toGarment: (point: Point) => Point;
  readonly fromGarment: (point: Point) => Point;
}

export const SILHOUETTE: Kept<Silhouette> = {
  mask: PLANE,
  toGarment: NO_PIXELS,
  fromGarment: NO_PIXELS,
};

/** Reads the outline of a cut-out. */
export function readSilhouette(rgba: RasterU8): Silhouette {
  const scale = OUTLINE_HEIGHT / rgba.height;
  const width = Math.max(8, Math.round(rgba.width * scale));
  const mask = fillHoles(largestComponent(alphaAt(rgba, width, OUTLINE_HEIGHT)));
  const contour = traceContour(mask, 0.5);
  const bounds = boundsOf(contour);
  const toX = rgba.width / width;
  const toY = rgba.height / OUTLINE_HEIGHT;
  return {
    mask,
    contour,
    ...bounds,
    symmetry: mirrorOverlap(mask, bounds),
    toGarment: ({ x, y }) => ({ x: x * toX, y: y * toY }),
    fromGarment: ({ x, y }) => ({ x: x / toX, y: y / toY }),
  };
}

/** The alpha at another size, 0…1. */
function alphaAt(rgba: RasterU8, width: number, height: number): PlaneF32 {
  if (rgba.height <= height || rgba.width <= width) return resizePlane(alphaPlane(rgba), width, height);
  return shrinkAlpha(rgba, width, height);
}
