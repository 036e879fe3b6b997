import { fold, mirrored, scatter } from '../folds.mjs';
import { randomFrom } from '../noise.mjs';
import { both, fill, groove, symmetric } from '../shapes.mjs';

/** Small five-petalled flowers with leaves, scattered without crowding. */
function flowers({ seed, count, petal, heart, leaf }) {
  const random = randomFrom(seed);
  const placed = [];
  for (let tries = 0; tries < 9000 && placed.length < count; tries++) {
    const [x, y] = [120 + random() * 760, 100 + random() * 1050];
    if (placed.every(([px, py]) => (px - x) ** 2 + (py - y) ** 2 > 42 ** 2)) placed.push([x, y]);
  }
  const draw = ([x, y]) => {
    const size = 7 + random() * 5;
    const turn = random() * 72;
    const petals = [0, 72, 144, 216, 288]
      .map(
        (angle) =>
          `<ellipse cx="0" cy="${-size}" rx="${size * 0.62}" ry="${size}" transform="rotate(${angle})" fill="${petal}"/>`,
      )
      .join('');
    const leaves = `<path d="M${size},${size} q${size},-${size * 0.2} ${size * 1.7},${size} q-${size},${size * 0.2} -${size * 1.7},-${size} Z" fill="${leaf}"/>`;
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(0)})">${leaves}${petals}<circle r="${(size * 0.42).toFixed(1)}" fill="${heart}"/></g>`;
  };
  return placed.map(draw).join('');
}

/** Fit-and-flare summer dress in terracotta with white flowers, wide straps, V-neck. */
export function floralDress() {
  const ground = '#b5533c';
  const bodice = symmetric(
    'M500,322 C532,268 566,214 592,132 C610,126 632,126 650,134 C648,214 656,272 694,318 C684,386 668,450 656,512 C600,526 550,530 500,530',
  );
  const skirt = symmetric('M500,520 C550,520 600,516 656,502 C680,640 742,860 806,1072 C720,1108 610,1122 500,1122');
  const neckline = 'M408,132 C434,214 468,268 500,322 C532,268 566,214 592,132';
  const armhole = 'M650,134 C648,214 656,272 694,318';
  const flare = [
    fold(
      [
        [790, 1080],
        [700, 800],
        [640, 530],
      ],
      30,
      15,
      'end',
    ),
    fold(
      [
        [720, 1100],
        [662, 800],
        [616, 540],
      ],
      24,
      -10,
      'end',
    ),
    fold(
      [
        [660, 1110],
        [626, 820],
        [584, 560],
      ],
      28,
      14,
      'end',
    ),
    fold(
      [
        [596, 1118],
        [574, 840],
        [548, 600],
      ],
      22,
      -10,
      'end',
    ),
    fold(
      [
        [540, 1120],
        [530, 860],
        [516, 600],
      ],
      26,
      13,
      'end',
    ),
  ];
  const left = mirrored([
    fold(
      [
        [776, 1084],
        [690, 820],
        [636, 540],
      ],
      28,
      14,
      'end',
    ),
    fold(
      [
        [710, 1100],
        [650, 820],
        [606, 560],
      ],
      24,
      -11,
      'end',
    ),
    fold(
      [
        [630, 1114],
        [604, 820],
        [570, 570],
      ],
      30,
      14,
      'end',
    ),
    fold(
      [
        [566, 1120],
        [552, 880],
        [536, 640],
      ],
      20,
      -9,
      'end',
    ),
  ]);
  const gathers = scatter({
    seed: 93,
    count: 16,
    box: [350, 560, 300, 30],
    angle: 90,
    spread: 12,
    length: 110,
    width: 7,
    height: 4,
  });
  const bust = [
    fold(
      [
        [690, 330],
        [640, 380],
        [590, 400],
      ],
      15,
      6,
      'end',
    ),
    fold(
      [
        [600, 520],
        [604, 450],
        [612, 400],
      ],
      9,
      5,
      'end',
    ),
    fold(
      [
        [656, 500],
        [640, 450],
        [620, 420],
      ],
      12,
      4,
      'end',
    ),
  ];
  const print = fill(ground) + flowers({ seed: 94, count: 300, petal: '#f4e9dc', heart: '#e0a63a', leaf: '#5d6b3f' });
  const inside = 'M408,132 C440,170 560,170 592,132 C566,214 532,268 500,322 C468,268 434,214 408,132 Z';
  return {
    seed: 91,
    pieces: [
      {
        shape: inside,
        paint: '#8d3f2d',
        shade: 0.8,
        volume: 0,
        shadow: 0,
        veil: '<path d="M408,140 L592,140 L540,320 L460,320 Z"/>',
      },
      {
        shape: skirt,
        paint: print,
        swell: 5,
        swellCell: [80, 300],
        volume: 0.2,
        folds: [...flare, ...left, ...gathers],
        grooves: groove('M194,1056 C290,1092 400,1106 500,1106 C600,1106 710,1092 806,1056', 2),
        pucker: 0.15,
      },
      {
        shape: bodice,
        paint: print,
        volume: 0.22,
        swell: 4,
        folds: [
          ...bust,
          ...mirrored(bust),
          ...scatter({
            seed: 95,
            count: 4,
            box: [430, 420, 140, 80],
            angle: 70,
            spread: 30,
            length: 90,
            width: 12,
            height: 2.4,
          }),
        ],
        grooves:
          groove(neckline.replaceAll('322', '334'), 2) +
          both(
            groove(armhole.replace('650,134', '638,134').replace('694,318', '684,328'), 2) +
              groove('M604,524 C604,470 606,430 616,396', 2),
          ),
        shadow: 0.3,
      },
      {
        shape: 'M344,500 C400,516 600,516 656,500 L660,532 C600,548 400,548 340,532 Z',
        paint: print,
        volume: 0.14,
        roll: 1.8,
        shadow: 0.3,
        folds: scatter({
          seed: 96,
          count: 5,
          box: [360, 518, 280, 8],
          angle: 4,
          spread: 8,
          length: 110,
          width: 6,
          height: 2,
        }),
      },
    ],
  };
}
