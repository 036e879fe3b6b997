import { createPlane, outsideScratch, mapClasses, resizeRaster, type PlaneF32, type Point } from '@drape/imaging';
import type { ProductCategory } from '@drape/contracts';
import type { Dressed } from './render';
import { bodyCoordinates } from './person/pose/joints';
import { DRESS_WAIST } from './person/parse/settle-dress';
import { waistline } from './person/measure/waistline';
import type { Person, PersonPlanes } from './model/person';
import { classPlanes, moveShare, type ClassPlanes } from './person/parse/class-planes';
import type { ComposedLayers } from './model/layers';
import { smoothstep } from './geometry/numbers';

/**
 * The person as the finished picture shows it, with the new garment in place of the old one: ready for the next garment of a look. Pose,
 * face, body and skin tone are those of the photo; class planes and guide follow the layers that the picture was made of, so that no
 * network has to look again.
 *
 * `dressed` holds its layers. The planes keep their range and still sum to the person.
 */
export function wearing(
  person: Person,
  { composition, layers }: Pick<Dressed, 'composition'> & { readonly layers: ComposedLayers },
  worn: WornGarmentKind,
): Person {
  return outsideScratch(() => {
    const planes = dressedPlanes(person, layers, worn);
    const { width, height } = person.guide;
    const guide = resizeRaster(composition.image, width, height);
    const body = { ...person.body, waistline: waistline(planes.lower, person.body, person.workScale) };
    return { ...person, planes, guide, body };
  });
}

/** How the new garment is worn. */
export interface WornGarmentKind {
  readonly category: ProductCategory;
  /** A top that goes into what is put on next: below the waist it counts as lower clothes, which that replaces. */
  readonly isTuckedIn: boolean;
}

/**
 * What the picture shows at a pixel: shares of the old photo, the new garment, painted skin, and painted clothes; the rest is background.
 */
interface PixelShares {
  readonly kept: number;
  readonly fabric: number;
  readonly skin: number;
  readonly under: number;
}

function dressedPlanes(person: Person, layers: ComposedLayers, worn: WornGarmentKind): PersonPlanes {
  const old = person.planes;
  const planes = mapClasses((name) => copyOf(old[name]));
  const classes = classPlanes(planes);
  const all = Object.values(planes).map(({ data }) => data);
  const k = layers.workScale;
  const [x0, y0] = [Math.round(layers.box.x * k), Math.round(layers.box.y * k)];
  const { width, height } = layers.garment;
  for (let y = 0, j = 0; y < height; y++) {
    for (let x = 0, i = (y0 + y) * old.person.width + x0; x < width; x++, i++, j++) {
      const shares = sharesAt(layers, j);
      if (shares.kept === 1) continue;
      for (const data of all) data[i] *= shares.kept;
      const at = { x: (x0 + x + 0.5) / k, y: (y0 + y + 0.5) / k };
      const below = smoothstep(bodyCoordinates(person.body, at).v, DRESS_WAIST[0], DRESS_WAIST[1]);
      applyShares(classes, i, shares, worn, below > 0 && isSleeve(person, at) ? 0 : below);
    }
  }
  return planes;
}

/** Reach of a sleeve around its arm, in the arm's radii. */
const SLEEVE_RADII = 1.5;

/** Hanging arms reach below the waist: their sleeves are not tucked in. */
function isSleeve({ armTubes }: Person, at: Point): boolean {
  return armTubes.some(({ centres, radii }) =>
    centres.some(({ x, y }, i) => Math.hypot(x - at.x, y - at.y) < SLEEVE_RADII * radii[i]),
  );
}

/**
 * In the order in which `finish` draws them, back to front: photo, what is painted where it is removed, the garment, invented limbs, what
 * is in front.
 */
function sharesAt({ garment, removal, front, limbs, body, bare, chest }: ComposedLayers, i: number): PixelShares {
  const free = 1 - front.data[i];
  const limb = free * limbs.data[i];
  const fabric = free * (1 - limbs.data[i]) * garment.data[i];
  const given = free * (1 - limbs.data[i]) * (1 - garment.data[i]) * removal.data[i];
  const painted = given * body.data[i];
  const skin = painted * Math.min(1, Math.max(bare.data[i], chest.data[i]));
  return {
    kept: 1 - limb - fabric - given,
    fabric,
    skin: limb + skin,
    under: painted - skin,
  };
}

/** `below`: how far below the waist the pixel is, 0…1. */
function applyShares(
  classes: ClassPlanes,
  i: number,
  shares: PixelShares,
  { category, isTuckedIn }: WornGarmentKind,
  below: number,
): void {
  const { fabric, skin, under } = shares;
  const { background } = classes;
  const isLower = category === 'pants' || category === 'skirt';
  const lowerShare = category === 'dress' || isTuckedIn ? below : isLower ? 1 : 0;
  moveShare(background, classes.skin, i, skin);
  moveShare(background, classes[CATEGORY_CLASSES[category][0]], i, fabric * (1 - lowerShare));
  moveShare(background, classes[CATEGORY_CLASSES[category][1]], i, fabric * lowerShare);
  // Below a top, trousers or a skirt were continued; above a waistband, the top was.
  moveShare(background, isLower ? classes.top : classes.lower, i, under);
}

/** The classes that a garment of each category counts in: as upper and as lower clothes, where it is worn as such. */
const CATEGORY_CLASSES = {
  top: ['top', 'pants'],
  jacket: ['outer', 'lower'],
  dress: ['upperDress', 'lowerDress'],
  pants: ['top', 'pants'],
  skirt: ['top', 'skirt'],
} as const satisfies Record<ProductCategory, readonly (keyof ClassPlanes)[]>;

function copyOf(plane: PlaneF32): PlaneF32 {
  const into = createPlane(plane.width, plane.height);
  into.data.set(plane.data);
  return into;
}
