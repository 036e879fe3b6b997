import { createRaster, type RasterU8 } from '@drape/imaging';

const WIDTH = 384;
const HEIGHT = 512;
/** Pixels per dot of a letter. */
const DOT = 7;
const PAPER = 224;
const INK = 96;

/** Letters of 5 × 7 dots, row by row. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
  E: ['#####', '#....', '#....', '####.', '#....', '#....', '#####'],
  S: ['.####', '#....', '#....', '.###.', '....#', '....#', '####.'],
  M: ['#...#', '##.##', '#.#.#', '#.#.#', '#...#', '#...#', '#...#'],
  O: ['.###.', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
  D: ['####.', '#...#', '#...#', '#...#', '#...#', '#...#', '####.'],
};

/** The result of a completed try-on in test mode: the words TEST MODE, and nobody's photo. */
export function drawTestPicture(): RasterU8 {
  const picture = createRaster(WIDTH, HEIGHT, 3);
  picture.data.fill(PAPER);
  drawWord(picture, 'TEST', HEIGHT / 2 - 9 * DOT);
  drawWord(picture, 'MODE', HEIGHT / 2 + 2 * DOT);
  return picture;
}

function drawWord(picture: RasterU8, word: string, top: number): void {
  const left = (WIDTH - (word.length * 6 - 1) * DOT) / 2;
  [...word].forEach((letter, at) => {
    (LETTERS[letter] ?? []).forEach((row, y) => {
      [...row].forEach((dot, x) => {
        if (dot === '#') fillDot(picture, left + (at * 6 + x) * DOT, top + y * DOT);
      });
    });
  });
}

function fillDot({ data }: RasterU8, left: number, top: number): void {
  for (let y = Math.round(top); y < Math.round(top) + DOT; y++) {
    const start = (y * WIDTH + Math.round(left)) * 3;
    data.fill(INK, start, start + DOT * 3);
  }
}
