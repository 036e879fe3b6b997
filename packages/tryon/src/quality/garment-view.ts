import {
  createPlane,
  createRaster,
  cropRaster,
  erodeDisc,
  rasterizeMesh,
  resizeRaster,
  triangleJacobian,
  type Mesh,
  type PlaneF32,
  type RasterizedMesh,
  type RasterU8,
} from '@drape/imaging';
import { layerAt, visibleAt, type MeasuredPicture } from './picture';

/** The garment as the result shows it, unrolled again, beside the garment as it was given. Equal sizes. */
export interface GarmentView {
  /** RGB of the product's cut-out. */
  readonly given: RasterU8;
  /** RGB of the result through the inverse mesh, light and shadow still on it; as given where it is not seen. */
  readonly seen: RasterU8;
  /** The same, divided by the light that the renderer laid on. */
  readonly unlit: RasterU8;
  /** 1 where the garment is opaque, off its rim, and seen in the result. */
  readonly mask: PlaneF32;
  /** Share of the garment (off its rim) that is seen, 0…1. */
  readonly share: number;
}

/** Rim of the garment that is left out, in roots of its area. Source: render.md §5, "eroded 3 %". */
const RIM = 0.03;
/** Photo coverage from which a pixel shows the garment alone. */
const SEEN = 0.98;
/** A place that the photo shows elsewhere than where its triangle says, by more photo pixels than this, lies under another sheet. */
const SAME_PLACE = 2;

/**
 * Turns the result back into the garment's own space.
 *
 * Space: garment pixels, shrunk so that most are no finer than a photo pixel: detail that the photo cannot hold is nobody's loss.
 * Seen is a place whose own triangle is the uppermost one in the photo (no sleeve before it) and which nothing covers.
 */
export function garmentView(picture: MeasuredPicture): GarmentView {
  const { garment, placement, image } = picture;
  const scale = Math.min(1, medianScale(garment.mesh, placement.deformed));
  const width = Math.max(16, Math.round(garment.rgba.width * scale));
  const height = Math.max(16, Math.round(garment.rgba.height * scale));
  const small = resizeRaster(garment.rgba, width, height);
  const inner = innerMask(small);
  const given = colours(small);
  const view: Filling = {
    picture,
    inner,
    forward: forwardMap(picture),
    seen: { ...given, data: given.data.slice() },
    unlit: { ...given, data: given.data.slice() },
    mask: createPlane(width, height),
  };
  const source = opaque(cropRaster(image, placement.box));
  for (const sheet of new Set(garment.mesh.sheets)) {
    const unrolled = unroll(picture, source, sheet, width, height);
    for (let y = 0; y < height; y++) fillRow(view, unrolled, y);
  }
  const { seen, unlit, mask } = view;
  return { given, seen, unlit, mask, share: total(mask) / Math.max(1, total(inner)) };
}

interface Filling {
  readonly picture: MeasuredPicture;
  readonly inner: PlaneF32;
  /** Garment pixel shown by each pixel of the placement's box. */
  readonly forward: Float32Array;
  readonly seen: RasterU8;
  readonly unlit: RasterU8;
  readonly mask: PlaneF32;
}

/** Takes over a row of one sheet's unrolled pixels, where they show that sheet. */
function fillRow(
  { picture, inner, forward, seen, unlit, mask }: Filling,
  { raster, map }: RasterizedMesh,
  y: number,
): void {
  const { garment, placement, layers } = picture;
  const { box } = placement;
  const across = garment.rgba.width / mask.width;
  const along = garment.rgba.height / mask.height;
  const tolerance = SAME_PLACE * Math.max(across, along, 1);
  for (let x = 0, i = y * mask.width; x < mask.width; x++, i++) {
    if (inner.data[i] === 0 || mask.data[i] === 1 || raster.data[4 * i + 3] < 255) continue;
    const column = Math.floor(map[2 * i]);
    const row = Math.floor(map[2 * i + 1]);
    if (!(column >= 0 && row >= 0 && column < box.width && row < box.height)) continue;
    const at = 2 * (row * box.width + column);
    const away = Math.hypot(forward[at] - (x + 0.5) * across, forward[at + 1] - (y + 0.5) * along);
    if (!(away <= tolerance)) continue;
    if (visibleAt(picture, box.x + column, box.y + row) < SEEN) continue;
    mask.data[i] = 1;
    const [px, py] = [box.x + map[2 * i] - 0.5, box.y + map[2 * i + 1] - 0.5];
    const gain = layerAt(layers, layers.gain, layers.workScale / 2, px, py);
    for (let c = 0; c < 3; c++) {
      const value = raster.data[4 * i + c];
      seen.data[3 * i + c] = value;
      unlit.data[3 * i + c] = Math.min(255, value / Math.max(0.05, gain) + 0.5);
    }
  }
}

/** The result's pixels, carried back by one sheet's triangles to the garment at the given size. `map` holds box pixels. */
function unroll(
  { garment, placement }: MeasuredPicture,
  source: RasterU8,
  sheet: number,
  width: number,
  height: number,
): RasterizedMesh {
  const { mesh, rgba } = garment;
  const { box, deformed, order } = placement;
  const vertices = deformed.map((value, i) => value - (i % 2 === 0 ? box.x : box.y));
  const flat = mesh.vertices.map((value, i) => value * (i % 2 === 0 ? width / rgba.width : height / rgba.height));
  const triangleOrder = order.filter((triangle) => mesh.sheets[triangle] === sheet);
  return rasterizeMesh(source, { ...mesh, vertices }, flat, width, height, { triangleOrder });
}

/** Which garment pixel each pixel of the placement's box shows, u and v by turns; NaN where none. */
function forwardMap({ garment, placement }: MeasuredPicture): Float32Array {
  const { box, deformed, order } = placement;
  return rasterizeMesh(garment.rgba, garment.mesh, deformed, box.width, box.height, {
    origin: { x: box.x, y: box.y },
    triangleOrder: order,
    ...(garment.sheetLabels === null ? {} : { sheetLabels: garment.sheetLabels }),
  }).map;
}

function innerMask(rgba: RasterU8): PlaneF32 {
  const solid = createPlane(rgba.width, rgba.height);
  for (let i = 0; i < solid.data.length; i++) solid.data[i] = rgba.data[4 * i + 3] > 250 ? 1 : 0;
  return erodeDisc(solid, Math.max(1, RIM * Math.sqrt(total(solid))));
}

function colours(rgba: RasterU8): RasterU8 {
  const out = createRaster(rgba.width, rgba.height, 3);
  for (let i = 0, n = rgba.width * rgba.height; i < n; i++) {
    for (let c = 0; c < 3; c++) out.data[3 * i + c] = rgba.data[4 * i + c];
  }
  return out;
}

function opaque(rgb: RasterU8): RasterU8 {
  const out = createRaster(rgb.width, rgb.height, 4);
  for (let i = 0, n = rgb.width * rgb.height; i < n; i++) {
    for (let c = 0; c < 3; c++) out.data[4 * i + c] = rgb.data[3 * i + c];
    out.data[4 * i + 3] = 255;
  }
  return out;
}

function total({ data }: PlaneF32): number {
  let sum = 0;
  for (let i = 0; i < data.length; i++) sum += data[i];
  return sum;
}

/** Median of √|det| over the triangles: photo pixels a garment pixel. */
function medianScale(mesh: Mesh, deformed: Float64Array): number {
  const jacobian = new Float64Array(4);
  const scales = new Float64Array(mesh.sheets.length);
  for (let t = 0; t < scales.length; t++) {
    triangleJacobian(mesh, t, mesh.vertices, deformed, jacobian);
    scales[t] = Math.sqrt(Math.abs(jacobian[0] * jacobian[3] - jacobian[1] * jacobian[2]));
  }
  scales.sort();
  return scales.length === 0 ? 1 : scales[scales.length >> 1];
}
