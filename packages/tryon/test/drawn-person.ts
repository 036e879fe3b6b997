import { createPlane, mapClasses } from '@drape/imaging';
import type { PlaneF32, Point } from '@drape/imaging';
import type { PlacementBody } from '../src/model/body';
import type { PersonPlanes } from '../src/model/person';
import { bodyFrame } from '../src/person/pose/joints';
import { drawBar, drawPolygon } from './drawn-shapes';

/** A figure that stands upright, arms a little away from the body; one work pixel a photo pixel. */
export const FIGURE = {
  width: 400,
  height: 700,
  shoulders: [
    { x: 150, y: 150 },
    { x: 250, y: 150 },
  ],
  hips: [
    { x: 172, y: 310 },
    { x: 228, y: 310 },
  ],
  elbows: [
    { x: 122, y: 232 },
    { x: 278, y: 232 },
  ],
  wrists: [
    { x: 108, y: 306 },
    { x: 292, y: 306 },
  ],
  knees: [
    { x: 168, y: 440 },
    { x: 232, y: 440 },
  ],
  ankles: [
    { x: 164, y: 570 },
    { x: 236, y: 570 },
  ],
} as const;

export function drawnPerson(): PlacementBody & { readonly planes: PersonPlanes } {
  const { width, height, shoulders, hips, elbows, wrists, knees, ankles } = FIGURE;
  const torso = drawPolygon(width, height, [
    { x: 178, y: 112 },
    { x: 222, y: 112 },
    { x: 262, y: 140 },
    { x: 246, y: 320 },
    { x: 154, y: 320 },
    { x: 138, y: 140 },
  ]);
  const person = createPlane(width, height);
  person.data.set(torso.data);
  drawBar(person, { x: 200, y: 60 }, { x: 200, y: 80 }, 26);
  drawBar(person, { x: 200, y: 90 }, { x: 200, y: 125 }, 16);
  const pants = createPlane(width, height);
  for (const i of [0, 1] as const) {
    drawBar(person, shoulders[i], elbows[i], 11);
    drawBar(person, elbows[i], wrists[i], 8);
    for (const plane of [person, pants]) {
      drawBar(plane, hips[i], knees[i], 20);
      drawBar(plane, knees[i], ankles[i], 13);
    }
  }
  const limb = (a: readonly Point[], b: readonly Point[], c: readonly Point[], i: 0 | 1) => ({
    joints: [a[i], b[i], c[i]] as [Point, Point, Point],
    visibility: [1, 1, 1] as [number, number, number],
  });
  return {
    width,
    height,
    workScale: 1,
    body: bodyFrame({ shoulders, hips }),
    arms: [limb(shoulders, elbows, wrists, 0), limb(shoulders, elbows, wrists, 1)],
    legs: [limb(hips, knees, ankles, 0), limb(hips, knees, ankles, 1)],
    limbOrder: { farArm: null, legs: [0, 1] },
    toes: [
      { x: 160, y: 590 },
      { x: 240, y: 590 },
    ],
    planes: {
      ...mapClasses(() => createPlane(width, height)),
      person,
      top: torso,
      upper: torso,
      pants,
      lower: pants,
    },
  };
}

/** The same figure seen in a mirror. */
export function mirroredPerson(): PlacementBody {
  const body = drawnPerson();
  const flip = (plane: PlaneF32): PlaneF32 => {
    const out = createPlane(plane.width, plane.height);
    for (let y = 0; y < plane.height; y++) {
      for (let x = 0; x < plane.width; x++) {
        out.data[y * plane.width + x] = plane.data[y * plane.width + plane.width - 1 - x];
      }
    }
    return out;
  };
  return {
    ...body,
    planes: mapClasses((name) => flip(body.planes[name])),
  };
}
