import { createPlane, type PlaneF32, type Point } from '@drape/imaging';
import { add, mix, scale, smoothstep } from '../person/geometry';
import { polygonMask } from './removal';
import { upperRegion, type Scene } from './scene';

/** Inside the new neckline and up to the jaw: there the old collar turns into skin. */
export function chestZone(scene: Scene): PlaneF32 {
  const region = upperRegion(scene.placement);
  if (region === null || region.neckline.length < 2) return createPlane(scene.garment.width, scene.garment.height);
  const line = [...region.neckline];
  const zone = polygonMask(scene, [...line, jaw(scene, 1), jaw(scene, -1)]);
  if (region.sleeves.every((s) => s.length === 'none')) addShoulders(scene, zone, region.neck);
  // the removal's rim lies on the background beside the neck: no skin there
  const { person } = scene.person.planes;
  for (let i = 0; i < zone.data.length; i++) zone.data[i] *= smoothstep(person.data[i], 0.4, 0.8);
  return zone;
}

/** Where the outline of the neck meets the jaw, image left (−1) or right (1): the neck's side runs from there to the collar. */
function jaw(scene: Scene, side: 1 | -1): Point {
  const xs = scene.person.faceOval.map((p) => p.x);
  const ys = scene.person.faceOval.map((p) => p.y);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const half = (Math.max(...xs) - Math.min(...xs)) / 2;
  return { x: middle + side * 0.72 * half, y: Math.max(...ys) - 0.1 * half };
}

/** Sleeveless: the shoulders between strap and arm are bare, too. */
function addShoulders(scene: Scene, zone: PlaneF32, neck: readonly [Point, Point]): void {
  const { person } = scene;
  const { body } = person;
  ([0, 1] as const).forEach((side) => {
    const tip = person.armTubes[side].centres[0];
    const r = person.armTubes[side].radii[0];
    const out = scale(body.across, side === 0 ? -0.2 * r : 0.2 * r);
    const cap = add(add(tip, body.down, -0.8 * r), out);
    const slope = add(mix(neck[side], cap, 0.55), body.down, -0.12 * r);
    const inner = add(neck[side], body.down, 4 * r);
    const mask = polygonMask(scene, [neck[side], slope, cap, add(cap, out), add(tip, body.down, 3 * r), inner]);
    for (let i = 0; i < zone.data.length; i++) zone.data[i] = Math.max(zone.data[i], mask.data[i]);
  });
}
