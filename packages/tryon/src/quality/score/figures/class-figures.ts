import type { PlaneF32 } from '@drape/imaging';
import type { Person } from '../../../model/person';

/** Work pixels per sampled point along each axis. */
const SAMPLE_STEP = 4;

/** Areas of a person's classes, as shares of the person unless stated otherwise. */
interface ClassAreas {
  readonly outerArea: number;
  readonly topArea: number;
  readonly dressArea: number;
  readonly pantsArea: number;
  readonly skirtArea: number;
  readonly bagArea: number;
  readonly otherArea: number;
  readonly shoesArea: number;
  readonly skinArea: number;
  readonly hairArea: number;
  /** Hair below the shoulders. */
  readonly hairLow: number;
  /** Area of the person in squared shoulder widths. */
  readonly bulk: number;
}

/** How sure the classes of a photo are, and what its person and background look like. */
interface PictureFigures {
  /** One minus the probability of the likeliest class, averaged over the person; and the share of pixels where that class is uncertain. */
  readonly doubt: number;
  readonly doubtful: number;
  /** Pixels that are partly person ÷ the person. */
  readonly softBody: number;
  /** Mean difference between neighbours in the background, and lightness of background and person, 0…1. */
  readonly groundTexture: number;
  readonly groundLight: number;
  readonly personLight: number;
}

export type ClassFigures = ClassAreas & PictureFigures;

export const classFigures = (person: Person): ClassFigures => ({ ...classAreas(person), ...pictureFigures(person) });

function classAreas({ planes, body, workScale: k }: Person): ClassAreas {
  const whole = Math.max(1, areaOf(planes.person));
  const share = (plane: PlaneF32): number => areaOf(plane) / whole;
  return {
    outerArea: share(planes.outer),
    topArea: share(planes.top),
    dressArea: share(planes.dress),
    pantsArea: share(planes.pants),
    skirtArea: share(planes.skirt),
    bagArea: share(planes.bag),
    otherArea: share(planes.other),
    shoesArea: share(planes.shoes),
    skinArea: share(planes.skin),
    hairArea: share(planes.hair),
    hairLow: areaOf(planes.hair, Math.max(0, Math.round(body.shoulderMid.y * k))) / whole,
    bulk: whole / (body.shoulderWidth * k) ** 2,
  };
}

/** Sum of a plane from a row down, in work pixels. */
function areaOf({ width, height, data }: PlaneF32, from = 0): number {
  let sum = 0;
  for (let y = from; y < height; y += SAMPLE_STEP) {
    for (let x = 0, i = y * width; x < width; x += SAMPLE_STEP, i += SAMPLE_STEP) sum += data[i];
  }
  return sum * SAMPLE_STEP * SAMPLE_STEP;
}

/** Probability of the likeliest class below which it is uncertain. */
const UNCERTAIN_PROBABILITY_MAX = 0.7;

function pictureFigures({ planes, guide }: Person): PictureFigures {
  const { width, height, data } = planes.person;
  const [hair, skin, upper, lower] = [planes.hair.data, planes.skin.data, planes.upper.data, planes.lower.data];
  const [shoes, bag, other] = [planes.shoes.data, planes.bag.data, planes.other.data];
  let [person, doubt, doubtful, soft, background, steps, groundLight, personLight] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let y = 0; y < height; y += SAMPLE_STEP) {
    for (let x = SAMPLE_STEP, i = y * width + x; x < width; x += SAMPLE_STEP, i += SAMPLE_STEP) {
      const p = data[i];
      const light = guide.data[3 * i + 1] / 255;
      if (p < 0.05) {
        background++;
        groundLight += light;
        steps += Math.abs(light - guide.data[3 * (i - SAMPLE_STEP) + 1] / 255);
        continue;
      }
      if (p < 0.9) soft++;
      if (p < 0.5) continue;
      person++;
      personLight += light;
      const likeliest = Math.max(hair[i], skin[i], upper[i], lower[i], shoes[i], bag[i], other[i]);
      doubt += 1 - likeliest;
      if (likeliest < UNCERTAIN_PROBABILITY_MAX) doubtful++;
    }
  }
  const [persons, backgrounds] = [Math.max(1, person), Math.max(1, background)];
  return {
    doubt: doubt / persons,
    doubtful: doubtful / persons,
    softBody: soft / persons,
    groundTexture: steps / backgrounds,
    groundLight: groundLight / backgrounds,
    personLight: personLight / persons,
  };
}
