import type { Box, PlaneF32, RasterU8 } from '@drape/imaging';
import { distance, mix, scale, segmentDistance } from './geometry';
import type { MendInput } from './mend-planes';
import { boxAround, eachWronglyTaken } from './return-by-colour';

/** Shafts of boots that are read as trousers: they must clearly have the shoes' colours, for both are often black. */
export function returnBoots({ guide, planes, joints, frame, workScale: k }: MendInput): void {
  const reach = 0.45 * frame.shoulderWidth * k;
  for (const ankle of joints.ankles) {
    if (ankle.visibility < 0.4) continue;
    const { x, y } = scale(ankle, k);
    eachWronglyTaken(
      {
        guide,
        box: boxAround(guide, x - reach, y - 1.6 * reach, x + reach, y + reach),
        from: planes.lower,
        to: planes.shoes,
        teaches: [0, y - 0.8 * reach],
        judged: [y - 1.3 * reach, guide.height],
        ratio: [1.5, 3.5],
      },
      (i, moved) => {
        planes.shoes.data[i] += moved * planes.lower.data[i];
        for (const plane of [planes.lower, planes.pants, planes.skirt, planes.dress]) plane.data[i] *= 1 - moved;
      },
    );
  }
}

/** How far from the line ankle – toes a foot can show, in shins; what is further off is the hem around it. */
const FOOT_REACH = 0.17;
/** Looks along that line, and how many of them must meet cloth for the foot to count as hidden. */
const LOOKS = [0.1, 0.3, 0.5, 0.7, 0.9];
const HIDDEN_LOOKS = 3;

/** How much nearer one colour must be than another for a pixel to be clearly of it: on such a foot cloth, beyond it a shoe's tip. */
const CLEARLY = 0.6;

/** Belief in a shoe from which one further off may be a tip. */
const SURE_SHOE = 0.6;

/** Where a hem lies on the floor around a foot, its soft edge is read as skin and shoes: that is cloth again. */
export function returnFloorHems({
  guide,
  planes,
  joints,
  workScale: k,
}: Pick<MendInput, 'guide' | 'planes' | 'joints' | 'workScale'>): void {
  const { lower, skin, shoes, pants } = planes;
  const feet = ([0, 1] as const).map((i) => {
    const [knee, ankle, toe] = [joints.knees[i], joints.ankles[i], joints.toes[i]].map((p) => scale(p, k));
    const hidden = LOOKS.map((t) => mix(ankle, toe, t)).filter(
      (p) => lower.data[Math.floor(p.y) * lower.width + Math.floor(p.x)] > 0.5,
    );
    return { ankle, toe, shin: distance(knee, ankle), isHidden: hidden.length >= HIDDEN_LOOKS };
  });
  for (const foot of feet.filter(({ isHidden }) => isHidden)) {
    const { ankle, shin } = foot;
    const box = boxAround(lower, ankle.x - shin, ankle.y - 0.25 * shin, ankle.x + shin, ankle.y + 0.8 * shin);
    const means = [lower, skin, shoes].map((plane) => meanColour(guide, plane, plane === skin ? null : box));
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x, i = y * lower.width + x; x < box.x + box.width; x++, i++) {
        const moved = skin.data[i] + shoes.data[i];
        if (moved === 0) continue;
        const onFoot = feet.some(({ toe, ...f }) => segmentDistance({ x, y }, f.ankle, toe).d < FOOT_REACH * shin);
        if (onFoot ? !looksLikeCloth(guide, i, means, skin.data[i] > shoes.data[i]) : isShoe(guide, i, means, shoes))
          continue;
        skin.data[i] = 0;
        shoes.data[i] = 0;
        lower.data[i] += moved;
        pants.data[i] += moved;
      }
    }
  }
}

export type Rgb = readonly [number, number, number];

/** Mean colour of a plane's sure pixels inside the box, else everywhere; null where there are too few. */
function meanColour(guide: RasterU8, plane: PlaneF32, box: Box | null): Rgb | null {
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: plane.width, height: plane.height };
  const sums: [number, number, number] = [0, 0, 0];
  let n = 0;
  for (let row = y; row < y + height; row++) {
    for (let i = row * plane.width + x; i < row * plane.width + x + width; i++) {
      if (plane.data[i] < 0.95) continue;
      for (let c = 0; c < 3; c++) sums[c] += guide.data[i * guide.channels + c];
      n++;
    }
  }
  return n < 20 ? null : [sums[0] / n, sums[1] / n, sums[2] / n];
}

/** `means`: of cloth, skin and shoes. */
function looksLikeCloth(guide: RasterU8, i: number, means: readonly (Rgb | null)[], isSkin: boolean): boolean {
  const [cloth, other] = [means[0], means[isSkin ? 1 : 2]];
  return cloth !== null && other !== null && unlikeShares(guide, i, cloth) < CLEARLY * unlikeShares(guide, i, other);
}

/** Surely a shoe, and in the shoes' colour: the tip of one that reaches past the toes. */
function isShoe(guide: RasterU8, i: number, [cloth, , shoe]: readonly (Rgb | null)[], { data }: PlaneF32): boolean {
  if (data[i] < SURE_SHOE || cloth === null || shoe === null) return false;
  return unlikeShares(guide, i, shoe) < CLEARLY * unlikeShares(guide, i, cloth);
}

/** Distance of a pixel's shares of red, green and blue from those of a colour: light and folds do not count. */
export function unlikeShares({ data, channels }: RasterU8, i: number, colour: Rgb): number {
  const at = [data[i * channels], data[i * channels + 1], data[i * channels + 2]];
  const [a, b] = [at[0] + at[1] + at[2] + 1, colour[0] + colour[1] + colour[2] + 1];
  return at.reduce((sum, v, c) => sum + Math.abs(v / a - colour[c] / b), 0);
}
