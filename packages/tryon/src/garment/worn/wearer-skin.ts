import { type PlaneF32, type Point, type RasterU8, resizeRaster, rgbToLab, solidBox } from '@drape/imaging';
import type { DetectedPerson, TryOnPorts } from '../../ports';
import { isSkinColour } from '../cut-out/skin-colour';
import { always, type Rule } from '../../rules/rule';
import { distance } from '../../geometry/vector';

/** Least share of the product that the parser must surely call skin: alone, and with a body that is surely a wearer's. */
const SKIN_SHARE_ALONE_MIN = 0.035;
const SKIN_SHARE_WITH_POSE_MIN = 0.012;
/** Belief above which a pixel is skin, and below which it is fabric. */
const SURE_SKIN_MIN = 0.6;
const FABRIC_BELIEF_MAX = 0.2;
/**
 * Parsed skin within this Lab distance of the fabric's colour is fabric (medians). Source: a pink hoodie 2.6; of 22 worn products the
 * nearest 14.
 */
const SAME_FABRIC_DISTANCE = 5;
/**
 * Where there is little of it, skin within this Lab distance of the fabric's colour is a shadow in a neck, unless a face or a bare limb is
 * there. Source: two ghost mannequins 5.8 and 9.6; of 34 people with so little skin two are below, one with a face and one with a bare
 * hand.
 */
const SHADOW_DISTANCE = 12;
/** Shoulders narrower than this share of the product belong to a person on a print, or in the background. */
const SHOULDER_WIDTH_MIN = 0.12;
/** Confidence of the face mesh from which there is a face. */
const FACE_CONFIDENCE_MIN = 0.5;
/** Share of a disc on a limb that is surely skin where the limb is bare. */
const BARE_LIMB_SKIN_MIN = 0.25;
/** Elbow and wrist, knee and ankle, wrist and finger by their places in BlazePose, and the radius of the disc in shoulder widths. */
const LIMB_DISCS: readonly { readonly from: number; readonly to: number; readonly radius: number }[] = [
  { from: 13, to: 15, radius: 0.12 },
  { from: 14, to: 16, radius: 0.12 },
  { from: 25, to: 27, radius: 0.12 },
  { from: 26, to: 28, radius: 0.12 },
  { from: 15, to: 19, radius: 0.22 },
  { from: 16, to: 20, radius: 0.22 },
];

/** Evidence for whether somebody wears a product. `skin` and `salient` cover the picture and have one size. */
interface SkinEvidence {
  readonly rgb: RasterU8;
  readonly salient: PlaneF32;
  readonly skin: PlaneF32;
  readonly body: DetectedPerson | null;
}

interface SuspectedWearer {
  readonly seen: SkinEvidence;
  readonly meshFace: TryOnPorts['meshFace'] | undefined;
}

export const WORN_BY_SKIN: Rule<SuspectedWearer, Promise<boolean>> = {
  id: 'worn-by-skin',
  stage: 'garment',
  summary: 'Counts a product as worn only if the body in its picture shows skin.',
  appliesTo: always,
  apply: showsSkin,
  evidence: [],
};

/**
 * Whether a product picture shows enough skin for a wearer. A little of it counts only with a body of the product's size, and only if its
 * colour differs from the fabric's, or a face or a bare limb is seen: a ghost mannequin has neither.
 *
 * Cost: the face mesh, where nothing else decides.
 */
async function showsSkin({ seen, meshFace }: SuspectedWearer): Promise<boolean> {
  const share = sureSkinShare(seen);
  if (share >= SKIN_SHARE_ALONE_MIN) return skinColourDistance(seen) >= SAME_FABRIC_DISTANCE;
  const { rgb, body } = seen;
  if (
    body === null ||
    share < SKIN_SHARE_WITH_POSE_MIN ||
    shoulderWidth(body) < SHOULDER_WIDTH_MIN * productWidth(seen)
  )
    return false;
  const off = skinColourDistance(seen);
  if (off >= SHADOW_DISTANCE) return true;
  if (off < SAME_FABRIC_DISTANCE) return false;
  return hasBareLimb(seen, body) || ((await meshFace?.(rgb, body))?.score ?? 0) >= FACE_CONFIDENCE_MIN;
}

const shoulderWidth = ({ landmarks }: DetectedPerson): number => distance(landmarks[11], landmarks[12]);

/** Width of what stands out, in pixels of the picture. */
function productWidth({ rgb, salient }: SkinEvidence): number {
  return (solidBox(salient).width / salient.width) * rgb.width;
}

function sureSkinShare(seen: SkinEvidence): number {
  const { salient } = seen;
  let [all, sure] = [0, 0];
  for (let y = 0; y < salient.height; y++) {
    for (let x = 0; x < salient.width; x++) {
      if (salient.data[y * salient.width + x] < 0.5) continue;
      all++;
      if (isSkin(seen, x, y)) sure++;
    }
  }
  return all === 0 ? 0 : sure / all;
}

/** Whether a pixel of the skin's plane is surely skin, by the parser and by its colour. */
function isSkin({ rgb, skin }: SkinEvidence, x: number, y: number): boolean {
  if (skin.data[y * skin.width + x] < SURE_SKIN_MIN) return false;
  const row = Math.floor(((y + 0.5) / skin.height) * rgb.height);
  const i = 3 * (row * rgb.width + Math.floor(((x + 0.5) / skin.width) * rgb.width));
  return isSkinColour(rgb.data[i], rgb.data[i + 1], rgb.data[i + 2]);
}

/** Lab distance between the colour of what is parsed as skin and that of the rest: flat fabric near skin's hue is not a model. */
function skinColourDistance({ rgb, salient, skin }: SkinEvidence): number {
  const lab = rgbToLab(resizeRaster(rgb, salient.width, salient.height));
  const pixels = Array.from(salient.data.keys()).filter((i) => salient.data[i] >= 0.5);
  const bare = pixels.filter((i) => skin.data[i] >= SURE_SKIN_MIN);
  const clothed = pixels.filter((i) => skin.data[i] <= FABRIC_BELIEF_MAX);
  if (bare.length === 0 || clothed.length === 0) return Infinity;
  return Math.hypot(...[0, 1, 2].map((c) => medianOf(lab, bare, c) - medianOf(lab, clothed, c)));
}

/** Median of one of three interleaved channels over some pixels. */
function medianOf(lab: Float32Array, pixels: readonly number[], channel: number): number {
  const values = Float32Array.from(pixels, (i) => lab[3 * i + channel]).sort();
  return values[values.length >> 1];
}

function hasBareLimb(seen: SkinEvidence, body: DetectedPerson): boolean {
  const { landmarks } = body;
  const width = shoulderWidth(body);
  return LIMB_DISCS.some(({ from, to, radius }) => {
    const [a, b] = [landmarks[from], landmarks[to]];
    return skinAround(seen, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, radius * width) >= BARE_LIMB_SKIN_MIN;
  });
}

/** Share of skin in a square around a place in the picture; 0 where it has too few pixels. */
function skinAround(seen: SkinEvidence, { x, y }: Point, radius: number): number {
  const { rgb, skin } = seen;
  const [kx, ky] = [skin.width / rgb.width, skin.height / rgb.height];
  const columns = [Math.max(0, Math.floor((x - radius) * kx)), Math.min(skin.width, (x + radius) * kx)] as const;
  const rows = [Math.max(0, Math.floor((y - radius) * ky)), Math.min(skin.height, (y + radius) * ky)] as const;
  let [all, bare] = [0, 0];
  for (let row = rows[0]; row < rows[1]; row++) {
    for (let column = columns[0]; column < columns[1]; column++) {
      all++;
      if (isSkin(seen, column, row)) bare++;
    }
  }
  return all < 6 ? 0 : bare / all;
}
