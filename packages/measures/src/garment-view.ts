import {
  createPlane,
  createRaster,
  erodeDisc,
  rasterizeMesh,
  resizeRaster,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import { layerAt, visibleAt, type MeasuredPicture } from '@drape/tryon';

/** The garment as it should look in the photo, and as the result shows it, over the placement's box. */
export interface GarmentView {
  /** RGB of the product's cut-out, drawn through the mesh as an ideal camera would record it. */
  readonly given: RasterU8;
  /** RGB of the result, with its light and shadow; equal to `given` where the garment is not visible. */
  readonly seen: RasterU8;
  /** The same, divided by the light that the renderer applied. */
  readonly unlit: RasterU8;
  /** 1 where the garment is opaque, away from its rim, and nothing is in front of it. */
  readonly mask: PlaneF32;
  /** Share of the placed garment (without its rim) that is visible, 0…1. */
  readonly share: number;
}

/** Width of the garment's rim that is left out, in square roots of its area. */
const RIM_WIDTH = 0.03;
/** Least share of a pixel that must show the garment. */
const SEEN_SHARE_MIN = 0.98;
/** Samples along each side of a photo pixel that are averaged for {@link GarmentView.given}. */
const SAMPLES_PER_SIDE = 3;

/**
 * Maps garment and result into one space, the photo's, through the triangles of the placement.
 *
 * In the photo's space and not in the garment's own: mapping the result back would sample it a second time and add blur that the renderer
 * did not cause. `given` is drawn three times as large and averaged, so blur and aliasing of the renderer's own sampling show as
 * differences.
 */
export function garmentView(picture: MeasuredPicture): GarmentView {
  const { image, placement } = picture;
  const { box } = placement;
  const ideal = idealGarment(picture);
  const inner = innerMask(ideal);
  const given = colours(ideal);
  const view = {
    given,
    seen: { ...given, data: given.data.slice() },
    unlit: { ...given, data: given.data.slice() },
    mask: createPlane(box.width, box.height),
  };
  for (let v = 0; v < box.height; v++) {
    const from = (box.y + v) * image.width + box.x;
    takeRow(picture, view, inner, v, from);
  }
  return { ...view, share: total(view.mask) / Math.max(1, total(inner)) };
}

/** Copies a row of the result where it shows the garment. `from` is the row's first pixel in the photo. */
function takeRow(
  picture: MeasuredPicture,
  { seen, unlit, mask }: Omit<GarmentView, 'share'>,
  inner: PlaneF32,
  v: number,
  from: number,
): void {
  const { image, placement, layers } = picture;
  const { box } = placement;
  for (let u = 0, i = v * box.width; u < box.width; u++, i++) {
    if (inner.data[i] === 0 || visibleAt(picture, box.x + u, box.y + v) < SEEN_SHARE_MIN) continue;
    mask.data[i] = 1;
    const gain = Math.max(0.05, layerAt(layers, layers.gain, layers.workScale / 2, box.x + u, box.y + v));
    for (let c = 0; c < 3; c++) {
      const value = image.data[3 * (from + u) + c];
      seen.data[3 * i + c] = value;
      unlit.data[3 * i + c] = Math.min(255, value / gain + 0.5);
    }
  }
}

/** The garment drawn through its mesh, averaging SAMPLES_PER_SIDE² samples per pixel. RGBA over the placement's box. */
function idealGarment({ garment, placement }: MeasuredPicture): RasterU8 {
  const { box, deformed, order, sheetCovers } = placement;
  const large = deformed.map((value, i) => (value - (i % 2 === 0 ? box.x : box.y)) * SAMPLES_PER_SIDE);
  const drawn = rasterizeMesh(
    garment.rgba,
    garment.mesh,
    large,
    box.width * SAMPLES_PER_SIDE,
    box.height * SAMPLES_PER_SIDE,
    {
      triangleOrder: order,
      withMap: false,
      ...(sheetCovers === null ? {} : { sheetCovers }),
    },
  );
  return resizeRaster(drawn.raster, box.width, box.height);
}

function innerMask(rgba: RasterU8): PlaneF32 {
  const solid = createPlane(rgba.width, rgba.height);
  for (let i = 0; i < solid.data.length; i++) solid.data[i] = rgba.data[4 * i + 3] > 250 ? 1 : 0;
  return erodeDisc(solid, Math.max(1, RIM_WIDTH * Math.sqrt(total(solid))));
}

function colours(rgba: RasterU8): RasterU8 {
  const out = createRaster(rgba.width, rgba.height, 3);
  for (let i = 0, n = rgba.width * rgba.height; i < n; i++) {
    for (let c = 0; c < 3; c++) out.data[3 * i + c] = rgba.data[4 * i + c];
  }
  return out;
}

function total({ data }: PlaneF32): number {
  let sum = 0;
  for (let i = 0; i < data.length; i++) sum += data[i];
  return sum;
}
