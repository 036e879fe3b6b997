import type { PlaneF32 } from '@drape/imaging';
import type { Limb } from '../../../model/body';
import { bodyCoordinates } from '../../../person/pose/joints';
import { classFigures, type ClassFigures } from './class-figures';
import type { Person } from '../../../model/person';
import { mean } from '../../../geometry/numbers';
import { add, distance, dot, sub, unit } from '../../../geometry/vector';

/** How a body is held. */
interface PoseFigures {
  /** Shoulder and hip widths ÷ torso length: small where the body is turned. */
  readonly turned: number;
  readonly hipsTurned: number;
  /** Slope of the shoulders and of the torso. */
  readonly tilt: number;
  readonly lean: number;
  /** Distance of the nose from the middle between the ears, in shoulder widths. */
  readonly headTurned: number;
  /** Mean and lowest visibility of elbows and wrists, and of knees and ankles. */
  readonly armsSeen: number;
  readonly armsLowest: number;
  readonly legsSeen: number;
  readonly legsLowest: number;
  /** Distance between the ankles, and between the elbows, in shoulder widths. */
  readonly stride: number;
  readonly elbowsApart: number;
}

/** How arms are held. */
interface ArmFigures {
  /** Bend of the elbows, 0 straight … 1 folded: the larger of the two, and the smaller (both bend at least so much). */
  readonly bentMost: number;
  readonly bentBoth: number;
  /** Number of wrists in front of the torso; distance of the nearer one from the body's middle, shoulder widths. */
  readonly wristsBefore: number;
  readonly wristNearest: number;
}

/** Measures of a photo that show how well its person can be dressed. */
export interface PersonFigures extends ClassFigures, PoseFigures, ArmFigures {
  readonly poseScore: number;
  readonly faceScore: number;
  /** Shoulder width in hundreds of photo pixels; the photo's shorter side in thousands. */
  readonly shoulderPixels: number;
  readonly shortSide: number;
  /** Where upper clothes end, in torso lengths below the shoulders; likewise where trousers or a skirt begin. */
  readonly upperEnd: number;
  readonly waistline: number;
  readonly sideView: number;
  readonly seated: number;
}

/** Computes all measures of a person. Pure. */
export function personFigures(person: Person): PersonFigures {
  const { poseScore, face, body, warnings, planes } = person;
  const has = (code: string): number => Number(warnings.some((warning) => warning.code === code));
  return {
    poseScore,
    faceScore: face?.score ?? 0,
    ...poseFigures(person),
    ...armFigures(person),
    ...classFigures(person),
    shoulderPixels: body.shoulderWidth / 100,
    shortSide: Math.min(person.width, person.height) / 1000,
    upperEnd: lowest(person, planes.upper),
    waistline: body.waistline ?? 1.6,
    sideView: has('side_view'),
    seated: has('seated'),
  };
}

function poseFigures({ body, pose, arms, legs }: Person): PoseFigures {
  const sw = body.shoulderWidth;
  const shoulders = sub(arms[1].joints[0], arms[0].joints[0]);
  const ears = (pose[7].x + pose[8].x) / 2;
  const armsVisible = arms.flatMap(({ visibility }) => [visibility[1], visibility[2]]);
  const legsVisible = legs.flatMap(({ visibility }) => [visibility[1], visibility[2]]);
  return {
    turned: sw / body.torsoLength,
    hipsTurned: distance(legs[0].joints[0], legs[1].joints[0]) / body.torsoLength,
    tilt: Math.abs(shoulders.y) / Math.max(1, Math.abs(shoulders.x)),
    lean: Math.abs(body.down.x),
    headTurned: Math.abs(pose[0].x - ears) / sw,
    armsSeen: mean(armsVisible),
    armsLowest: Math.min(...armsVisible),
    legsSeen: mean(legsVisible),
    legsLowest: Math.min(...legsVisible),
    stride: distance(legs[0].joints[2], legs[1].joints[2]) / sw,
    elbowsApart: distance(arms[0].joints[1], arms[1].joints[1]) / sw,
  };
}

/** Bounds of the area in front of the torso: half width in shoulder widths, upper and lower end in torso lengths. */
const FRONT_AREA = { half: 0.5, from: 0.05, to: 1.15 } as const;

function armFigures({ arms, body }: Person): ArmFigures {
  const bends = arms.map(bend);
  const wrists = arms.map(({ joints }) => bodyCoordinates(body, joints[2]));
  const before = wrists.filter(({ u, v }) => Math.abs(u) < FRONT_AREA.half && v > FRONT_AREA.from && v < FRONT_AREA.to);
  return {
    bentMost: Math.max(...bends),
    bentBoth: Math.min(...bends),
    wristsBefore: before.length,
    wristNearest: Math.min(2, ...wrists.map(({ u }) => Math.abs(u))),
  };
}

/** 0 if upper arm and forearm are in line, 1 if they are folded onto each other. */
function bend({ joints }: Limb): number {
  const [upper, lower] = [unit(sub(joints[1], joints[0])), unit(sub(joints[2], joints[1]))];
  return (1 - dot(upper, lower)) / 2;
}

/** Lower end of a plane in torso lengths below the shoulders, along the body's middle third. */
function lowest({ body, workScale: k }: Person, { width, height, data }: PlaneF32): number {
  let last = 0;
  for (let v = 0.4; v < 3; v += 0.03) {
    const at = add(body.shoulderMid, body.down, v * body.torsoLength);
    for (const u of [-0.3, 0, 0.3]) {
      const x = Math.round((at.x + u * body.shoulderWidth) * k);
      const y = Math.round(at.y * k);
      if (x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] > 0.5) last = v;
    }
  }
  return last;
}
