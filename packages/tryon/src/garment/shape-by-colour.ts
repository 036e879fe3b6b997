import {
  createPlane,
  dilate,
  erode,
  fillHoles,
  gaussianBlur,
  judgeByGround,
  judgeByPalettes,
  largestComponent,
  open,
  resizePlane,
  resizeRaster,
  rgbToLab,
} from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { estimateBackground } from './background-field';
import type { BackgroundField } from './background-field';
import { withoutGroundBetweenLegs } from './between-legs';
import { closedHoles } from './closed-holes';
import { colourEvidence, learnColourSplit, SHADOW_WEIGHT } from './colour-split';
import type { ColourSplit } from './colour-split';
import { withoutGroundLobes } from './ground-lobes';
import { joinHalves } from './halves';
import { withoutHangerEnds } from './hanger-ends';
import { clipBites, dropHanger, keptOff } from './hanger';
import { binary, dropHooks, keepLargest } from './matte-shape';
import { openCrotch } from './crotch-gap';
import { cellOf, cellsIn, withOwnColours } from './own-colours';
import { isShattered, mendShattered } from './shattered';
import type { Mended } from './shattered';
import { openNeck } from './open-neck';
import { withStraps } from './straps';
import { tagsOf } from './tags';

/** Long side at which colours and shape are judged; 336 cost 50 ms less and lost a shadow and two shoulders of 40 products. */
const ANALYSIS_SIDE = 400;
/** Half the width, in picture widths, below which things at the top are hooks: straps are wider than a hook's wire … */
const NECK_HOOK = 0.018;
/** … and a waistband is wider than any clip or hanger bar. */
const WAIST_HOOK = 0.05;
/** If more than this share of the sure garment looks like background, colour may only judge the hesitant band. */
const DOUBT_MAX = 0.05;
/** The same where those pixels have exactly the background's colour. */
const SAME_MAX = 0.3;

/** White before white: the median contrast (Lab) of the outline under which it is smoothed, by this σ in picture widths. */
const FAINT_CONTRAST = 10;
const FAINT_SIGMA = 0.011;
const FAINT_SLOPE = 4;
const EDGE_REACH = 3;

/** Spread of the border's colour up to which a background counts as even, and Lab distance that is still its colour. */
const EVEN_SIGMA = 4;
const GROUND_LIKE = 4;
/** Share of the sure garment that must not look like the background … */
const GROUND_LEFT_MIN = 0.88;
/** … and share that may lie between the two, nearer than this distance: pale garments before pale grounds are left alone. */
const NEAR_MAX = 0.05;
const GARMENT_LIKE = 14;
/** Mean Lab distance of what colour carved out of the sure garment under which it is the background itself. */
const SAME_COLOUR = 3;
const SAME_COLOUR_APART = 5;

export interface ColourShape {
  /** Matte at the size at which it was judged. */
  readonly shape: PlaneF32;
  /** Colours drew the outline, the ground's or the garment's own: it may go on beyond what the network saw. */
  readonly byGround: boolean;
  /** Garment and background hardly differ along the outline: only its course is known, not its pixels. */
  readonly faint: boolean;
  /** The picture at the matte's size. */
  readonly small: RasterU8;
  /** Parts of the matte that clips hid, to be painted; null without any. */
  readonly bites: PlaneF32 | null;
  /** Those that swing tags hide. */
  readonly tags: PlaneF32 | null;
  /** A hanger's ends stood out beside both its shoulders. */
  readonly hung: boolean;
  readonly quality: number;
  readonly notes: string[];
}

/** How a garment is worn: from the waist down, and with legs. */
export interface Worn {
  readonly fromWaist: boolean;
  readonly legs: boolean;
  /** Not open in front: what shows at its neck is its back, or the ground. */
  readonly closedFront: boolean;
}

/**
 * The garment's shape by saliency and colour together. `fromWaist` removes wider things above the waistband, `legs` the ground between
 * them.
 *
 * Layout: `prior` covers what `work` shows, at any size.
 */
export function shapeByColour(work: RasterU8, prior: PlaneF32, { fromWaist, legs, closedFront }: Worn): ColourShape {
  const scale = Math.min(1, ANALYSIS_SIDE / Math.max(work.width, work.height));
  const width = Math.max(16, Math.round(work.width * scale));
  const height = Math.max(16, Math.round(work.height * scale));
  const small = resizeRaster(work, width, height);
  const lab = rgbToLab(small);
  const saliency = resizePlane(prior, width, height);
  const field = estimateBackground(lab, saliency);
  const core = erode(largestComponent(saliency), Math.max(2, Math.round(width * 0.012)), 0.5);
  const sure = withoutGround(core, field);
  const split = learnColourSplit(lab, saliency, fromWaist ? sure : withoutGaps(lab, sure, saliency, field));
  const judged = judge(lab, saliency, field, split);
  const unhooked = withoutHooks(lab, judged, fromWaist);
  const unhung = dropHanger(lab, unhooked, { clips: fromWaist });
  const bites = fromWaist && unhung !== unhooked ? clipBites(unhung) : null;
  const seen = keepLargest(bites === null ? unhung : union(unhung, bites));
  const grown = withOwnColours(lab, seen);
  const judgedAgain =
    grown === null
      ? null
      : dropHanger(lab, withoutHooks(lab, judgeGrown(lab, saliency, grown), fromWaist), { clips: fromWaist });
  const again = judgedAgain !== null && fromWaist ? keptOff(judgedAgain, unhooked, unhung) : judgedAgain;
  const byColour = again === null ? seen : fillHoles(again);
  const strips = shareLeft(byColour, judged) < LEFT_MIN ? judged : byColour;
  const mended = isShattered(strips) ? putTogether(lab, saliency, strips, field) : null;
  const joined = mended === null ? byColour : withoutHooks(lab, mended.shape, fromWaist);
  const closed = (legs ? withoutGroundBetweenLegs(lab, joined) : null) ?? joined;
  const opened = (fromWaist ? openCrotch(closed, field.distance) : null) ?? closed;
  const holes = fromWaist ? closedHoles(opened, legs) : null;
  const filled = holes === null ? opened : union(opened, holes.holes);
  const whole = closedFront ? openNeck(lab, filled, split) : filled;
  const lobeless = withoutGroundLobes(lab, whole) ?? whole;
  const hanger = closedFront ? withoutHangerEnds(lab, lobeless, { whole: judged, unhooked }) : null;
  const clean = hanger?.shape ?? lobeless;
  const faint = edgeContrast(lab, clean) < FAINT_CONTRAST;
  const shape = faint ? smoothOutline(clean) : clean;
  const notes: string[] = [];
  if (split.separability < 0.4) notes.push('garment and background have similar colours');
  const trust = mended !== null ? 0.2 : Math.max(split.separability, field.sigma < 4 ? 0.6 : 0);
  const quality = 0.55 + 0.45 * trust;
  return {
    shape,
    byGround: mended?.byGround === true || grown !== null,
    faint,
    small,
    bites,
    tags: bothOf(tagsOf(lab, again), holes?.tags ?? null),
    hung: hanger?.both === true,
    quality,
    notes,
  };
}

/** The shape without the hooks above it, its straps kept. */
function withoutHooks(lab: Float32Array, shape: PlaneF32, fromWaist: boolean): PlaneF32 {
  if (fromWaist) return dropHooks(shape, WAIST_HOOK);
  return withStraps(lab, shape, dropHooks(shape, NECK_HOOK));
}

/** Less than this share of the shape left without hooks means that its strips were taken for hooks. */
const LEFT_MIN = 0.5;

function shareLeft(left: PlaneF32, whole: PlaneF32): number {
  let [kept, all] = [0, 0];
  for (let i = 0; i < whole.data.length; i++) {
    if (whole.data[i] > 0.5) all++;
    if (left.data[i] > 0.5) kept++;
  }
  return kept / Math.max(1, all);
}

/** What is missed taught its colours as the background's: with the parts back in, both are learned and the shape is judged anew. */
function judgeGrown(lab: Float32Array, saliency: PlaneF32, grown: PlaneF32): PlaneF32 {
  const seen = union(saliency, grown);
  const field = estimateBackground(lab, seen);
  const split = learnColourSplit(lab, seen, withoutGround(erode(grown, 3, 0.5), field));
  return keepLargest(judge(lab, seen, field, split));
}

/** Distance up to which a shadow on an even ground may be off the ground's colour. */
const SHADOW_LIKE = 14;

/**
 * The whole garment of a shape in strips. The strips that the network missed taught their colours as the background's; so both are
 * learned anew from the mended shape, and mended once more, without shadows where the ground
 * draws the outline.
 */
function putTogether(lab: Float32Array, saliency: PlaneF32, strips: PlaneF32, field: BackgroundField): Mended {
  const first = mendShattered(strips, field);
  if (!first.byGround) return { shape: keepLargest(first.shape), byGround: false };
  const seen = union(saliency, dilate(first.shape, 2));
  const ground = estimateBackground(lab, seen);
  const { shape: second } = mendShattered(first.shape, ground);
  const split = learnColourSplit(lab, union(seen, second), withoutGround(erode(second, 3), ground));
  const shadow = createPlane(second.width, second.height);
  for (let i = 0; i < shadow.data.length; i++) {
    if (second.data[i] < 0.5 || ground.distance.data[i] >= SHADOW_LIKE) continue;
    if (colourEvidence(lab, i * 3, split.garment, split.background) < 0) shadow.data[i] = 1;
  }
  const broad = open(shadow, 1); // between two stripes lies a thin line of the same colour
  const lit = createPlane(second.width, second.height);
  for (let i = 0; i < lit.data.length; i++) lit.data[i] = second.data[i] > 0.5 && broad.data[i] < 0.5 ? 1 : 0;
  return { shape: keepLargest(fillHoles(open(lit, 1))), byGround: true };
}

/**
 * The sure garment without what has the background's very colour, so that a filled gap between sleeve and body does not teach its
 * colour as the garment's. Only on an even background, and only where the rest of the garment is far from its colour.
 */
function withoutGround(core: PlaneF32, field: BackgroundField): PlaneF32 {
  if (!(field.sigma < EVEN_SIGMA)) return core;
  const least = Math.max(GROUND_LIKE, 2 * field.sigma);
  const out = createPlane(core.width, core.height);
  let [all, left, near] = [0, 0, 0];
  for (let i = 0; i < out.data.length; i++) {
    if (core.data[i] <= 0.5) continue;
    all++;
    if (field.distance.data[i] < least) continue;
    out.data[i] = core.data[i];
    left++;
    if (field.distance.data[i] < GARMENT_LIKE) near++;
  }
  return left > GROUND_LEFT_MIN * all && near < NEAR_MAX * all ? out : core;
}

/** Share of the ground's pixels that makes a colour the ground's, and of the garment's that makes one its own. */
const GROUND_SHARE = 0.01;
const OWN_SHARE = 0.04;
/** Belief below which the network hesitates inside the garment, and how far around a gap goes on, in widths. */
const HESITANT = 0.9;
const HESITANT_REACH = 0.03;
/** Belief below which a pixel is the ground's. */
const GROUND_BELIEF = 0.04;

/**
 * The sure garment without what has a colour that is common on an even ground and rare on the garment: a gap between sleeve and body, in
 * which the network believes by halves, would teach its colour as the garment's and fill itself.
 */
function withoutGaps(lab: Float32Array, core: PlaneF32, saliency: PlaneF32, field: BackgroundField): PlaneF32 {
  if (!(field.sigma < EVEN_SIGMA)) return core;
  const outside = createPlane(core.width, core.height);
  for (let i = 0; i < outside.data.length; i++) outside.data[i] = saliency.data[i] < GROUND_BELIEF ? 1 : 0;
  const ground = cellsIn(lab, outside, GROUND_SHARE);
  const own = cellsIn(lab, core, OWN_SHARE);
  const hesitant = createPlane(core.width, core.height);
  for (let i = 0; i < hesitant.data.length; i++) {
    if (core.data[i] > 0.5 && saliency.data[i] < HESITANT) hesitant.data[i] = 1;
  }
  const beside = dilate(hesitant, Math.round(HESITANT_REACH * core.width));
  const out = createPlane(core.width, core.height);
  for (let i = 0; i < out.data.length; i++) {
    const cell = cellOf(lab, 3 * i);
    const gap = beside.data[i] > 0.5 && own[cell] === 0 && ground[cell] === 1;
    if (core.data[i] > 0.5 && !gap) out.data[i] = 1;
  }
  return out;
}

/** Median Lab difference between the two sides of the outline, some pixels apart. */
function edgeContrast(lab: Float32Array, shape: PlaneF32): number {
  const { width, height, data } = shape;
  const steps: number[] = [];
  for (let y = 2; y < height - 2; y += 2) {
    for (let x = EDGE_REACH; x < width - EDGE_REACH - 1; x++) {
      const i = y * width + x;
      if (data[i] > 0.5 === data[i + 1] > 0.5) continue;
      const p = 3 * (i - EDGE_REACH);
      const q = 3 * (i + 1 + EDGE_REACH);
      steps.push(Math.sqrt((lab[p] - lab[q]) ** 2 + (lab[p + 1] - lab[q + 1]) ** 2 + (lab[p + 2] - lab[q + 2]) ** 2));
    }
  }
  return steps.length === 0 ? 0 : steps.sort((p, q) => p - q)[steps.length >> 1];
}

/** The outline without the waves that noise draws where nothing else does; corners lose about as much as the blur's σ. */
function smoothOutline(shape: PlaneF32): PlaneF32 {
  const soft = gaussianBlur(binary(shape), shape.width * FAINT_SIGMA);
  for (let i = 0; i < soft.data.length; i++) {
    soft.data[i] = Math.max(0, Math.min(1, 0.5 + (soft.data[i] - 0.5) * FAINT_SLOPE));
  }
  return soft;
}

function bothOf(p: PlaneF32 | null, q: PlaneF32 | null): PlaneF32 | null {
  return p === null || q === null ? (p ?? q) : union(p, q);
}

function union(p: PlaneF32, q: PlaneF32): PlaneF32 {
  const out = createPlane(p.width, p.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(p.data[i], q.data[i]);
  return out;
}

/**
 * Corrects the saliency where it hesitates. On an even background a pixel deep inside the outline that looks like the
 * background (between legs, between sleeve and body) is background too, if the garment itself hardly ever looks like that
 * and the place opens to the outside.
 */
function judge(lab: Float32Array, saliency: PlaneF32, field: BackgroundField, split: ColourSplit): PlaneF32 {
  return joinHalves(judgePixels(lab, saliency, field, split), saliency);
}

function judgePixels(lab: Float32Array, saliency: PlaneF32, field: BackgroundField, split: ColourSplit): PlaneF32 {
  const radius = Math.max(2, Math.round(saliency.width * 0.015));
  const near = dilate(saliency, radius, 0.05);
  const clear = field.sigma < 4 && split.separability > 0.75;
  const deep = erode(saliency, radius, clear ? 0.9 : 0.95);
  const seen = { lab, belief: saliency, near };
  const palettes = { ...split, dark: SHADOW_WEIGHT };
  if (!clear) return judgeByPalettes(seen, palettes, deep, 1.4 * split.separability);
  const apart = neverLikeBackground(field, deep);
  const ground = { distance: field.distance, limit: Math.max(5, 3 * field.sigma), slope: apart ? 0.9 : 0.45 };
  return healDeep(judgeByGround(seen, palettes, ground), deep, field, apart ? SAME_COLOUR_APART : SAME_COLOUR);
}

/** Whether hardly any sure garment pixel is near the background's colour: then what is near it is background. */
function neverLikeBackground(field: BackgroundField, deep: PlaneF32): boolean {
  let sure = 0;
  let near = 0;
  for (let i = 0; i < deep.data.length; i += 3) {
    if (deep.data[i] < 0.9) continue;
    sure++;
    if (field.distance.data[i] < 12 && field.distance.data[i] > 4) near++;
  }
  return near < sure * 0.03;
}

/**
 * Takes back what colour carved out of the sure garment where that was too much, or closed in on all sides. Much may go
 * only where it is the background's very colour.
 */
function healDeep(judged: PlaneF32, deep: PlaneF32, field: BackgroundField, least: number): PlaneF32 {
  let sure = 0;
  let carved = 0;
  let distance = 0;
  for (let i = 0; i < judged.data.length; i++) {
    if (deep.data[i] < 0.9) continue;
    sure++;
    if (judged.data[i] >= 0.5) continue;
    carved++;
    distance += field.distance.data[i];
  }
  const same = distance < carved * Math.max(least, 2 * field.sigma);
  const trusted = carved < sure * (same ? SAME_MAX : DOUBT_MAX);
  const filled = fillHoles(judged);
  const result = createPlane(judged.width, judged.height);
  for (let i = 0; i < result.data.length; i++) {
    const healed = deep.data[i] > 0.9 && (!trusted || filled.data[i] > 0.5);
    result.data[i] = healed ? Math.max(judged.data[i], deep.data[i]) : judged.data[i];
  }
  return result;
}
