import type { PlaneF32, Point } from '@drape/imaging';
import type { ArmState } from '../../model/limbs';
import type { ArmSleeve, LimbField } from '../../model/scene';
import { sampleAt } from '../../geometry/sampling';
import { smoothstep } from '../../geometry/numbers';
import { add, distance, lerp, scale, sub, unit } from '../../geometry/vector';
import { always, changed, type Rule } from '../../rules/rule';

/**
 * The dark line where a sleeve lies before or beside the body: its depth and half width on what lies behind the sleeve, and depth and reach
 * of the soft shade along it; natural log of the colour, shoulder widths.
 *
 * Source: 54 sleeves of 88 people in plain clothes (clothing-co-parsing), profiles across the arm laid on their darkest place: in the
 * median −.34 there, −.30 at .01, −.13 at .02, −.06 at .03 and −.03 at .05 shoulder widths on either side, what the same search finds in
 * the middle of the body (−.10) taken off; quartiles −.04 and −.57. A little less, for most of them stand in the sun.
 */
const LINE = 0.25;
const LINE_HALF = 0.018;
const SHADE = 0.11;
const SHADE_REACH = 0.035;
/** Share of both that falls on the sleeve's own edge: it turns away from the light, but lies in front. */
const ON_SLEEVE = 0.4;
/** On cloth below an edge so much more shade falls, and it reaches so much further: light comes from above. By eye. */
const BELOW = 0.8;
/** Thinner lines than this, in pixels of half the work size, would be beads; half of the ramp between sleeve and cloth behind it. */
const THINNEST = 1.05;
const RAMP = 0.7;
/** Over how much of its outline, in shoulder widths, a sleeve parts from the body below the armpit, and from the shoulder's tip. */
const FROM_ARMPIT = [0.1, 0.45] as const;
const FROM_TIP = [0.15, 0.4] as const;
/** Shares of the arm before its pocket over which the line runs out: the pocket's mouth goes on there. */
const POCKET = [0.14, 0.05] as const;
/** Radii of the arm from which on an edge lies beside it. */
const BESIDE = [0.5, 0.85] as const;
/** How far on either side of an edge, in shoulder widths, there must be cloth. */
const CLOTH_BESIDE = 0.05;
/** Where the soft shade ends, in its reaches, and cells of its table a pixel. */
const SHADE_END = 2.6;
const CELLS = 8;

/** What {@link partSleeves} needs of a scene, at work size. */
export interface Sleeved {
  readonly garment: PlaneF32;
  /** Image left first; the second one lies before the first. */
  readonly sleeves: readonly Pick<ArmSleeve, 'outline' | 'cloth'>[];
  readonly arms: readonly LimbField[];
  readonly armStates: readonly Pick<ArmState, 'depth' | 'entersAt'>[];
  /** Shoulder width in work pixels. */
  readonly sw: number;
}

/** A place on a sleeve's edge in work pixels, and how much of the line is seen there, 0…1. */
interface EdgePoint {
  readonly at: Point;
  readonly seen: number;
}

export const SLEEVE_RELIEF: Rule<{ readonly scene: Sleeved; readonly gain: PlaneF32 }, PlaneF32> = {
  id: 'sleeve-relief',
  stage: 'shade',
  summary: 'Parts sleeves by a shadow from the body or the sleeve that they lie before.',
  appliesTo: always,
  apply: ({ scene, gain }) => changed(gain, (copy) => partSleeves(scene, copy)),
  evidence: [],
};

/**
 * Parts sleeves from the cloth that they lie before, body or other sleeve: along their own edges, wherever arms are. A flat product brings
 * no such line, and its sleeves melt into it.
 *
 * Space: `gain` has half the work size. Aliasing: writes `gain`. Cost: below a millisecond.
 */
export function partSleeves(scene: Sleeved, gain: PlaneF32): void {
  const dark = new Float32Array(gain.data.length);
  const profile = profileOf(scene.sw / 2);
  scene.sleeves.forEach(({ outline }, side) => {
    if (outline.length < 3) return;
    const edge = edgeOf(scene, side, withoutLoops(outline));
    const job = { dark, width: gain.width, outwards: side === 0 ? 1 : -1, profile };
    for (let s = 0; s + 1 < edge.length; s++) {
      if (edge[s].seen + edge[s + 1].seen > 0) addPiece(job, edge[s], edge[s + 1]);
    }
  });
  for (let i = 0; i < dark.length; i++) if (dark[i] > 0) gain.data[i] *= Math.exp(-dark[i]);
}

function edgeOf(scene: Sleeved, side: number, points: readonly Point[]): EdgePoint[] {
  const before = scene.sleeves.slice(side + 1);
  const seen = points.map((p, i) => {
    const along = unit(sub(points[Math.min(points.length - 1, i + 1)], points[Math.max(0, i - 1)]));
    if (before.some(({ cloth }) => cloth !== null && sampleAt(cloth, p, 1) > 0.5)) return 0;
    return clothBeside(scene, p, along);
  });
  const lengths = runningLength(points);
  const whole = lengths[lengths.length - 1];
  return points.map((p, i) => {
    const even = (seen[Math.max(0, i - 1)] + 2 * seen[i] + seen[Math.min(points.length - 1, i + 1)]) / 4;
    const beside = even * besideArm(scene, side, p);
    const [tip, pit] = [lengths[i] / scene.sw, (whole - lengths[i]) / scene.sw];
    return { at: scale(p, 0.5), seen: beside * smoothstep(tip, ...FROM_TIP) * smoothstep(pit, ...FROM_ARMPIT) };
  });
}

/** 1 where cloth lies on both sides of an edge. */
function clothBeside({ garment, sw }: Sleeved, p: Point, along: Point): number {
  const across = { x: -along.y, y: along.x };
  return Math.min(...[-1, 1].map((side) => sampleAt(garment, add(p, across, side * CLOTH_BESIDE * sw), 1))) > 0.5
    ? 1
    : 0;
}

/** A polygon's line without what lies between two of its sides that cross: the crook of a bent arm folds a sleeve's inner edge into a loop. */
function withoutLoops(line: readonly Point[]): Point[] {
  const out: Point[] = [];
  for (let i = 0; i < line.length; i++) {
    out.push(line[i]);
    if (i + 1 === line.length) break;
    for (let j = Math.min(line.length - 2, i + LOOP); j > i + 1; j--) {
      const at = crossing(line[i], line[i + 1], line[j], line[j + 1]);
      if (at === null) continue;
      out.push(at);
      i = j;
      break;
    }
  }
  return out;
}

/** Most sides of a loop: edges of a sleeve that cross further apart are two edges of a forearm laid over its upper arm. */
const LOOP = 7;

/** Where two sides cross; null where they do not. */
function crossing(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [u, v] = [sub(b, a), sub(d, c)];
  const turn = u.x * v.y - u.y * v.x;
  if (Math.abs(turn) < 1e-9) return null;
  const off = sub(c, a);
  const s = (off.x * v.y - off.y * v.x) / turn;
  const t = (off.x * u.y - off.y * u.x) / turn;
  return s > 0 && s < 1 && t > 0 && t < 1 ? lerp(a, b, s) : null;
}

/** 0 across the arm itself, where cuffs lie and the crooks of bent arms fold the edge in, and fading to 0 towards a pocket; else 1. */
function besideArm({ arms, armStates }: Sleeved, side: number, p: Point): number {
  const { box, t, u } = arms[side];
  const [x, y] = [Math.floor(p.x) - box.x, Math.floor(p.y) - box.y];
  if (x < 0 || y < 0 || x >= box.width || y >= box.height) return 1;
  const i = y * box.width + x;
  const beside = smoothstep(Math.abs(u[i]), BESIDE[0], BESIDE[1]);
  const { depth, entersAt } = armStates[side];
  return depth === 'before' ? beside : beside * (1 - smoothstep(t[i], entersAt - POCKET[0], entersAt - POCKET[1]));
}

function runningLength(points: readonly Point[]): number[] {
  const lengths = [0];
  for (let i = 1; i < points.length; i++) lengths.push(lengths[i - 1] + distance(points[i], points[i - 1]));
  return lengths;
}

interface LineJob {
  /** Darkening in natural log, at half the work size. */
  readonly dark: Float32Array;
  readonly width: number;
  /** 1 where a sleeve's outline runs with its cloth on the left hand in the image, −1 on the right hand. */
  readonly outwards: number;
  readonly profile: Profile;
}

/** Darkening by the distance from an edge, CELLS entries a pixel: the line, and the soft shade, which ends at `reach` pixels. */
interface Profile {
  readonly line: Float32Array;
  readonly shade: Float32Array;
  readonly reach: number;
}

/** `sw`: shoulder width in pixels of half the work size. */
function profileOf(sw: number): Profile {
  const half = Math.max(THINNEST, LINE_HALF * sw);
  const soft = SHADE_REACH * sw;
  const reach = Math.max(SHADE_END * soft, 3 * half) * (1 + BELOW);
  const line = new Float32Array(Math.ceil(reach * CELLS) + 2);
  const shade = new Float32Array(line.length);
  const last = Math.exp(-SHADE_END);
  for (let i = 0; i < line.length; i++) {
    const off = (i + 0.5) / CELLS;
    line[i] = LINE * Math.exp(-((off / half) ** 2));
    shade[i] = (SHADE * Math.max(0, Math.exp(-off / soft) - last)) / (1 - last);
  }
  return { line, shade, reach };
}

function addPiece({ dark, width, outwards, profile }: LineJob, a: EdgePoint, b: EdgePoint): void {
  const height = dark.length / width;
  const { line, shade, reach } = profile;
  const [ax, ay, dx, dy] = [a.at.x, a.at.y, b.at.x - a.at.x, b.at.y - a.at.y];
  const squared = Math.max(1e-6, dx * dx + dy * dy);
  const from = Math.max(0, Math.floor(Math.min(ax, b.at.x) - reach));
  const to = Math.min(width, Math.ceil(Math.max(ax, b.at.x) + reach));
  const end = Math.min(height, Math.max(ay, b.at.y) + reach);
  for (let y = Math.max(0, Math.floor(Math.min(ay, b.at.y) - reach)); y < end; y++) {
    for (let x = from; x < to; x++) {
      const px = x + 0.5 - ax;
      const py = y + 0.5 - ay;
      const t = Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const ox = px - t * dx;
      const oy = py - t * dy;
      const off = Math.sqrt(ox * ox + oy * oy);
      if (off > reach) continue;
      const behind = smoothstep(outwards * (dx * oy - dy * ox < 0 ? -off : off), -RAMP, RAMP);
      const below = 1 + (behind * BELOW * Math.max(0, oy)) / (off + 0.5);
      const most = line[Math.floor(off * CELLS)] + below * shade[Math.floor((off / below) * CELLS)];
      const share = (ON_SLEEVE + behind * (1 - ON_SLEEVE)) * (a.seen + t * (b.seen - a.seen));
      const i = y * width + x;
      if (share * most > dark[i]) dark[i] = share * most;
    }
  }
}
