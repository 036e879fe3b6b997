import { describe, expect, it } from '@jest/globals';
import { mapped, maskOf, maxDifference } from '../../test/planes';
import type { Affine } from '../core/affine';
import { solveArapRobust, type ArapOptions, type MeshConstraint } from './arap';
import { buildGridMesh, type Mesh } from './mesh';
import { countFlips, locate, mapPoint, stretchP95 } from './mesh-measure';
import { createPlane, type Point } from '../core/raster';

function pin(mesh: Mesh, from: Point, target: Point, weight = 4): MeshConstraint {
  return { ...locate(mesh, from), target, weight };
}

const solveArap = (mesh: Mesh, constraints: readonly MeshConstraint[], options: ArapOptions = {}): Float64Array =>
  solveArapRobust(mesh, constraints, { ...options, rounds: 0 }).deformed;

const SQUARE = buildGridMesh(createPlane(140, 140, 1), 14);
const CORNERS = [
  { x: 5, y: 5 },
  { x: 130, y: 8 },
  { x: 125, y: 133 },
  { x: 9, y: 120 },
];

describe('solveArapRobust without rounds of re-weighting', () => {
  it('leaves the mesh alone without constraints', () => {
    expect(solveArap(SQUARE, [])).toEqual(SQUARE.vertices);
  });

  it('reproduces a similarity exactly', () => {
    const truth: Affine = [1.2 * Math.cos(1), -1.2 * Math.sin(1), 300, 1.2 * Math.sin(1), 1.2 * Math.cos(1), -40];
    const deformed = solveArap(
      SQUARE,
      CORNERS.map((p) => pin(SQUARE, p, mapped(truth, p))),
    );
    const expected = SQUARE.vertices.slice();
    for (let i = 0; i < expected.length; i += 2) {
      const q = mapped(truth, { x: SQUARE.vertices[i], y: SQUARE.vertices[i + 1] });
      expected[i] = q.x;
      expected[i + 1] = q.y;
    }
    expect(maxDifference(deformed, expected)).toBeLessThan(1e-6);
  });

  it('reproduces separate horizontal and vertical scales when told', () => {
    const targets = CORNERS.map((p) => pin(SQUARE, p, { x: 0.5 * p.x + 7, y: 1.5 * p.y }));
    const deformed = solveArap(SQUARE, targets, { restScale: { x: 0.5, y: 1.5 } });
    expect(
      maxDifference(
        deformed,
        SQUARE.vertices.map((v, i) => (i % 2 === 0 ? 0.5 * v + 7 : 1.5 * v)),
      ),
    ).toBeLessThan(1e-6);
  });

  it('lowers its energy: bending a bar keeps its length and area', () => {
    const bar = buildGridMesh(createPlane(280, 42, 1), 14);
    // The right end is rotated by 60° about the middle, the left end is held.
    const turn = (p: Point): Point => {
      const dx = p.x - 140;
      const dy = p.y - 21;
      return { x: 140 + dx * 0.5 - dy * 0.866, y: 21 + dx * 0.866 + dy * 0.5 };
    };
    const left = [
      { x: 5, y: 5 },
      { x: 5, y: 37 },
      { x: 60, y: 21 },
    ];
    const right = [
      { x: 275, y: 5 },
      { x: 275, y: 37 },
      { x: 220, y: 21 },
    ];
    const constraints = [...left.map((p) => pin(bar, p, p)), ...right.map((p) => pin(bar, p, turn(p)))];
    const deformed = solveArap(bar, constraints, { iterations: 30, restScale: { x: 1, y: 1 } });
    expect(countFlips(bar, deformed)).toBe(0);
    expect(stretchP95(bar, deformed)).toBeLessThan(1.35);
    for (const c of constraints) {
      const p = mapPoint(bar, deformed, c);
      expect(Math.hypot(p.x - c.target.x, p.y - c.target.y)).toBeLessThan(5);
    }
  });

  it('keeps a part without constraint near its place', () => {
    const two = buildGridMesh(
      maskOf(200, 40, (x) => x < 60 || x > 140),
      14,
    );
    const deformed = solveArap(two, [
      pin(two, { x: 10, y: 10 }, { x: 20, y: 10 }),
      pin(two, { x: 50, y: 30 }, { x: 60, y: 30 }),
    ]);
    deformed.forEach((v, i) => expect(v).toBeCloseTo(two.vertices[i] + (i % 2 === 0 ? 10 : 0), 3));
  });

  it('mends a fold that contradicting constraints cause', () => {
    // Two neighbouring points swap sides: without smoothness triangles flip.
    const constraints = [
      ...CORNERS.map((p) => pin(SQUARE, p, p, 8)),
      pin(SQUARE, { x: 64, y: 70 }, { x: 90, y: 70 }, 3),
      pin(SQUARE, { x: 78, y: 70 }, { x: 60, y: 70 }, 3),
    ];
    const folded = countFlips(SQUARE, solveArap(SQUARE, constraints, { repairRounds: 0 }));
    expect(folded).toBeGreaterThan(0);
    expect(countFlips(SQUARE, solveArap(SQUARE, constraints))).toBe(0);
  });
});

describe('solveArapRobust', () => {
  it('pulls far constraints nearer, adds no flip and reports the residuals', () => {
    const constraints = [
      ...CORNERS.map((p) => pin(SQUARE, p, { x: p.x, y: p.y * (p.y > 60 ? 1.35 : 1) }, 1)),
      pin(SQUARE, { x: 70, y: 135 }, { x: 70, y: 210 }, 0.5),
    ];
    const plain = solveArapRobust(SQUARE, constraints, { rounds: 0 });
    const robust = solveArapRobust(SQUARE, constraints);
    expect(plain.rounds).toBe(0);
    expect(robust.rounds).toBeGreaterThan(0);
    expect(robust.maxResidual).toBeLessThan(plain.maxResidual);
    expect(robust.flips).toBeLessThanOrEqual(plain.flips);
    expect(robust.residuals).toHaveLength(5);
    expect(robust.meanResidual).toBeCloseTo(robust.residuals.reduce((a, b) => a + b, 0) / 5, 12);
  });

  it('changes little where targets move a little, whatever limits they pass', () => {
    const STEP = 0.1;
    const pulled = (by: number): Float64Array =>
      solveArapRobust(
        SQUARE,
        [
          ...CORNERS.map((p) => pin(SQUARE, p, p, 1)),
          pin(SQUARE, { x: 62, y: 70 }, { x: 62 + by, y: 70 }, 1),
          pin(SQUARE, { x: 78, y: 70 }, { x: 78 - by, y: 70 }, 1),
        ],
        { tolerancePx: 2 },
      ).deformed;
    let before = pulled(2);
    for (let by = 2 + STEP; by < 30; by += STEP) {
      const after = pulled(by);
      expect(maxDifference(before, after)).toBeLessThan(5 * STEP);
      before = after;
    }
  });

  it('handles no constraint and an empty mesh', () => {
    expect(solveArapRobust(SQUARE, [])).toMatchObject({ flips: 0, meanResidual: 0, maxResidual: 0, rounds: 0 });
    expect(solveArap(buildGridMesh(createPlane(3, 3), 2), [])).toHaveLength(0);
  });
});
