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

/** Where a hem lies on the floor around a foot, its soft edge is read as skin and shoes: that is cloth again. */
export function returnFloorHems({
  planes,
  joints,
  workScale: k,
}: Pick<MendInput, 'planes' | 'joints' | 'workScale'>): void {
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
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x, i = y * lower.width + x; x < box.x + box.width; x++, i++) {
        const moved = skin.data[i] + shoes.data[i];
        if (moved === 0 || feet.some(({ toe, ...f }) => segmentDistance({ x, y }, f.ankle, toe).d < FOOT_REACH * shin))
          continue;
        skin.data[i] = 0;
        shoes.data[i] = 0;
        lower.data[i] += moved;
        pants.data[i] += moved;
      }
    }
  }
}
