import type { ProductCategory } from '@drape/contracts';
import { type Box, createPlane, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { type Joints, nameJoints } from '../../person/pose/joints';
import { settleParse } from '../../person/parse/settle-dress';
import { type DetectedPerson, PARSE_CLASSES, type ParseClass, type ParseResult, type TryOnPorts } from '../../ports';
import { follow, type AnyRule } from '../../rules/rule';
import { classMasses } from './worn-classes';
import { skinColouredShare } from '../cut-out/skin-colour';
import { WORN_BY_SKIN } from './wearer-skin';

/** Least score of the pose network for its body to count. */
const POSE_SCORE_MIN = 0.6;
/** Skin-coloured share of the product above which somebody without a visible head may be wearing it. */
const SKIN_SHARE_HINT = 0.03;
/** Belief from which a class is sure. */
const SURE_BELIEF_MIN = 0.6;
/** Least share of shoes in the product: trousers that end in shoes are worn, even where an artist left out the wearer. */
const SHOES_SHARE_MIN = 0.03;

/** A person who wears the product, analysed as the shopper's photo is. */
export interface Wearer {
  /** Joints in pixels of the picture; null where no upper body is shown. */
  readonly joints: Joints | null;
  readonly parse: ParseResult;
}

export type WearerPorts = Pick<TryOnPorts, 'detectPose' | 'parsePerson'> & Partial<Pick<TryOnPorts, 'meshFace'>>;

/**
 * Looks for a person in the product: a body that shows skin, or, where head and shoulders are cropped away, skin alone.
 *
 * A ghost mannequin can look like a body to the pose network, and beige fabric like skin to the eye: the parser must agree, and a little
 * skin must belong to a face or a limb.
 * Layout: RGB. Space: `salient` covers the picture at any size. Cost: the pose networks; the parser only where they, or skin's colours,
 * give reason.
 */
export async function findWearer(
  rgb: RasterU8,
  salient: PlaneF32,
  category: ProductCategory | undefined,
  ports: WearerPorts,
  without: readonly AnyRule[] = [],
): Promise<Wearer | null> {
  const hint = skinColouredShare(rgb, salient);
  const shod = category === 'pants';
  const upper = category === 'top' || category === 'jacket' || category === 'dress';
  if (hint < SKIN_SHARE_HINT / 2 && !shod) return null;
  const { person } = await ports.detectPose(rgb);
  const body = person !== null && person.score >= POSE_SCORE_MIN ? person : null;
  if (body === null && (upper || (hint < SKIN_SHARE_HINT && !shod))) return null;
  const parse = await ports.parsePerson(rgb, body ?? standInBody(salient));
  const seenOf = (name: ParseClass): PlaneF32 =>
    planeOver(parse.planes[PARSE_CLASSES.indexOf(name)], parse.box, wholeArea(rgb), salient);
  const shoes = shod ? shareOf(salient, seenOf('shoes')) : 0;
  const seen = { rgb, salient, skin: seenOf('skin'), body };
  const worn = (await follow(WORN_BY_SKIN, { seen, meshFace: ports.meshFace }, without)) ?? body !== null;
  if (!worn && shoes < SHOES_SHARE_MIN) return null;
  const lower = category === 'pants' || category === 'skirt';
  if (body === null && category === undefined && !mostlyLower(parse)) return null;
  const joints = body === null || (lower && body.score < 0.8) ? null : nameJoints(body.landmarks);
  if (joints === null || body === null) return { joints: null, parse };
  // a category that the caller gives is not contradicted: a skirt of the top's fabric would vanish
  const settled = category === undefined ? settleParse(rgb, parse, body) : parse;
  return { joints, parse: settled };
}

/** Whether most of the clothes are trousers or a skirt: only these are sold on bodies without shoulders. */
function mostlyLower(parse: ParseResult): boolean {
  const mass = classMasses(parse);
  return mass.pants + mass.skirt > mass.top + mass.outer + mass.dress;
}

/** Stands in for a body that the pose network cannot see: the parser only needs to know where to look. */
export function standInBody(salient: PlaneF32): DetectedPerson {
  const nowhere = { x: 0, y: 0, z: 0, visibility: 0, presence: 0 };
  return { score: 0, landmarks: Array.from({ length: 33 }, () => nowhere), mask: salient };
}

/** Share of the product that a class surely covers. */
function shareOf(salient: PlaneF32, plane: PlaneF32): number {
  let seen = 0;
  let sure = 0;
  for (let i = 0; i < salient.data.length; i++) {
    if (salient.data[i] < 0.5) continue;
    seen++;
    if (plane.data[i] > SURE_BELIEF_MIN) sure++;
  }
  return seen === 0 ? 0 : sure / seen;
}

const wholeArea = (rgb: RasterU8): Box => ({ x: 0, y: 0, width: rgb.width, height: rgb.height });

/**
 * A plane over another area of the picture, bilinear, at the size of `like`; 0 outside the box that it covers.
 *
 * Space: `box` and `area` in pixels of the picture.
 */
export function planeOver(source: PlaneF32, box: Box, area: Box, like: Size): PlaneF32 {
  const { width: w, height: h, data } = source;
  const out = createPlane(like.width, like.height);
  const kx = (area.width / out.width) * (w / box.width);
  const ky = (area.height / out.height) * (h / box.height);
  const x0 = (area.x - box.x) * (w / box.width) - 0.5;
  const y0 = (area.y - box.y) * (h / box.height) - 0.5;
  for (let row = 0, i = 0; row < out.height; row++) {
    const sy = y0 + (row + 0.5) * ky;
    const isBeside = sy < -0.5 || sy > h - 0.5;
    const y = Math.min(h - 1.001, Math.max(0, sy));
    const top = Math.floor(y) * w;
    const v = y - Math.floor(y);
    for (let column = 0; column < out.width; column++, i++) {
      const sx = x0 + (column + 0.5) * kx;
      if (isBeside || sx < -0.5 || sx > w - 0.5) continue;
      const x = Math.min(w - 1.001, Math.max(0, sx));
      const at = top + Math.floor(x);
      const u = x - Math.floor(x);
      const upper = data[at] + u * (data[at + 1] - data[at]);
      const lower = data[at + w] + u * (data[at + w + 1] - data[at + w]);
      out.data[i] = upper + v * (lower - upper);
    }
  }
  return out;
}

type Size = Pick<PlaneF32, 'width' | 'height'>;
