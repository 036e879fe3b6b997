import { solveArapRobust, type MeshConstraint } from '../src/mesh/arap';
import { buildGridMesh } from '../src/mesh/mesh';
import { locate } from '../src/mesh/mesh-measure';
import { rasterizeMesh } from '../src/mesh/rasterise';
import { bench, sampleMask, samplePhoto } from './harness';

const mask = sampleMask(384, 512);
const garment = samplePhoto(384, 512, 4);
const mesh = buildGridMesh(mask, 14);
const vertices = `${mesh.vertices.length / 2} vertices`;

/** 60 targets on 10 rows: an uneven scale, a bend and a twist, as a body asks of a garment. */
const constraints: MeshConstraint[] = [];
for (let row = 0; row < 10; row++) {
  for (let column = 0; column < 6; column++) {
    const from = { x: 110 + column * 33, y: 45 + row * 48 };
    const target = {
      x: 200 + 1.7 * from.x + 18 * Math.sin(row / 2),
      y: 200 + 2.1 * from.y + 14 * Math.sin(column + row / 3),
    };
    constraints.push({ ...locate(mesh, from), target, weight: 1 + (column % 3) });
  }
}
const { deformed } = solveArapRobust(mesh, constraints, { rounds: 0 });
const wide = { sheetOrder: [0], withMap: false };

bench('Mesh', [
  { name: 'buildGridMesh, 14 px', input: '384×512', run: () => buildGridMesh(mask, 14) },
  {
    name: 'locate × 60',
    input: vertices,
    run: () => constraints.forEach((c) => locate(mesh, { x: c.target.x / 3, y: c.target.y / 3 })),
  },
  {
    name: 'solveArapRobust, 10 iterations',
    input: `${vertices}, 60 constraints`,
    run: () => solveArapRobust(mesh, constraints, { rounds: 0 }),
  },
  {
    name: 'solveArapRobust with smoothness',
    input: `${vertices}, 60 constraints`,
    run: () => solveArapRobust(mesh, constraints, { rounds: 0, smoothness: 0.05 }),
  },
  {
    name: 'solveArapRobust, 3 rounds',
    input: `${vertices}, 60 constraints`,
    run: () => solveArapRobust(mesh, constraints, { tolerancePx: 1 }),
  },
  {
    name: 'rasterizeMesh',
    input: '384×512 → 1024×1536',
    run: () => rasterizeMesh(garment, mesh, deformed, 1024, 1536, wide),
  },
  {
    name: 'rasterizeMesh with map',
    input: '384×512 → 1024×1536',
    run: () => rasterizeMesh(garment, mesh, deformed, 1024, 1536),
  },
]);
