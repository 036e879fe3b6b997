import { boxAround } from '@drape/imaging';
import { forEachMisclassifiedPixel } from '../colour/for-each-misclassified-pixel';
import { classPlanes, moveShare } from '../class-planes';
import type { PersonPlanes } from '../../../model/person';
import type { CorrectionInput } from './correction-input';
import { clamp, smoothstep } from '../../../geometry/numbers';
import { distance, scale } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

/**
 * Half width of the neck in half widths of the head; its limits in shoulder widths (heads turn); and half the width of its soft edge, in
 * shoulder widths.
 */
const NECK_TO_HEAD_WIDTH = 0.8;
const NECK_HALF_WIDTH_RANGE = [0.17, 0.24] as const;
const NECK_EDGE_HALF_WIDTH = 0.03;

/** Half width of the neck, shoulder widths. */
function neckHalf({ joints, frame }: Pick<CorrectionInput, 'joints' | 'frame'>): number {
  const head = distance(joints.ears[0], joints.ears[1]);
  return clamp((NECK_TO_HEAD_WIDTH * head) / 2 / frame.shoulderWidth, ...NECK_HALF_WIDTH_RANGE);
}

/** How surely a point is beside the neck, 0…1. `off`: distance from the neck's middle; `half`: half width of the neck; shoulder widths. */
const besideNeck = (off: number, half: number): number =>
  smoothstep(off, half - NECK_EDGE_HALF_WIDTH, half + NECK_EDGE_HALF_WIDTH);

/** The band around the middle of the shoulders in which an outer layer shows itself, shoulder widths. */
const SHOULDER_BAND = { half: 0.5, high: 0.3, low: 0.1 } as const;

/** The layer of a collar beside the neck: the outer layer where most of the clothes on the shoulders are one, else the top. */
export function collarLayer({
  planes,
  frame,
  workScale: k,
}: Pick<CorrectionInput, 'planes' | 'frame' | 'workScale'>): 'outer' | 'top' {
  const { outer, top } = planes;
  const sw = frame.shoulderWidth * k;
  const { x, y } = scale(frame.shoulderMid, k);
  const box = boxAround(
    outer,
    x - SHOULDER_BAND.half * sw,
    y - SHOULDER_BAND.high * sw,
    x + SHOULDER_BAND.half * sw,
    y + SHOULDER_BAND.low * sw,
  );
  let more = 0;
  for (let row = box.y; row < box.y + box.height; row++) {
    for (let i = row * outer.width + box.x; i < row * outer.width + box.x + box.width; i++)
      more += outer.data[i] - top.data[i];
  }
  return more > 0 ? 'outer' : 'top';
}

/** Belief in skin beside the neck above which a pixel counts, and the most such pixels with which nothing is judged. */
const SKIN_BELIEF_MIN = 0.1;
const SKIN_PIXELS_MAX = 4;
/** Log-likelihood ratios between which skin beside the neck becomes clothes. */
const CHANGE_RATIO = [0.5, 2] as const;

export const JAW_COLLAR: Rule<CorrectionInput, void> = {
  id: 'jaw-collar',
  stage: 'measure',
  summary: 'Reclaims collars up to the jaw that are read as skin.',
  appliesTo: always,
  apply: reclaimJawCollar,
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 49, better: 764, worse: 397, same: null, date: '2026-11-29' }],
};

/**
 * The inner side of a collar that stands up to the jaw is read as skin of the cheek. Beside the neck, below the nose and above the
 * shoulders, what has the clothes' colours rather than the face's becomes clothes. Bare shoulders and a hand at the chin have the face's
 * colours.
 *
 * Aliasing: writes the planes of `input`.
 */
export function reclaimJawCollar(input: CorrectionInput): void {
  const { guide, planes, joints, frame, workScale: k } = input;
  const sw = frame.shoulderWidth * k;
  const [mouth, middle] = [scale(joints.mouth, k), scale(frame.shoulderMid, k)];
  const from = 0.5 * (joints.nose.y + joints.mouth.y) * k;
  const half = neckHalf(input);
  const beside = besideAt.bind(null, guide.width, mouth.x, sw, half);
  if (!hasSkinBeside(planes, beside, Math.floor(from), Math.ceil(middle.y))) return;
  const classes = classPlanes(planes);
  const layer = classes[collarLayer(input)];
  forEachMisclassifiedPixel(
    {
      guide,
      box: boxAround(guide, middle.x - 0.6 * sw, mouth.y - 0.6 * sw, middle.x + 0.6 * sw, middle.y + 0.4 * sw),
      from: planes.skin,
      to: planes.upper,
      teaches: [0, mouth.y],
      judged: [from, middle.y],
      ratio: CHANGE_RATIO,
    },
    (i, part) => moveShare(classes.skin, layer, i, planes.skin.data[i] * part * beside(i)),
  );
}

/** {@link besideNeck} of a pixel. */
function besideAt(width: number, middle: number, sw: number, half: number, i: number): number {
  return besideNeck(Math.abs((i % width) - middle) / sw, half);
}

function hasSkinBeside({ skin }: PersonPlanes, beside: (i: number) => number, from: number, to: number): boolean {
  let n = 0;
  for (let i = Math.max(0, from) * skin.width; i < Math.min(skin.height, to) * skin.width; i++) {
    if (skin.data[i] > SKIN_BELIEF_MIN && beside(i) > 0.5 && ++n > SKIN_PIXELS_MAX) return true;
  }
  return false;
}
