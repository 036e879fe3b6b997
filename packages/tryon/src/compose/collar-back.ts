import {
  affineFromPoints,
  applyAffine,
  boxBlur,
  boxBlurInPlace,
  createPlane,
  dilate,
  invertAffine,
  resizeRaster,
  type Affine,
  type Box,
  type PlaneF32,
  type Point,
  type RasterU8,
} from '@drape/imaging';
import { clamp, fillPolygon, mix, scale, scalePolygon, smoothstep } from '../person/geometry';
import type { NeckBack } from '../garment/types';
import type { PlacedUpper } from '../place/types';
import type { Person, PersonPlanes } from '../types';
import { jaw } from './chest-zone';
import type { Scene } from './scene';
import type { Shading } from './shade';
import type { Underlay } from './underlay';

/** What a collar's back depends on. */
export interface BackScene extends Pick<Scene, 'category' | 'garment' | 'k' | 'sw'> {
  readonly placement: Pick<Scene['placement'], 'region' | 'neckBack'>;
  readonly person: Pick<Person, 'faceOval'> & {
    readonly planes: Pick<PersonPlanes, 'person' | 'skin' | 'other' | 'top'>;
  };
}

/** The layers that it is laid between. */
export interface BackLayers {
  readonly front: PlaneF32;
  readonly removal: PlaneF32;
  readonly underlay: Pick<Underlay, 'rgb' | 'body'>;
  readonly shading: Pick<Shading, 'gain'>;
}

/** Light inside a collar, and how much the neck takes of it where it touches. Tuned by eye. */
const INSIDE = 0.82;
const TOUCH = 0.32;
/** How far the neck's shadow reaches, shoulder widths. */
const SHADOW = 0.035;
/** Work pixels that the back goes on under the garment's soft edge. */
const UNDER = 2;
/** Coverage below which a back is none. */
const TRACE = 1 / 400;

/**
 * Draws the inside of the collar's back behind the neck, so that the collar goes round it: the product's own, which was cut away at its
 * front neckline, in the shade of neck and collar.
 *
 * It lies behind head, hair and neck, in front of the ground, of shoulders beside the neck and of rests of the old collar.
 * Aliasing: writes into `underlay.rgb`, `underlay.body` and `removal`.
 */
export function layCollarBack(scene: BackScene, layers: BackLayers): void {
  const { region, neckBack: back } = scene.placement;
  if (region.kind !== 'upper' || back === null || region.neckline.length !== back.neckline.length) return;
  const toPhoto = placedBy(back.neckline, region.neckline);
  if (toPhoto === null) return;
  const outline = [...back.edge.map((p) => applyAffine(toPhoto, p)), ...[...region.neckline].reverse()];
  const reach = Math.max(1, Math.round(SHADOW * scene.sw));
  const box = boxOf(scene, scalePolygon(outline, scene.k), region, 2 * reach + UNDER);
  if (box.width < 1 || box.height < 1) return;
  const shape = backShape(scene, outline, box);
  const neck = neckColumn(scene, region, box);
  const shadow = boxBlurInPlace(boxBlur(neck, reach), reach);
  const { removal, front, underlay, shading } = layers;
  const { other, top } = scene.person.planes;
  const job: BackJob = {
    ...{ box, shape: shape.data, neck: neck.data, shadow: shadow.data, other: other.data },
    ...{ worn: scene.category === 'jacket' ? top.data : null, front: front.data, removal: removal.data },
    ...{ gain: shading.gain, rgb: underlay.rgb.data, body: underlay.body.data, width: removal.width },
    cloth: clothAt(scene, back, toPhoto),
  };
  for (let y = 0; y < box.height; y++) backRow(job, y);
}

/** How far below the neck points a back may show, in the opening's width: the neck fills what is below. */
const LOWEST = 0.5;

/** The work pixels that may show the back, `margin` around. */
function boxOf(
  { garment, k }: BackScene,
  outline: readonly Point[],
  { neckline, neck }: PlacedUpper,
  margin: number,
): Box {
  const xs = outline.map((p) => p.x);
  const ys = outline.map((p) => p.y);
  const wide = neckline[neckline.length - 1].x - neckline[0].x;
  const lowest = k * (Math.max(neck[0].y, neck[1].y) + LOWEST * wide);
  const x = Math.max(0, Math.floor(Math.min(...xs)) - margin);
  const y = Math.max(0, Math.floor(Math.min(...ys)) - margin);
  return {
    ...{ x, y },
    width: Math.min(garment.width, Math.ceil(Math.max(...xs)) + margin) - x,
    height: Math.min(garment.height, Math.ceil(Math.min(lowest, Math.max(...ys))) + margin) - y,
  };
}

/** Share of the opening's width below its ends at which its sides are followed. */
const FOLLOWED = 0.35;

/** Garment → photo around the collar: by the ends of the neckline and by its sides a little below. */
export function placedBy(from: readonly Point[], to: readonly Point[]): Affine | null {
  const last = from.length - 1;
  const level = (from[0].y + from[last].y) / 2 + FOLLOWED * (from[last].x - from[0].x);
  let i = 1;
  while (i < last >> 1 && (from[i].y + from[last - i].y) / 2 < level) i++;
  const below = (line: readonly Point[]): Point => mix(line[i], line[last - i], 0.5);
  const area = triangle(from[0], from[last], below(from));
  if (area < 4 || triangle(to[0], to[last], below(to)) < 4) return null;
  return affineFromPoints([from[0], from[last], below(from)], [to[0], to[last], below(to)]);
}

const triangle = (a: Point, b: Point, c: Point): number =>
  Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2;

/** Where the back lies, 0…1 over the box: within its outline in the photo, and on under the front's soft edge. */
function backShape({ garment, k }: BackScene, outline: readonly Point[], box: Box): PlaneF32 {
  const shape = createPlane(box.width, box.height);
  fillPolygon(
    shape,
    outline.map((p) => ({ x: p.x * k - box.x, y: p.y * k - box.y })),
  );
  const grown = dilate(shape, UNDER);
  for (let y = 0, i = 0; y < box.height; y++) {
    const row = (box.y + y) * garment.width + box.x;
    for (let x = 0; x < box.width; x++, i++) {
      if (grown.data[i] === shape.data[i]) continue;
      shape.data[i] = Math.max(shape.data[i], grown.data[i] * smoothstep(garment.data[row + x], 0.02, 0.2));
    }
  }
  return shape;
}

/** Half width of a neck in that of the jaw's ends, between which limits it is read from the skin, and the share of its rows that count as slimmer. */
const HALVES = [0.85, 1.3] as const;
const SLIM = 0.5;
/** Most that it leans, pixels across for one down. */
const LEAN_MOST = 0.5;
/** Soft edge of the neck's column, shoulder widths. */
const EDGE = 0.02;
/** How fast the column widens below the garment's neck points, where the neck goes over into shoulders and chest. */
const WIDENS = 1.2;

/**
 * The neck as a column from the jaw down into the collar, 0…1 over the box: the shoulders' slope beside it lies behind the collar's front,
 * not in it. Under a tilted head it leans.
 */
function neckColumn(scene: BackScene, { neckline, neck }: PlacedUpper, box: Box): PlaneF32 {
  const { person, k } = scene;
  const out = createPlane(box.width, box.height);
  const jaws = ([-1, 1] as const).map((side) => jaw(person.faceOval, side));
  const [top, foot] = [scale(mix(jaws[0], jaws[1], 0.5), k), scale(mix(neck[0], neck[1], 0.5), k)];
  const lean = clamp((foot.x - top.x) / Math.max(1, foot.y - top.y), -LEAN_MOST, LEAN_MOST);
  const middleAt = (y: number): number => top.x + lean * (clamp(y, top.y, Math.max(top.y, foot.y)) - top.y);
  const half = (k * (jaws[1].x - jaws[0].x)) / 2;
  const ends = [neckline[0], neckline[neckline.length - 1]];
  const [left, right] = ([0, 1] as const).map((i) => {
    const rows = { from: k * jaws[i].y, to: k * ends[i].y };
    const seen = seenHalf(person.planes.skin, middleAt, i === 0 ? -1 : 1, rows);
    return clamp(seen ?? half, HALVES[0] * half, HALVES[1] * half);
  });
  const soft = Math.max(0.75, EDGE * scene.sw);
  const column = { ...{ middleAt, left, right, base: foot.y, soft, box }, person: person.planes.person };
  for (let y = 0; y < box.height; y++) columnRow(column, y, out.data);
  return out;
}

interface Column {
  readonly middleAt: (y: number) => number;
  /** Half widths. */
  readonly left: number;
  readonly right: number;
  /** Row from which on it widens. */
  readonly base: number;
  readonly soft: number;
  readonly person: PlaneF32;
  readonly box: Box;
}

/** A row of the box. */
function columnRow({ middleAt, left, right, base, soft, person, box }: Column, v: number, out: Float32Array): void {
  const y = box.y + v;
  const wider = WIDENS * Math.max(0, y - base);
  const middle = middleAt(y);
  const [x0, x1] = [middle - left - wider, middle + right + wider];
  const from = Math.max(box.x, Math.floor(x0 - soft));
  const to = Math.min(box.x + box.width, Math.ceil(x1 + soft));
  const row = y * person.width;
  for (let x = from, i = v * box.width + from - box.x; x < to; x++, i++) {
    const seen = person.data[row + x];
    if (seen < 0.02) continue;
    out[i] = smoothstep(Math.min(x + 0.5 - x0, x1 - x - 0.5), -soft, soft) * smoothstep(seen, 0.25, 0.6);
  }
}

/** How far skin reaches from the neck's middle to one side, in half of its rows; null where no row shows it. */
function seenHalf(
  { width, height, data }: PlaneF32,
  middleAt: (y: number) => number,
  side: -1 | 1,
  rows: { readonly from: number; readonly to: number },
): number | null {
  const found: number[] = [];
  for (let y = Math.max(0, Math.floor(rows.from)); y < Math.min(height, rows.to); y++) {
    const middle = middleAt(y);
    let x = Math.floor(middle);
    while (x >= 0 && x < width && data[y * width + x] > 0.5) x += side;
    const reach = Math.abs(x - middle);
    if (reach > 2) found.push(reach);
  }
  return found.length === 0 ? null : found.sort((a, b) => a - b)[Math.floor(SLIM * found.length)];
}

/** The colour of the back at a work pixel, into `out`. */
type ClothAt = (x: number, y: number, out: Float64Array) => void;

function clothAt({ k }: BackScene, { rgb, at }: NeckBack, toPhoto: Affine): ClothAt {
  const shrink = k * Math.hypot(toPhoto[0], toPhoto[3]);
  const small = shrink < 0.9 ? shrunk(rgb, shrink) : rgb;
  const [sx, sy] = [small.width / rgb.width, small.height / rgb.height];
  const back = invertAffine(toPhoto);
  return (x, y, out) => {
    const p = applyAffine(back, { x: (x + 0.5) / k, y: (y + 0.5) / k });
    bilinear(small, (p.x - at.x) * sx - 0.5, (p.y - at.y) * sy - 0.5, out);
  };
}

const shrunk = (raster: RasterU8, by: number): RasterU8 =>
  resizeRaster(raster, Math.max(1, Math.round(raster.width * by)), Math.max(1, Math.round(raster.height * by)));

function bilinear({ width, height, data }: RasterU8, x: number, y: number, out: Float64Array): void {
  const [cx, cy] = [clamp(x, 0, width - 1), clamp(y, 0, height - 1)];
  const [x0, y0] = [Math.min(width - 2, Math.floor(cx)), Math.min(height - 2, Math.floor(cy))];
  const [u, v] = [cx - x0, cy - y0];
  const i = 3 * (Math.max(0, y0) * width + Math.max(0, x0));
  for (let c = 0; c < 3; c++) {
    const upper = data[i + c] + u * (data[i + 3 + c] - data[i + c]);
    const lower = data[i + 3 * width + c] + u * (data[i + 3 * width + 3 + c] - data[i + 3 * width + c]);
    out[c] = upper + v * (lower - upper);
  }
}

interface BackJob {
  /** These three over the box, all else over the work picture. */
  readonly shape: Float32Array;
  readonly neck: Float32Array;
  readonly shadow: Float32Array;
  readonly box: Box;
  readonly width: number;
  /** Scarves and chains. */
  readonly other: Float32Array;
  /** What is worn under a jacket. */
  readonly worn: Float32Array | null;
  readonly front: Float32Array;
  readonly removal: Float32Array;
  /** Half the work size. */
  readonly gain: PlaneF32;
  readonly rgb: Uint8Array;
  readonly body: Float32Array;
  readonly cloth: ClothAt;
}

const COLOUR = new Float64Array(3);

/** A row of the box. */
function backRow(job: BackJob, v: number): void {
  const { box, width, shape, neck, shadow, other, worn, front, removal, gain, rgb, body, cloth } = job;
  const y = box.y + v;
  const half = Math.min(gain.height - 1, y >> 1) * gain.width;
  for (let u = 0, j = v * box.width, i = y * width + box.x; u < box.width; u++, j++, i++) {
    if (shape[j] === 0) continue;
    let cover = shape[j] * (1 - neck[j]) * (1 - front[i]) * (1 - smoothstep(other[i], 0.3, 0.7));
    if (worn !== null) cover *= 1 - smoothstep(worn[i], 0.3, 0.7);
    if (cover < TRACE) continue;
    const x = box.x + u;
    cloth(x, y, COLOUR);
    const light = INSIDE * (1 - TOUCH * shadow[j]) * gain.data[half + Math.min(gain.width - 1, x >> 1)];
    const below = removal[i] * (1 - cover);
    const all = below + cover;
    for (let c = 0; c < 3; c++) {
      rgb[3 * i + c] = (below * rgb[3 * i + c] + cover * Math.min(255, COLOUR[c] * light)) / all;
    }
    removal[i] = all;
    if (cover > body[i]) body[i] = cover;
  }
}
