import {
  connectedComponents,
  createPlane,
  cropPlane,
  cropRaster,
  hasEvenRim,
  open,
  type PlaneF32,
  type RasterU8,
  resizePlane,
  resizeRaster,
  withScratch,
} from '@drape/imaging';
import { smoothstep } from '../../geometry/numbers';
import type { TryOnPorts } from '../../ports';
import { always, type Rule } from '../../rules/rule';

/** Side of the square in which the picture is shown again, pixels: the saliency network's input. */
const SIDE = 320;
/** Widths of the background added around the picture, as shares of its longer side, in the order of the looks. */
const GROUNDS = [0, 0.6] as const;
/** Values between these are hesitant. So is the outline, two pixels wide, which an opening of this radius in pixels removes. */
const HESITANT: readonly [number, number] = [0.1, 0.9];
const OUTLINE = 1;
/**
 * Doubt above which the network is asked again, and below which its answer is taken at once. Source: of 120 phone pictures of tops and
 * dresses 14 are above the first, among them 5 of the 6 that lost a sleeve or more (the sixth is seen in two pieces); of 51 products of the
 * development set and the samples 3.
 */
const DOUBTFUL = 0.085;
const CLEAR = 0.06;
/** Share of a limit over which a value past it comes to count, and the same for how clear a look is before the next one. */
const RAMP = 0.1;
const CLEAR_RAMP = 0.25;
/** A look worth this much more than another replaces it, one worth this much less does not; in between the two are mixed. */
const NEARLY = 0.05;
/** Doubt above which a look does not count … */
const BLIND = 0.35;
/** … nor does one that takes more than this share of the picture. */
const ALL = 0.85;
/** A second piece of more than this share of the first is not noise: it may be the other sleeve of a body that is not seen. */
const PIECES = 0.25;
/**
 * Doubt that a gain of the whole area outweighs, and the greatest gain that counts, as a share of the area: the network misses more often
 * than it invents.
 */
const GAIN = 0.35;
const GAIN_MOST = 0.5;

/** An RGB product picture, and the saliency network. */
interface Looked {
  readonly rgb: RasterU8;
  readonly cutOut: TryOnPorts['cutOut'];
}

export const SECOND_LOOK: Rule<Looked, Promise<PlaneF32>> = {
  id: 'second-look',
  stage: 'garment',
  summary: 'Shows the saliency network a picture again where it hesitates.',
  appliesTo: always,
  apply: lookTwice,
  evidence: [{ set: 'N, blind', pairs: 58, fired: 8, better: 2, worse: 2, same: 4, date: '2026-11-29' }],
};

/**
 * The saliency of a product picture. Where the network hesitates over much of what it finds, or finds two things, it is shown the picture
 * again, not squeezed to a square and with background around it. Its surest answer counts, or a mean of those that are nearly as sure. In
 * front of an even background colours are more reliable.
 *
 * Layout: RGB. Space: covers the picture, at the size of the network's map. Cost: nothing where it is sure, else one or two runs of the
 * network.
 */
export async function lookTwice({ rgb, cutOut }: Looked): Promise<PlaneF32> {
  const first = await cutOut(rgb);
  const seen = withScratch(() => judged(first));
  if ((seen.doubt < DOUBTFUL && seen.pieces < PIECES) || withScratch(() => hasEvenRim(rgb))) return first;
  let best: Look = { look: first, worth: seen.pieces < PIECES ? -seen.doubt : -BLIND };
  let heard = seen.pieces < PIECES ? above(seen.doubt, DOUBTFUL) : 1;
  for (const ground of GROUNDS) {
    const look = await lookWithGround(rgb, ground, cutOut);
    const { doubt, share, pieces } = withScratch(() => judged(look));
    if (doubt > BLIND || share > ALL || pieces > PIECES) continue;
    const gain = Math.max(-GAIN_MOST, Math.min(GAIN_MOST, share / Math.max(1e-6, seen.share) - 1));
    const counts = heard * below(doubt, BLIND) * below(share, ALL) * below(pieces, PIECES);
    best = better(best, { look: resizePlane(look, first.width, first.height), worth: GAIN * gain - doubt }, counts);
    if (doubt < CLEAR) break;
    heard *= above(doubt, CLEAR, CLEAR_RAMP);
  }
  return best.look;
}

/** 0 at a limit, rising to 1 at a share of it above. */
const above = (value: number, limit: number, ramp = RAMP): number => smoothstep(value, limit, (1 + ramp) * limit);

/** 1 up to a tenth below a limit, falling to 0 at it. */
const below = (value: number, limit: number): number => 1 - smoothstep(value, (1 - RAMP) * limit, limit);

interface Look {
  readonly look: PlaneF32;
  readonly worth: number;
}

/** The better of two looks, or their mean where they are nearly equal. `counts`: 0 the next look is ignored, 1 it counts in full. */
function better(best: Look, next: Look, counts: number): Look {
  const share = counts * smoothstep(next.worth - best.worth, -NEARLY, NEARLY);
  if (share === 0) return best;
  if (share === 1) return next;
  const { width, height, data } = best.look;
  const mean = createPlane(width, height);
  for (let i = 0; i < mean.data.length; i++) mean.data[i] = data[i] + share * (next.look.data[i] - data[i]);
  return { look: mean, worth: best.worth + share * (next.worth - best.worth) };
}

/** The saliency of the picture in the middle of a square, its edges continued as background. */
async function lookWithGround(rgb: RasterU8, ground: number, cutOut: TryOnPorts['cutOut']): Promise<PlaneF32> {
  const k = SIDE / ((1 + ground) * Math.max(rgb.width, rgb.height));
  const width = Math.max(1, Math.round(k * rgb.width));
  const height = Math.max(1, Math.round(k * rgb.height));
  const [x, y] = [(SIDE - width) >> 1, (SIDE - height) >> 1];
  const square = cropRaster(resizeRaster(rgb, width, height), { x: -x, y: -y, width: SIDE, height: SIDE }, 'replicate');
  const map = await cutOut(square);
  const to = map.width / SIDE;
  const [left, top] = [Math.round(to * x), Math.round(to * y)];
  return cropPlane(map, {
    x: left,
    y: top,
    width: Math.min(map.width - left, Math.round(to * width)),
    height: Math.min(map.height - top, Math.round(to * height)),
  });
}

interface Judgement {
  /** Hesitant pixels away from the outline as a share of those found. */
  readonly doubt: number;
  /** Found pixels as a share of the picture. */
  readonly share: number;
  /** Area of the second largest piece in areas of the largest. */
  readonly pieces: number;
}

function judged(saliency: PlaneF32): Judgement {
  const { width, height, data } = saliency;
  const hesitant = createPlane(width, height);
  let found = 0;
  for (let i = 0; i < data.length; i++) {
    if (data[i] > 0.5) found++;
    if (data[i] > HESITANT[0] && data[i] < HESITANT[1]) hesitant.data[i] = 1;
  }
  const broad = open(hesitant, OUTLINE);
  let doubt = 0;
  for (let i = 0; i < data.length; i++) doubt += broad.data[i];
  const [largest = 1, second = 0] = connectedComponents(saliency).areas.sort((p, q) => q - p);
  return { doubt: doubt / Math.max(1, found), share: found / data.length, pieces: second / largest };
}
