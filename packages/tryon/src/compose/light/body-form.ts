import { createPlane, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { addTo, crossFall, slopes, type CrossFall } from '../../geometry/cross-fall';
import { sleeveForm, type SleevedArms, type SleeveForm } from './sleeve-form';
import { torsoRows, type TorsoRows } from './torso-rows';
import { clamp, smoothstep } from '../../geometry/numbers';
import { always, changed, type Rule } from '../../rules/rule';

/**
 * How much darker worn cloth is towards the sides of the body, natural log of the colour at the very side, and how it falls there from the
 * middle: −DEEP w² at w of −1 … 1.
 *
 * Source: 88 people in plain clothes (clothing-co-parsing), both sides of the torso between sleeves or ground, against its middle third:
 * medians −.02, −.04, −.07, −.11, −.13, −.15, −.20 at w = .35, .45 … .95 (quartiles at .95 −.6 and −.01).
 */
const DEEP = 0.2;
/**
 * Change from the middle to the side for light that comes from there, per unit of the face's side of light. Source: the same people; the
 * halves' difference at w = .65 against {@link lightSide}: slope .41, correlation .49; of that, which light is sure, a half.
 */
const ASIDE = 0.3;
/** The part of that form that is laid on plain old clothes, whose own light shows how this photo models a body. */
const PLAIN = 0.6;
/** Heights over which the form begins, torso lengths below the shoulder joints: shoulders are no cylinder. */
const BEGINS = [0.08, 0.4] as const;
/** Least part of the form that sleeves get, whatever the product brings on its body. */
const SLEEVES_LEAST = 0.4;
/** Levels that are added to a product's luminance: black cloth has noise, no form. */
const DARK = 12;
/** Rows and pixels that are looked at to learn what is there already: each so manieth. */
const EVERY = 3;

/** What {@link bodyForm} needs of a scene. */
export interface Formed extends SleevedArms {
  /** At work size. */
  readonly garmentRgb: RasterU8;
  readonly person: {
    readonly lightSide: number;
    readonly body: { readonly shoulderMid: Point; readonly torsoLength: number };
  };
  /** Work pixels a photo pixel, and shoulder width in work pixels. */
  readonly k: number;
  readonly sw: number;
}

/** A garment's coverage and the light on it, at half the work size, and how surely that light was read from plain fabric, 0…1. */
interface Lit {
  readonly scene: Formed;
  readonly cloth: PlaneF32;
  readonly gain: PlaneF32;
  readonly plain: number;
}

export const BODY_FORM: Rule<Lit, PlaneF32> = {
  id: 'body-form',
  stage: 'shade',
  summary: 'Wraps the light on an upper garment around torso and sleeves.',
  appliesTo: always,
  apply: ({ scene, cloth, gain, plain }) => changed(gain, (copy) => bodyForm(scene, cloth, copy, plain)),
  evidence: [],
};

/**
 * The light on an upper garment that wraps a body: the torso an upright cylinder between the arms, each sleeve one of its own. What the old
 * garment's light and the product's own shades bring of it is not laid on twice.
 *
 * Space: `cloth`, the garment's coverage, and `gain` have half the work size; `gain` holds the photo's own light. `plain`: how surely
 * that light was read from plain cloth, 0…1. Aliasing: writes `gain`. Cost: below a millisecond.
 */
export function bodyForm(scene: Formed, cloth: PlaneF32, gain: PlaneF32, plain: number): void {
  const { width, height } = cloth;
  const sleeves = sleeveForm(scene, width, height);
  const whole = torsoRows(cloth, createPlane(width, height), scene.sw / 2);
  const rows = withShoulders(scene, torsoRows(cloth, sleeves.all, scene.sw / 2), whole);
  const has = { light: crossFall(), product: crossFall() };
  const job: RowJob = { cloth: cloth.data, rows, sleeves, gain: gain.data, width };
  for (let y = 0; y < height; y += EVERY) addFalls(job, scene.garmentRgb, has, y);
  const [light, product] = [slopes(has.light), slopes(has.product)];
  const part = Math.max(0, 1 + plain * (PLAIN - 1) - clamp(-(light.deep + product.deep) / DEEP, 0, 1));
  const aside = missing(ASIDE * scene.person.lightSide, light.aside, plain);
  for (let y = 0; y < height; y++) layRow(job, y, DEEP * part, aside, Math.max(SLEEVES_LEAST, part));
}

/** What is missing of a change across to the wanted one; where plain cloth tells the opposite, nothing. */
function missing(wanted: number, has: number, plain: number): number {
  if (wanted * has <= 0) return wanted * (1 - plain);
  return Math.sign(wanted) * Math.max(0, Math.abs(wanted) - Math.abs(has));
}

/** From the shoulders down to the armpits the ends go over from those of all cloth to those of the body's. */
function withShoulders({ person, k }: Formed, body: TorsoRows, whole: TorsoRows): TorsoRows {
  const { shoulderMid, torsoLength } = person.body;
  const between = (a: Float32Array, b: Float32Array): Float32Array =>
    a.map((from, y) => {
      const down = ((2 * y) / k - shoulderMid.y) / torsoLength;
      return Number.isNaN(b[y]) ? from : from + smoothstep(down, ...BEGINS) * (b[y] - from);
    });
  return { left: between(whole.left, body.left), right: between(whole.right, body.right) };
}

interface RowJob {
  readonly cloth: Float32Array;
  readonly rows: TorsoRows;
  readonly sleeves: SleeveForm;
  readonly gain: Float32Array;
  readonly width: number;
}

/** Adds every third pixel of row `y` that is cloth of the body: light and product there, by where across the body it lies. */
function addFalls(
  { cloth, rows, sleeves, gain, width }: RowJob,
  rgb: RasterU8,
  { light, product }: { readonly light: CrossFall; readonly product: CrossFall },
  y: number,
): void {
  const [left, right] = [rows.left[y], rows.right[y]];
  if (Number.isNaN(left)) return;
  const hidden = sleeves.all.data;
  for (let x = Math.ceil(left); x < right; x += EVERY) {
    const i = y * width + x;
    if (cloth[i] < 0.9 || hidden[i] > 0) continue;
    const w = (2 * (x + 0.5 - left)) / (right - left) - 1;
    addTo(light, w, Math.log(Math.max(0.05, gain[i])));
    const at = 3 * (2 * y * rgb.width + 2 * x);
    addTo(product, w, Math.log(DARK + 0.3 * rgb.data[at] + 0.6 * rgb.data[at + 1] + 0.1 * rgb.data[at + 2]));
  }
}

function layRow(
  { cloth, rows, sleeves, gain, width }: RowJob,
  y: number,
  deep: number,
  aside: number,
  onSleeves: number,
): void {
  const [left, right] = [rows.left[y], rows.right[y]];
  if (Number.isNaN(left)) return;
  const [weight, light] = [sleeves.weight.data, sleeves.light.data];
  const [middle, half] = [(left + right) / 2, Math.max(1, (right - left) / 2)];
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (cloth[i] === 0) continue;
    const w = clamp((x + 0.5 - middle) / half, -1, 1);
    const body = aside * w - deep * w * w;
    gain[i] *= Math.exp(body + weight[i] * (onSleeves * light[i] - body));
  }
}
