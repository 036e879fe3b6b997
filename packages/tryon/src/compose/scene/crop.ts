import { cropPlane, cropRaster, mapClasses, type Box, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import type { ProductCategory } from '@drape/contracts';
import type { Limb } from '../../model/body';
import type { PlacedRegion, PlacedSleeve, Placement } from '../../model/placement';
import { WHOLE_BAGS } from './whole-bags';
import type { LimbTube, Person } from '../../model/person';
import { follow, type AnyRule } from '../../rules/rule';
import { coversLegs, coversTorso } from './covers';

/** Background kept around everything that changes, in shoulder widths: the fill needs to see it. */
const BACKGROUND_MARGIN = 0.45;
const PRESENT_MIN = 0.1;

/** A part of the photo that holds all that can change, with all of the person and the placement moved into its pixels. */
export interface Cropped {
  /** In photo pixels. */
  readonly box: Box;
  readonly person: Person;
  readonly placement: Placement;
}

/**
 * Cuts out the part of the photo that a garment of this category can change.
 *
 * Space: box corners are whole photo pixels nearest to whole work pixels, so planes shift by less than half a photo pixel.
 */
export function cropToChange(
  photo: RasterU8,
  person: Person,
  placement: Placement,
  category: ProductCategory,
  without: readonly AnyRule[] = [],
): Cropped {
  const k = person.workScale;
  const work = changeBox(person, placement, category);
  const x = Math.round(work.x / k);
  const y = Math.round(work.y / k);
  const { skin } = person.planes;
  const box = {
    x,
    y,
    width: toPhotoEnd(work.x + work.width, skin.width, photo.width, k) - x,
    height: toPhotoEnd(work.y + work.height, skin.height, photo.height, k) - y,
  };
  return {
    box,
    person: movePerson(person, work, box, without),
    placement: movePlacement(placement, box),
  };
}

/**
 * Photo pixel at which a part that ends at this work pixel ends: where the planes end, it ends at the photo's edge, though the last photo
 * pixel or two do not make a whole work pixel.
 */
const toPhotoEnd = (end: number, planes: number, photo: number, k: number): number =>
  end >= planes ? photo : Math.min(photo, Math.round(end / k));

/** Bounds, in work pixels, of new garment, old garment, bare limbs and face, and some background around them. */
function changeBox(person: Person, placement: Placement, category: ProductCategory): Box {
  const k = person.workScale;
  const { upper, lower } = person.planes;
  const bounds = new GrowingBounds();
  bounds.add(placement.box.x * k, placement.box.y * k);
  bounds.add((placement.box.x + placement.box.width) * k, (placement.box.y + placement.box.height) * k);
  if (coversTorso(category)) bounds.addPlane(upper);
  if (coversLegs(category)) bounds.addPlane(lower);
  if (coversTorso(category)) for (const p of person.faceOval) bounds.add(p.x * k, p.y * k);
  const limbs = [...(coversTorso(category) ? person.armTubes : []), ...(coversLegs(category) ? person.legTubes : [])];
  for (const tube of limbs) tube.centres.forEach((c) => bounds.add(c.x * k, c.y * k));
  return bounds.grown(BACKGROUND_MARGIN * person.body.shoulderWidth * k, upper.width, upper.height);
}

class GrowingBounds {
  private x0 = Infinity;
  private y0 = Infinity;
  private x1 = -Infinity;
  private y1 = -Infinity;

  add(x: number, y: number): void {
    if (x < this.x0) this.x0 = x;
    if (x > this.x1) this.x1 = x;
    if (y < this.y0) this.y0 = y;
    if (y > this.y1) this.y1 = y;
  }

  addPlane({ width, height, data }: PlaneF32): void {
    for (let y = 0; y < height; y += 2) {
      for (let x = 0, i = y * width; x < width; x += 2, i += 2) if (data[i] > PRESENT_MIN) this.add(x, y);
    }
  }

  grown(margin: number, width: number, height: number): Box {
    // even corners: with a work scale of one half they are whole photo pixels, and half-size planes keep their alignment
    const even = (v: number): number => 2 * Math.floor(v / 2);
    const x = even(Math.min(Math.max(0, this.x0 - margin), width - 16));
    const y = even(Math.min(Math.max(0, this.y0 - margin), height - 16));
    return {
      x,
      y,
      width: Math.min(width, Math.ceil(this.x1 + margin)) - x,
      height: Math.min(height, Math.ceil(this.y1 + margin)) - y,
    };
  }
}

function movePerson(person: Person, work: Box, box: Box, without: readonly AnyRule[]): Person {
  const move = moverTo(box);
  const tube = (t: LimbTube): LimbTube => ({ ...t, centres: t.centres.map(move) });
  const limb = ({ joints: [a, b, c], visibility }: Limb): Limb => ({ joints: [move(a), move(b), move(c)], visibility });
  const crop = (plane: PlaneF32): PlaneF32 => cropPlane(plane, work);
  const { face, body } = person;
  const planes = mapClasses((name) => crop(person.planes[name]));
  const bags = { bag: planes.bag, sw: body.shoulderWidth * person.workScale };
  const bag = follow(WHOLE_BAGS, bags, without) ?? planes.bag;
  return {
    ...person,
    width: box.width,
    height: box.height,
    planes: { ...planes, bag },
    guide: cropRaster(person.guide, work),
    pose: person.pose.map((mark) => ({ ...mark, ...move(mark) })),
    face: face && { ...face, points: face.points.map((point) => ({ ...point, ...move(point) })) },
    faceOval: person.faceOval.map(move),
    body: { ...body, shoulderMid: move(body.shoulderMid), hipMid: move(body.hipMid) },
    armTubes: [tube(person.armTubes[0]), tube(person.armTubes[1])],
    legTubes: [tube(person.legTubes[0]), tube(person.legTubes[1])],
    arms: [limb(person.arms[0]), limb(person.arms[1])],
    legs: [limb(person.legs[0]), limb(person.legs[1])],
    toes: [move(person.toes[0]), move(person.toes[1])],
  };
}

function movePlacement(placement: Placement, box: Box): Placement {
  const at = placement.box;
  return {
    ...placement,
    box: { ...at, x: at.x - box.x, y: at.y - box.y },
    region: moveRegion(placement.region, moverTo(box)),
  };
}

function moveRegion(region: PlacedRegion, move: (p: Point) => Point): PlacedRegion {
  const line = (points: readonly Point[]): Point[] => points.map(move);
  if (region.kind !== 'upper') {
    return {
      ...region,
      waist: line(region.waist),
      tubes: [line(region.tubes[0]), line(region.tubes[1])],
      hems: [line(region.hems[0]), line(region.hems[1])],
    };
  }
  const sleeve = (s: PlacedSleeve): PlacedSleeve => ({
    ...s,
    cuff: [move(s.cuff[0]), move(s.cuff[1])],
    outline: line(s.outline),
  });
  return {
    ...region,
    neckline: line(region.neckline),
    neck: [move(region.neck[0]), move(region.neck[1])],
    shoulder: [move(region.shoulder[0]), move(region.shoulder[1])],
    sleeves: [sleeve(region.sleeves[0]), sleeve(region.sleeves[1])],
    hem: line(region.hem),
    sides: [line(region.sides[0]), line(region.sides[1])],
  };
}

const moverTo = (box: Box): ((p: Point) => Point) => relativeTo.bind(null, box);

const relativeTo = (box: Box, p: Point): Point => ({ x: p.x - box.x, y: p.y - box.y });
