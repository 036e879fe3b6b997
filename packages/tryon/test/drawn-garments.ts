import type { PlaneF32, Point } from '@drape/imaging';
import { drawPolygon } from './drawn-shapes';

export const WIDTH = 420;
export const HEIGHT = 480;

/** Reflects the right half of an outline (from the axis at the top to the axis at the bottom) to the left. */
function whole(right: readonly Point[], axisX = WIDTH / 2): Point[] {
  return [...right, ...right.map((p) => ({ x: 2 * axisX - p.x, y: p.y })).reverse()];
}

const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });

/** A tee laid flat, sleeves at 45°: the truth of its right half. */
export const TEE = {
  neck: at(40, 40),
  shoulder: at(110, 66),
  cuffOuter: at(190, 146),
  cuffInner: at(150, 186),
  armpit: at(104, 150),
  hem: at(104, 440),
};

export function drawTee(): PlaneF32 {
  return drawPolygon(
    WIDTH,
    HEIGHT,
    whole([at(0, 56), at(20, 52), TEE.neck, TEE.shoulder, TEE.cuffOuter, TEE.cuffInner, TEE.armpit, TEE.hem]),
  );
}

/** A shirt with long sleeves that hang beside the body, a gap of 14 px from the armpit on. */
export const SHIRT = {
  neck: at(36, 40),
  shoulder: at(100, 62),
  cuffOuter: at(186, 400),
  cuffInner: at(146, 408),
  armpit: at(88, 160),
  hem: at(94, 440),
};

export function drawShirt(): PlaneF32 {
  return drawPolygon(
    WIDTH,
    HEIGHT,
    whole([at(0, 52), SHIRT.neck, SHIRT.shoulder, SHIRT.cuffOuter, SHIRT.cuffInner, SHIRT.armpit, SHIRT.hem]),
  );
}

/** A jacket on a hanger: rounded shoulders, sleeves that touch the body down to its hem and end just below it. */
export const HANGING = {
  neck: at(38, 34),
  shoulder: at(124, 60),
  cuff: at(160, 448),
  notch: at(96, 430),
  hem: at(92, 434),
};

export function drawHangingJacket(): PlaneF32 {
  const { neck, shoulder, cuff, notch, hem } = HANGING;
  const half = [at(0, 34), neck, shoulder, at(134, 72), at(140, 96), cuff, at(108, 466), notch, hem, at(0, 436)];
  return drawPolygon(WIDTH, HEIGHT, whole(half));
}

/** A vest with a standing collar: arm holes hollow below the shoulders, straight sides. */
export const VEST = { neck: at(44, 64), shoulder: at(118, 84), armpit: at(140, 220), hem: at(136, 440) };

/** `end`: the end of a hanger that stands out of the arm hole on the right. */
export function drawVest(end: readonly Point[] = []): PlaneF32 {
  const { neck, shoulder, armpit, hem } = VEST;
  const half = [at(0, 30), at(38, 30), neck, shoulder, at(108, 120), at(106, 160), at(118, 200), armpit, hem];
  const right = [...half.slice(0, 4), ...end, ...half.slice(4)];
  return drawPolygon(WIDTH, HEIGHT, [...right, ...whole(half).slice(half.length)]);
}

/** A black hook that reaches out over the arm hole. */
export const HANGER_END: readonly Point[] = [at(150, 112), at(146, 124)];

export const TANK = { strapInner: at(44, 40), strapOuter: at(68, 40), armpit: at(100, 170), hem: at(96, 420) };

export function drawTank(): PlaneF32 {
  return drawPolygon(
    WIDTH,
    HEIGHT,
    whole([
      at(0, 150),
      at(30, 140),
      at(42, 100),
      TANK.strapInner,
      TANK.strapOuter,
      at(70, 100),
      at(80, 140),
      TANK.armpit,
      TANK.hem,
    ]),
  );
}

export const PANTS = { waist: at(80, 30), crotch: at(0, 160), hemOuter: at(110, 450), hemInner: at(44, 450) };

export function drawPants(crotch = PANTS.crotch): PlaneF32 {
  return drawPolygon(
    WIDTH,
    HEIGHT,
    whole([at(0, 30), PANTS.waist, at(100, 120), PANTS.hemOuter, PANTS.hemInner, crotch]),
  );
}

export const SKIRT = { waist: at(70, 60), hem: at(150, 400) };

export function drawSkirt(): PlaneF32 {
  return drawPolygon(WIDTH, HEIGHT, whole([at(0, 60), SKIRT.waist, SKIRT.hem, at(0, 412)]));
}

/** An A-line dress with short sleeves whose hem is wider than its sleeves. */
export const DRESS = { neck: at(26, 30), shoulder: at(60, 44), armpit: at(56, 100), hem: at(120, 456) };

export function drawDress(): PlaneF32 {
  return drawPolygon(
    WIDTH,
    HEIGHT,
    whole([at(0, 42), DRESS.neck, DRESS.shoulder, at(100, 88), at(82, 112), DRESS.armpit, DRESS.hem, at(0, 462)]),
  );
}

/** A strapless dress laid flat: heart-shaped upper edge, fitted waist, wide skirt. */
export const STRAPLESS = {
  top: at(28, 60),
  corner: at(50, 66),
  chest: at(54, 86),
  waist: at(47, 126),
  hem: at(130, 300),
};

export function drawStrapless(): PlaneF32 {
  const { top, corner, chest, waist, hem } = STRAPLESS;
  return drawPolygon(WIDTH, HEIGHT, whole([at(0, 66), top, corner, chest, waist, hem, at(0, 306)]));
}

export const LEGGINGS = { waist: at(80, 30), crotch: at(0, 170), hemOuter: at(62, 476), hemInner: at(34, 478) };

export function drawLeggings(): PlaneF32 {
  const { waist, crotch, hemOuter, hemInner } = LEGGINGS;
  return drawPolygon(WIDTH, HEIGHT, whole([at(0, 30), waist, at(80, 120), hemOuter, hemInner, crotch]));
}

/** Bermuda shorts: wide legs that end above the knee. */
export const SHORTS = { waist: at(110, 60), crotch: at(0, 210), hemOuter: at(150, 360), hemInner: at(30, 366) };

export function drawShorts(): PlaneF32 {
  const { waist, crotch, hemOuter, hemInner } = SHORTS;
  return drawPolygon(WIDTH, HEIGHT, whole([at(0, 60), waist, hemOuter, hemInner, crotch]));
}

/** Palazzos with a stretched waist, photographed askew: the left leg is the shorter and has the wider hem. */
export const UNEVEN_PANTS = {
  waistLeft: at(-110, 60),
  waistRight: at(110, 60),
  crotch: at(0, 190),
  hemLeftOuter: at(-130, 374),
  hemLeftInner: at(-10, 380),
  hemRightInner: at(50, 478),
  hemRightOuter: at(130, 476),
} as const;

export function drawUnevenPants(): PlaneF32 {
  const { waistLeft, waistRight, crotch, hemLeftOuter, hemLeftInner, hemRightInner, hemRightOuter } = UNEVEN_PANTS;
  const right = [waistRight, at(116, 160), hemRightOuter, hemRightInner];
  const left = [hemLeftInner, hemLeftOuter, at(-116, 160), waistLeft];
  return drawPolygon(WIDTH, HEIGHT, [...right, crotch, ...left]);
}

/** Hot pants: the hem's outer corner lies beside the crotch, nearer to it than the waist does. */
export const SHORT_SHORTS = { waist: at(120, 60), crotch: at(0, 250), hemOuter: at(170, 262), hemInner: at(20, 296) };

export function drawShortShorts(): PlaneF32 {
  const { waist, crotch, hemOuter, hemInner } = SHORT_SHORTS;
  return drawPolygon(WIDTH, HEIGHT, whole([at(0, 60), waist, hemOuter, hemInner, crotch]));
}

/** Shorts whose legs overlap: the lower leg's hem runs straight on from the upper one's, but for the notch between them. */
export const OVERLAPPING_SHORTS = {
  waistLeft: at(-120, 60),
  waistRight: at(120, 60),
  crotch: at(-6, 262),
  hemLeftOuter: at(-170, 215),
  hemLeftInner: at(-16, 284),
  hemRightInner: at(8, 300),
  hemRightOuter: at(170, 225),
} as const;

export function drawOverlappingShorts(): PlaneF32 {
  const { waistLeft, waistRight, crotch, hemLeftOuter, hemLeftInner, hemRightInner, hemRightOuter } =
    OVERLAPPING_SHORTS;
  return drawPolygon(WIDTH, HEIGHT, [
    waistRight,
    hemRightOuter,
    hemRightInner,
    crotch,
    hemLeftInner,
    hemLeftOuter,
    waistLeft,
  ]);
}
