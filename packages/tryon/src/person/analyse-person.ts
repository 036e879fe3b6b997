import { outsideScratch, PLANE, pyramidOf, resizeRaster, withScratch, type Point, type RasterU8 } from '@drape/imaging';
import type { BodyFrame, Limb } from '../model/body';
import type { DetectedPerson, FaceMesh, ParseResult, TryOnPorts } from '../ports';
import type { AnyRule } from '../rules/rule';
import { checkPose, requireFace } from './pose/checks';
import { continueBody } from './pose/repair/continue-body';
import { faceOval } from './pose/face-oval';
import { findPerson } from './pose/find-person';
import { correctPlanes } from './parse/correct/correct-planes';
import { bodyFrame, nameJoints, type Joints } from './pose/joints';
import { lightSide } from './measure/light-side';
import { limbOrder } from './pose/limb-order';
import { pullArmsOntoBody } from './pose/repair/pull-arms-onto-body';
import { snapWristsToHands } from './pose/repair/snap-wrists-to-hands';
import { armTubes, legTubes } from './measure/limb-tubes';
import { requireAlone } from './pose/other-bodies';
import { requireSharp } from './pose/require-sharp';
import { PERSON_PLANES, workPlanes } from './parse/planes';
import { skinTone } from './measure/skin-tone';
import { snapArmsToHands } from './pose/repair/snap-arms-to-hands';
import { waistline } from './measure/waistline';
import type { Pair } from '../model/pair';
import type { Person, PersonPlanes } from '../model/person';
import type { TryOnStage } from '../stages';
import { pairOf } from '../geometry/pairs';
import { distance } from '../geometry/vector';

/** Longest side of the work planes, and the one below which a photo is not halved, pixels. */
const WORK_SIDE_MAX = 1024;
const WORK_SIDE_MIN = 512;
/**
 * Work pixels per photo pixel. Tried by eye on 768×1376 and 1024×1536: ½, ⅖ and ⅓ look the same at full size; ⅓ halves the cost of removal
 * and shading.
 */
const WORK_SCALE = 1 / 3;

/** Work pixels per photo pixel: a third, less for very large photos, up to 1 for small ones. */
function workScaleOf(width: number, height: number): number {
  const long = Math.max(width, height);
  return Math.min(1, WORK_SIDE_MAX / long, Math.max(WORK_SCALE, WORK_SIDE_MIN / long));
}

/**
 * Reads everything from the photo that dressing needs: pose, face, class planes, measures, limbs, skin.
 *
 * Throws: {@link TryOnRefusal} when nobody can be dressed. `stage` is called before each stage, and may throw to abort. `without`: rules
 * that are left out of a measurement.
 */
export async function analysePerson(
  photo: RasterU8,
  ports: Pick<TryOnPorts, 'detectPose' | 'meshFace' | 'parsePerson'>,
  stage: (name: TryOnStage) => void,
  without: readonly AnyRule[] = [],
): Promise<Person> {
  stage('pose');
  const { person: detected, face } = await findPerson(photo, ports, () => stage('face'));
  const joints = continueBody(nameJoints(detected.landmarks), photo);
  const warnings = checkPose(joints, face, photo.width, photo.height);
  stage('parse');
  const oval = faceOval(face, joints);
  const parse = await ports.parsePerson(photo, detected);
  requireFace(photo, face, parse, oval);
  stage('measure');
  return withScratch(() => measurePerson({ photo, detected, face, joints, parse, oval, warnings }, without), {
    planes: PERSON_PLANES,
    guide: PLANE,
  });
}

/** What the networks and the pose's checks found in a photo. */
interface Findings {
  readonly photo: RasterU8;
  readonly detected: DetectedPerson;
  readonly face: FaceMesh | null;
  readonly joints: Joints;
  readonly parse: ParseResult;
  readonly oval: readonly Point[];
  readonly warnings: Person['warnings'];
}

/** Everything that needs no network. */
function measurePerson(found: Findings, without: readonly AnyRule[]): Person {
  const { photo, detected, parse, oval } = found;
  const workScale = workScaleOf(photo.width, photo.height);
  const guide = shrink(photo, workScale);
  const frame = bodyFrame(found.joints);
  const seen = { guide, joints: found.joints, frame, workScale, oval };
  const planes = withScratch(() => workPlanes({ ...seen, person: detected, parse, without }), PERSON_PLANES);
  correctPlanes({ ...seen, planes }, without);
  requireAlone(planes.skin, found.joints, frame, workScale);
  requireSharp(guide, planes.person, frame.shoulderWidth, workScale);
  const joints = mendArms(found.joints, planes, frame, workScale);
  const arms = armTubes(joints, frame, planes, workScale);
  const legs = legTubes(joints, frame, planes, workScale);
  const limbsAbove = limbs(joints.shoulders, joints.elbows, joints.wrists);
  const limbsBelow = limbs(joints.hips, joints.knees, joints.ankles);
  const bothLegs = limbsBelow.reduce((sum, { joints: [a, b, c] }) => sum + distance(a, b) + distance(b, c), 0);
  return {
    width: photo.width,
    height: photo.height,
    arms: limbsAbove,
    legs: limbsBelow,
    limbOrder: limbOrder(limbsAbove, limbsBelow, frame),
    toes: joints.toes,
    workScale,
    planes,
    guide,
    pose: detected.landmarks,
    poseScore: detected.score,
    face: found.face,
    faceOval: oval,
    body: {
      ...frame,
      waistline: waistline(planes.lower, frame, workScale),
      legLength: bothLegs / 2,
    },
    armTubes: arms,
    legTubes: legs,
    skinTone: skinTone({ guide, workScale, skin: planes.skin, oval, arms, legs }),
    lightSide: lightSide({ guide, workScale, skin: planes.skin, oval, nose: joints.nose }),
    warnings: found.warnings,
  };
}

/** Joints of arms where the planes show that they are, one correction after the other. */
function mendArms(joints: Joints, planes: PersonPlanes, frame: BodyFrame, workScale: number): Joints {
  const onPerson = snapArmsToHands(joints, planes, frame, workScale);
  const onBody = pullArmsOntoBody(onPerson, planes.person, frame.facingWidth, workScale);
  return snapWristsToHands(onBody, planes.skin, frame.facingWidth, workScale);
}

type Joint = Joints['shoulders'];

const limbs = (a: Joint, b: Joint, c: Joint): Pair<Limb> =>
  pairOf((i) => ({
    joints: [a[i], b[i], c[i]],
    visibility: [a[i].visibility, b[i].visibility, c[i].visibility],
  }));

/**
 * The photo at work size. Where it is fine enough, made from the half that the networks read too: halving first is as good as the area's
 * average.
 */
function shrink(photo: RasterU8, scale: number): RasterU8 {
  const even = photo.width % 2 === 0 && photo.height % 2 === 0;
  const source = scale <= 0.5 && even ? pyramidOf(photo).levelFor(2).raster : photo;
  return outsideScratch(() => resizeRaster(source, Math.round(photo.width * scale), Math.round(photo.height * scale)));
}
