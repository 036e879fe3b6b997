import { boxBlur, cropPlane, type Box, type PlaneF32 } from '@drape/imaging';
import type { PersonPlanes } from '../types';
import { filledBox, grownBox, overlapOf } from './boxes';
import { mix, scale } from './geometry';
import { sampleAt } from './limb-tubes';
import { collarLayer } from './mend-jaw';
import type { MendInput } from './mend-planes';
import { boxAround } from './return-by-colour';

/** Half the side of the square that skin must fill by this share for a finger to be believed, and how far around it; in shoulder widths. */
const FINGER = 0.022;
const FINGER_FILL = 0.55;
const FINGER_AROUND = 0.045;
/** Share of lower clothes around a thread of skin from which it is their edge. */
const EDGE_OF_CLOTH = 0.25;

/**
 * A thread of skin or shoe along skirts or trousers, thinner than any finger, is their lit or shaded edge, or the shadow of a hem on the
 * floor. `body`: outside it the planes hold nothing. Aliasing: writes `planes`.
 */
export function returnThreads(
  { skin, shoes, lower, pants }: Pick<PersonPlanes, 'skin' | 'shoes' | 'lower' | 'pants'>,
  shoulderWidth: number,
  body?: Box,
): void {
  giveBack([skin, shoes], [lower, pants], shoulderWidth, {
    around: FINGER_AROUND,
    edge: EDGE_OF_CLOTH,
    believed: 0,
    fill: FINGER_FILL,
    within: body,
  });
}

/** How far around a wrist its cuff's rim is looked for, shoulder widths: a wide one hangs as far below it. */
const CUFF_REACH = 0.4;
/**
 * As FINGER_AROUND, EDGE_OF_CLOTH and FINGER_FILL: a cuff's rim is thicker than a skirt's edge, runs right up to the hand, and hangs by no
 * more than its upper edge. A hand that is half believed is no thread.
 */
const CUFF = { around: 0.018, edge: 0.04, believed: 0.35, fill: 0.75 } as const;
/** Below this the wrist is off the photo. */
const WRIST_PRESENT = 0.12;
/** Share of the forearm at which a sleeve that has a cuff near the wrist is seen. */
const SLEEVED = 0.7;

/**
 * A thread of skin along a sleeve near its wrist, thinner than any finger and not beside the hand, is the rim or the inside of the cuff: as
 * skin it would stay in the air beside a bare arm.
 *
 * Aliasing: writes the planes.
 */
export function returnCuffs(input: Omit<MendInput, 'guide'>): void {
  const { planes, joints, frame, workScale: k } = input;
  const sw = frame.shoulderWidth * k;
  const layer = collarLayer(input);
  for (const side of [0, 1] as const) {
    const wrist = joints.wrists[side];
    if (wrist.visibility < WRIST_PRESENT) continue;
    if (sampleAt(planes.upper, mix(joints.elbows[side], wrist, SLEEVED), k) < 0.5) continue;
    const { x, y } = scale(wrist, k);
    const reach = CUFF_REACH * sw;
    const box = boxAround(planes.skin, x - reach, y - reach, x + reach, y + reach);
    if (box.width > 0 && box.height > 0) giveBack([planes.skin], [planes.upper, layer], sw, { ...CUFF, within: box });
  }
}

/** What counts as a thread. */
interface Threads {
  /** How far around skin that is wider than a thread nothing moves, in shoulder widths. */
  readonly around: number;
  /** Share of the cloth around a thread from which on it is the cloth's. */
  readonly edge: number;
  /** Belief from which on a pixel fills the square of a finger; all count by what is believed where it is 0. */
  readonly believed: number;
  /** As FINGER_FILL. */
  readonly fill: number;
  /** Where threads are looked for; everywhere by default. */
  readonly within?: Box | undefined;
}

/** Gives the threads in some planes along a cloth to its planes, of which the first tells where it is. */
function giveBack(
  from: readonly PlaneF32[],
  to: readonly [PlaneF32, PlaneF32],
  sw: number,
  { around: spared, edge, believed, fill, within }: Threads,
): void {
  const [cloth] = to;
  const radius = Math.max(1, Math.round(FINGER * sw));
  const reach = Math.max(1, Math.round(spared * sw));
  const clothes = filledBox(cloth, within);
  const around = grownBox(clothes, 2 * radius, cloth);
  if (around.width <= 0) return;
  const beneath = boxBlur(cropPlane(cloth, around), radius);
  for (const plane of from) {
    const beside = overlapOf(grownBox(clothes, radius, plane), filledBox(plane, within));
    if (beside.width <= 0 || beside.height <= 0) continue;
    const box = grownBox(beside, radius + reach, plane);
    const seen = cropPlane(plane, box);
    if (believed > 0) atLeast(seen.data, believed);
    const sure = boxBlur(seen, radius);
    atLeast(sure.data, fill);
    const near = boxBlur(sure, reach);
    for (let y = beside.y; y < beside.y + beside.height; y++) {
      const start = y * plane.width + beside.x;
      const nearRow = near.data.subarray((y - box.y) * box.width + beside.x - box.x);
      const clothRow = beneath.data.subarray((y - around.y) * around.width + beside.x - around.x);
      threadRow(plane.data, to, start, start + beside.width, nearRow, clothRow, edge);
    }
  }
}

/** 1 where a number exceeds the least, 0 elsewhere. */
function atLeast(data: Float32Array, least: number): void {
  for (let i = 0; i < data.length; i++) data[i] = data[i] > least ? 1 : 0;
}

/** Moves the threads among pixels [from, to) to the clothes; `near` and `beneath` tell what is around each of them. */
function threadRow(
  data: Float32Array,
  [cloth, layer]: readonly [PlaneF32, PlaneF32],
  from: number,
  to: number,
  near: Float32Array,
  beneath: Float32Array,
  edge: number,
): void {
  for (let i = from, j = 0; i < to; i++, j++) {
    if (data[i] === 0 || near[j] > 0.001 || beneath[j] < edge) continue;
    cloth.data[i] += data[i];
    layer.data[i] += data[i];
    data[i] = 0;
  }
}
