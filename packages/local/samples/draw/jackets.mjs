import { fold, mirrored, scatter } from './folds.mjs';
import { both, button, fill, groove, mirrorPath, stitches, symmetric } from './shapes.mjs';

const disc = (x, y, r) => `M${x - r},${y} C${x - r},${y - r * 1.33} ${x + r},${y - r * 1.33} ${x + r},${y} C${x + r},${y + r * 1.33} ${x - r},${y + r * 1.33} ${x - r},${y} Z`;
const mirroredPiece = (piece) => ({
  ...piece,
  shape: mirrorPath(piece.shape),
  folds: mirrored(piece.folds ?? []),
  paint: piece.paint.startsWith('#') ? piece.paint : `<g transform="translate(1000 0) scale(-1 1)">${piece.paint}</g>`,
  grooves: `<g transform="translate(1000 0) scale(-1 1)">${piece.grooves ?? ''}</g>`,
});

/** Classic denim jacket, buttoned. */
export function denimJacket() {
  const blue = '#5b7fa8';
  const thread = '#d0a063';
  const body = symmetric('M500,236 C540,226 574,204 600,170 C652,178 706,196 752,222 C736,290 728,380 742,468 C732,600 722,740 716,880 C640,896 560,900 500,900');
  const yoke = 'M512,420 C600,420 690,412 734,396';
  const seam1 = 'M560,424 C556,600 548,760 540,890';
  const seam2 = 'M676,416 C668,600 650,760 632,890';
  const armhole = 'M752,222 C736,290 728,380 742,468';
  const sleeve = 'M746,218 C792,240 818,290 832,350 C858,480 884,640 904,860 C882,878 840,888 804,884 C792,740 772,600 736,480 C724,390 728,300 746,218 Z';
  const placket = 'M536,238 L536,896';
  const wash = '<filter id="wash" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="30"/></filter>' +
    both('<ellipse cx="630" cy="640" rx="60" ry="150" fill="#e6eef6" opacity="0.35" filter="url(#wash)"/><ellipse cx="650" cy="300" rx="60" ry="60" fill="#e6eef6" opacity="0.28" filter="url(#wash)"/>') +
    both('<path d="M716,880 C724,740 732,600 742,468" stroke="#24385a" stroke-width="36" fill="none" opacity="0.35" filter="url(#wash)"/>');
  const twin = (path, dx = 7) => stitches(path, thread, 1.8) + `<g transform="translate(${dx} 0)">${stitches(path, thread, 1.8)}</g>`;
  const folds = [
    fold([[736, 474], [680, 500], [620, 510]], 13, 6, 'end'),
    fold([[730, 500], [700, 620], [690, 760]], 14, 5, 'end'),
    ...scatter({ seed: 113, count: 6, box: [570, 560, 120, 270], angle: 70, spread: 30, length: 130, width: 14, height: 3.4 }),
  ];
  const sleeveFolds = [
    ...scatter({ seed: 115, count: 9, box: [780, 470, 70, 330], angle: 26, spread: 24, length: 110, width: 12, height: 6 }),
    fold([[744, 300], [790, 520], [840, 780]], 18, 5),
  ];
  const sleevePiece = { shape: sleeve, paint: fill(blue) + stitches('M772,256 C816,420 848,640 866,850', thread, 1.8), folds: sleeveFolds, grooves: groove('M766,250 C810,420 842,640 860,850', 2.4), volume: 0.24, swellCell: [60, 120], pucker: 0.5 };
  const cuffPiece = { shape: 'M798,828 C836,832 872,824 898,806 L906,866 C882,884 840,894 803,890 Z', paint: fill(blue) + stitches('M800,838 C836,842 872,834 897,817', thread, 1.8), volume: 0.08, roll: 2 };
  const collar = 'M500,236 C540,226 576,202 600,166 C628,190 656,226 672,268 C650,300 610,326 574,338 C556,300 530,262 500,236 Z';
  const flap = 'M566,430 L694,420 L698,470 L634,500 L570,480 Z';
  const flapPiece = { shape: flap, paint: fill(blue) + stitches('M573,437 L688,428 L691,466 L634,492 L577,474 Z', thread, 1.6), volume: 0, roll: 2.2, shadow: 0.35 };
  const collarPiece = { shape: collar, paint: fill('#5f84ae') + stitches('M505,244 C533,270 558,304 577,329 C610,318 644,294 663,267 C648,230 624,198 602,178', thread, 1.6), volume: 0.03, roll: 2.6, shadow: 0.4 };
  const brass = fill('#a97b45') ;
  return {
    seed: 111,
    pieces: [
      { shape: 'M400,168 C440,196 560,196 600,168 C574,204 540,230 500,240 C460,230 426,204 400,168 Z', paint: '#6d90b6', shade: 0.66, volume: 0, shadow: 0 },
      { shape: 'M464,186 L536,186 L534,210 C512,214 488,214 466,210 Z', paint: '#8a5a34', fabric: 'wool', roll: 0.8, volume: 0, shadow: 0.2 },
      { shape: 'M398,164 C440,190 560,190 602,164 L596,180 C556,206 444,206 404,180 Z', paint: '#5f84ae', shade: 0.86, roll: 1.4, volume: 0 },
      sleevePiece,
      mirroredPiece(sleevePiece),
      cuffPiece,
      mirroredPiece(cuffPiece),
      {
        shape: body,
        paint: fill(blue) + wash + both(stitches(yoke, thread, 1.8) + twin(seam1) + twin(seam2) + stitches(armhole, thread, 1.8)) + stitches(placket, thread, 1.8) + stitches('M474,246 L474,896', thread, 1.8),
        folds: [...folds, ...mirrored(folds)],
        swell: 4,
        swellCell: [90, 160],
        pucker: 0.55,
        shadow: 0.25,
        grooves: both(groove(yoke, 3) + groove(seam1, 2.6) + groove(seam2, 2.6) + groove(armhole, 2.4)) + groove('M540,238 L540,896', 3),
      },
      { shape: symmetric('M500,846 C570,846 650,840 718,826 L714,892 C640,908 560,912 500,912'), paint: fill('#5b7fa8') + stitches('M286,838 C400,866 600,866 714,838', thread, 1.8) + stitches('M290,884 C400,904 600,904 710,884', thread, 1.8), volume: 0.1, shadow: 0.28 },
      flapPiece,
      mirroredPiece(flapPiece),
      collarPiece,
      mirroredPiece(collarPiece),
      ...[292, 390, 488, 586, 684, 782, 872].map((y) => ({ shape: disc(506, y, 13), paint: brass + button(506, y, 13, '#c39656'), fabric: 'smooth', volume: 0, roll: 1.4, shadow: 0.45 })),
      ...[634, 366].map((x) => ({ shape: disc(x, 482, 10), paint: brass + button(x, 482, 10, '#c39656'), fabric: 'smooth', volume: 0, roll: 1.2, shadow: 0.4 })),
    ].map((piece) => ({ fabric: 'denim', ...piece })),
  };
}

/** Charcoal single-breasted blazer with notched lapels. */
export function charcoalBlazer() {
  const wool = '#4a4d55';
  const panel = 'M590,160 C640,172 700,196 748,226 C730,290 724,372 738,450 C716,540 704,600 706,664 C714,770 728,890 740,1006 C690,1028 640,1036 592,1034 C548,1020 520,950 506,860 C494,790 484,720 476,640 C510,520 560,330 590,160 Z';
  const sleeve = 'M742,222 C788,244 814,292 828,350 C854,470 876,650 892,926 C866,942 826,950 792,946 C784,780 768,620 732,470 C720,386 724,300 742,222 Z';
  const dart = 'M634,520 C630,600 632,690 640,790';
  const folds = [
    fold([[734, 456], [690, 480], [640, 480]], 15, 6, 'end'),
    fold([[730, 480], [706, 570], [690, 640]], 14, 5, 'end'),
    fold([[490, 640], [560, 610], [660, 600]], 16, 4, 'end'),
    fold([[520, 880], [600, 900], [690, 1000]], 30, 5),
  ];
  const sleeveFolds = [
    ...scatter({ seed: 125, count: 7, box: [780, 500, 60, 330], angle: 28, spread: 22, length: 100, width: 13, height: 5 }),
    fold([[742, 300], [786, 560], [830, 900]], 20, 6),
    fold([[744, 240], [752, 330], [744, 440]], 12, 4),
  ];
  const sleevePiece = { shape: sleeve, paint: wool, folds: sleeveFolds, volume: 0.26, swellCell: [70, 150], grooves: '' };
  const sleeveButtons = [868, 890, 912].map((y) => ({ shape: disc(806, y, 7), paint: fill('#26272b') + button(806, y, 7, '#303238'), fabric: 'smooth', volume: 0, roll: 1.2, shadow: 0.35 }));
  const panelPiece = { shape: panel, paint: fill(wool), folds, swell: 4, swellCell: [130, 220], volume: 0.22, grooves: groove(dart, 2) + groove('M596,1020 C640,1022 690,1014 738,992', 1.6), shadow: 0.45, pucker: 0.15 };
  const lapel = 'M478,642 C500,560 540,420 574,226 L640,286 L690,330 C640,420 560,540 478,642 Z';
  const lapelPiece = { shape: lapel, paint: '#50535c', volume: 0.02, roll: 3, shadow: 0.5, swell: 2, folds: [fold([[484, 634], [540, 500], [584, 260]], 14, 5)], grooves: groove('M492,622 C566,532 640,420 680,334', 1.4), pucker: 0.1 };
  const collar = 'M556,146 C580,148 600,156 614,168 C644,196 672,240 688,290 L642,300 C622,270 600,244 574,226 C566,200 560,172 556,146 Z';
  const collarPiece = { shape: collar, paint: '#50535c', volume: 0.02, roll: 3, shadow: 0.45, swell: 1.5 };
  const pocket = 'M580,764 L712,752 L716,796 L584,808 Z';
  const pocketPiece = { shape: pocket, paint: wool, volume: 0, roll: 2, shadow: 0.4, swell: 1.5 };
  const mirroredButtons = sleeveButtons.map(mirroredPiece);
  const lining = '#5c2230';
  return {
    seed: 121,
    pieces: [
      { shape: 'M410,160 C450,186 550,186 590,160 C570,330 540,500 500,640 C460,500 430,330 410,160 Z', paint: lining, fabric: 'smooth', shade: 0.8, sheen: 0.3, volume: 0, shadow: 0, folds: scatter({ seed: 127, count: 7, box: [450, 230, 100, 260], angle: 84, spread: 16, length: 200, width: 12, height: 4 }), veil: '<path d="M410,190 L590,190 L510,640 L490,640 Z"/>' },
      { shape: 'M460,190 L540,190 L538,216 C514,222 486,222 462,216 Z', paint: '#e4dccb', fabric: 'smooth', roll: 0.8, volume: 0, shadow: 0.25 },
      { shape: 'M402,150 C450,176 550,176 598,150 L590,172 C550,200 450,200 410,172 Z', paint: '#484b53', shade: 0.8, volume: 0, roll: 2 },
      sleevePiece,
      mirroredPiece(sleevePiece),
      ...sleeveButtons,
      ...mirroredButtons,
      mirroredPiece(panelPiece),
      mirroredPiece(pocketPiece),
      mirroredPiece(lapelPiece),
      mirroredPiece(collarPiece),
      panelPiece,
      pocketPiece,
      { shape: 'M592,452 L684,438 L688,466 L597,480 Z', paint: wool, volume: 0, roll: 1.6, shadow: 0.35, swell: 1 },
      lapelPiece,
      collarPiece,
      { shape: disc(500, 672, 14), paint: fill('#26272b') + button(500, 672, 14, '#303238'), fabric: 'smooth', volume: 0, roll: 1.6, shadow: 0.5 },
      { shape: disc(508, 772, 14), paint: fill('#26272b') + button(508, 772, 14, '#303238'), fabric: 'smooth', volume: 0, roll: 1.6, shadow: 0.5 },
    ].map((piece) => ({ fabric: 'wool', ...piece })),
  };
}
