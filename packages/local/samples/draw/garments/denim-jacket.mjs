import { fold, mirrored, scatter } from '../folds.mjs';
import { mirroredPiece } from '../mirrored-piece.mjs';
import { both, button, disc, fill, groove, stitches, symmetric } from '../shapes.mjs';

/** Classic denim jacket, buttoned. */
export function denimJacket() {
  const blue = '#5b7fa8';
  const thread = '#d0a063';
  const body = symmetric(
    'M500,236 C540,226 574,204 600,170 C652,178 706,196 752,222 C736,290 728,380 742,468 C732,600 722,740 716,880 C640,896 560,900 500,900',
  );
  const yoke = 'M512,420 C600,420 690,412 734,396';
  const seam1 = 'M560,424 C556,600 548,760 540,890';
  const seam2 = 'M676,416 C668,600 650,760 632,890';
  const armhole = 'M752,222 C736,290 728,380 742,468';
  const sleeve =
    'M746,218 C792,240 818,290 832,350 C858,480 884,640 904,860 C882,878 840,888 804,884 C792,740 772,600 736,480 C724,390 728,300 746,218 Z';
  const placket = 'M536,238 L536,896';
  const wash =
    '<filter id="wash" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="30"/></filter>' +
    both(
      '<ellipse cx="630" cy="640" rx="60" ry="150" fill="#e6eef6" opacity="0.35" filter="url(#wash)"/><ellipse cx="650" cy="300" rx="60" ry="60" fill="#e6eef6" opacity="0.28" filter="url(#wash)"/>',
    ) +
    both(
      '<path d="M716,880 C724,740 732,600 742,468" stroke="#24385a" stroke-width="36" fill="none" opacity="0.35" filter="url(#wash)"/>',
    );
  const twin = (path, dx = 7) =>
    stitches(path, thread, 1.8) + `<g transform="translate(${dx} 0)">${stitches(path, thread, 1.8)}</g>`;
  const folds = [
    fold(
      [
        [736, 474],
        [680, 500],
        [620, 510],
      ],
      13,
      6,
      'end',
    ),
    fold(
      [
        [730, 500],
        [700, 620],
        [690, 760],
      ],
      14,
      5,
      'end',
    ),
    ...scatter({
      seed: 113,
      count: 6,
      box: [570, 560, 120, 270],
      angle: 70,
      spread: 30,
      length: 130,
      width: 14,
      height: 3.4,
    }),
  ];
  const sleeveFolds = [
    ...scatter({
      seed: 115,
      count: 9,
      box: [780, 470, 70, 330],
      angle: 26,
      spread: 24,
      length: 110,
      width: 12,
      height: 6,
    }),
    fold(
      [
        [744, 300],
        [790, 520],
        [840, 780],
      ],
      18,
      5,
    ),
  ];
  const sleevePiece = {
    shape: sleeve,
    paint: fill(blue) + stitches('M772,256 C816,420 848,640 866,850', thread, 1.8),
    folds: sleeveFolds,
    grooves: groove('M766,250 C810,420 842,640 860,850', 2.4),
    volume: 0.24,
    swellCell: [60, 120],
    pucker: 0.5,
  };
  const cuffPiece = {
    shape: 'M798,828 C836,832 872,824 898,806 L906,866 C882,884 840,894 803,890 Z',
    paint: fill(blue) + stitches('M800,838 C836,842 872,834 897,817', thread, 1.8),
    volume: 0.08,
    roll: 2,
  };
  const collar =
    'M500,236 C540,226 576,202 600,166 C628,190 656,226 672,268 C650,300 610,326 574,338 C556,300 530,262 500,236 Z';
  const flap = 'M566,430 L694,420 L698,470 L634,500 L570,480 Z';
  const flapPiece = {
    shape: flap,
    paint: fill(blue) + stitches('M573,437 L688,428 L691,466 L634,492 L577,474 Z', thread, 1.6),
    volume: 0,
    roll: 2.2,
    shadow: 0.35,
  };
  const collarPiece = {
    shape: collar,
    paint:
      fill('#5f84ae') +
      stitches('M505,244 C533,270 558,304 577,329 C610,318 644,294 663,267 C648,230 624,198 602,178', thread, 1.6),
    volume: 0.03,
    roll: 2.6,
    shadow: 0.4,
  };
  const brass = fill('#a97b45');
  return {
    seed: 111,
    pieces: [
      {
        shape: 'M400,168 C440,196 560,196 600,168 C574,204 540,230 500,240 C460,230 426,204 400,168 Z',
        paint: '#6d90b6',
        shade: 0.66,
        volume: 0,
        shadow: 0,
      },
      {
        shape: 'M464,186 L536,186 L534,210 C512,214 488,214 466,210 Z',
        paint: '#8a5a34',
        fabric: 'wool',
        roll: 0.8,
        volume: 0,
        shadow: 0.2,
      },
      {
        shape: 'M398,164 C440,190 560,190 602,164 L596,180 C556,206 444,206 404,180 Z',
        paint: '#5f84ae',
        shade: 0.86,
        roll: 1.4,
        volume: 0,
      },
      sleevePiece,
      mirroredPiece(sleevePiece),
      cuffPiece,
      mirroredPiece(cuffPiece),
      {
        shape: body,
        paint:
          fill(blue) +
          wash +
          both(stitches(yoke, thread, 1.8) + twin(seam1) + twin(seam2) + stitches(armhole, thread, 1.8)) +
          stitches(placket, thread, 1.8) +
          stitches('M474,246 L474,896', thread, 1.8),
        folds: [...folds, ...mirrored(folds)],
        swell: 4,
        swellCell: [90, 160],
        pucker: 0.55,
        shadow: 0.25,
        grooves:
          both(groove(yoke, 3) + groove(seam1, 2.6) + groove(seam2, 2.6) + groove(armhole, 2.4)) +
          groove('M540,238 L540,896', 3),
      },
      {
        shape: symmetric('M500,846 C570,846 650,840 718,826 L714,892 C640,908 560,912 500,912'),
        paint:
          fill('#5b7fa8') +
          stitches('M286,838 C400,866 600,866 714,838', thread, 1.8) +
          stitches('M290,884 C400,904 600,904 710,884', thread, 1.8),
        volume: 0.1,
        shadow: 0.28,
      },
      flapPiece,
      mirroredPiece(flapPiece),
      collarPiece,
      mirroredPiece(collarPiece),
      ...[292, 390, 488, 586, 684, 782, 872].map((y) => ({
        shape: disc(506, y, 13),
        paint: brass + button(506, y, 13, '#c39656'),
        fabric: 'smooth',
        volume: 0,
        roll: 1.4,
        shadow: 0.45,
      })),
      ...[634, 366].map((x) => ({
        shape: disc(x, 482, 10),
        paint: brass + button(x, 482, 10, '#c39656'),
        fabric: 'smooth',
        volume: 0,
        roll: 1.2,
        shadow: 0.4,
      })),
    ].map((piece) => ({ fabric: 'denim', ...piece })),
  };
}
