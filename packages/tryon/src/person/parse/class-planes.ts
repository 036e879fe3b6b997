import type { PlaneF32 } from '@drape/imaging';
import type { PersonPlanes } from '../../model/person';

/** A class that shares of a pixel can be moved between. */
export interface ClassPlane {
  readonly own: Float32Array;
  /** The union of clothes that the class is part of. */
  readonly union: Float32Array | null;
  /** −1 where `own` holds what the class leaves of a pixel. */
  readonly sign: 1 | -1;
}

/** Several classes of clothes, with their unions. */
export interface ClothesPlanes {
  readonly unions: readonly Float32Array[];
  readonly layers: readonly Float32Array[];
}

/** A person's planes, class by class. Above its waist a dress is part of the upper clothes, below it of the lower ones. */
export type ClassPlanes = ReturnType<typeof classPlanes>;

/**
 * The only way to change a person's planes in place: {@link moveShare} and {@link movePart} keep unions, layers and the person in step, as
 * what they take from one class they give to another.
 *
 * Aliasing: what it returns are views of `planes`.
 */
export function classPlanes(planes: PersonPlanes) {
  const of = (own: PlaneF32, union?: PlaneF32, sign: 1 | -1 = 1): ClassPlane => ({
    own: own.data,
    union: union?.data ?? null,
    sign,
  });
  const { upper, lower, dress, pants, skirt } = planes;
  return {
    background: of(planes.person, undefined, -1),
    hair: of(planes.hair),
    skin: of(planes.skin),
    shoes: of(planes.shoes),
    bag: of(planes.bag),
    other: of(planes.other),
    top: of(planes.top, upper),
    outer: of(planes.outer, upper),
    upperDress: of(dress, upper),
    pants: of(pants, lower),
    skirt: of(skirt, lower),
    lowerDress: of(dress, lower),
    /** Lower clothes of no known kind. */
    lower: of(lower),
    lowerClothes: clothes([lower], [pants, skirt, dress]),
    clothes: clothes([upper, lower], [planes.top, planes.outer, dress, pants, skirt]),
  };
}

const clothes = (unions: readonly PlaneF32[], layers: readonly PlaneF32[]): ClothesPlanes => ({
  unions: unions.map((plane) => plane.data),
  layers: layers.map((plane) => plane.data),
});

/** Moves a share of pixel i, in the planes' unit, to another class. A union that contains both stays the same to the bit. */
export function moveShare(from: ClassPlane, to: ClassPlane, i: number, share: number): void {
  if (from.own !== to.own) {
    from.own[i] -= from.sign * share;
    to.own[i] += to.sign * share;
  }
  if (from.union === to.union) return;
  if (from.union !== null) from.union[i] -= share;
  if (to.union !== null) to.union[i] += share;
}

/** Moves a part, 0…1, of what pixel i holds of some clothes to a class that is not clothes. */
export function movePart({ unions, layers }: ClothesPlanes, to: ClassPlane, i: number, part: number): void {
  let share = 0;
  for (let n = 0; n < unions.length; n++) {
    share += part * unions[n][i];
    unions[n][i] *= 1 - part;
  }
  for (let n = 0; n < layers.length; n++) layers[n][i] *= 1 - part;
  to.own[i] += to.sign * share;
}
