import type { ProductCategory } from '@drape/contracts';
import { createPlane, type PlaneF32 } from '@drape/imaging';
import { limbField } from './limb-field';
import { showsLower } from '../masks/shows-lower';
import { classPlanes, moveShare } from '../../person/parse/class-planes';
import type { LimbTube, Person, PersonPlanes } from '../../model/person';
import { sampleAt } from '../../geometry/sampling';
import type { Rule } from '../../rules/rule';
import { coversLegs } from './covers';

/**
 * Share of a leg, a little above the knee, down to which a coat must reach to count as long: a shorter one over tights stays as a skirt.
 */
const LONG = 0.38;
/** Least number of stations, of both legs together, at which tights are seen; bare skin must not be seen at more stations than tights. */
const SEEN_LEAST = 5;
/** How far from a leg's middle tights reach, in radii of the bare leg. */
const WIDE = 1.5;

/** The parts of a person that are read. */
interface Stockinged {
  readonly workScale: number;
  readonly legTubes: Person['legTubes'];
  readonly planes: Pick<PersonPlanes, 'upper' | 'other' | 'skin'>;
}

/**
 * Tights or leggings that show below a long coat, 0…1 at work size; null where there are none. The parser has no class for them and calls
 * them `other`, as it does belts and scarves; without them there is no sign of what the coat hid.
 */
export function tightsBelowCoat({ workScale: k, legTubes, planes }: Stockinged): PlaneF32 | null {
  const { upper, other, skin } = planes;
  const isLong = legTubes.some(
    ({ centres }) => sampleAt(upper, centres[Math.round(LONG * (centres.length - 1))], k) > 0.5,
  );
  if (!isLong) return null;
  const count = (plane: PlaneF32): number =>
    legTubes.reduce((sum, { centres }) => sum + centres.filter((c) => sampleAt(plane, c, k) > 0.5).length, 0);
  if (count(other) < Math.max(SEEN_LEAST, count(skin))) return null;
  const tights = createPlane(other.width, other.height);
  for (const tube of legTubes) addLeg(tights, other, tube, k);
  return tights;
}

function addLeg(tights: PlaneF32, other: PlaneF32, tube: LimbTube, k: number): void {
  const { box, u } = limbField(tube, k, other.width, other.height);
  for (let y = 0, j = 0; y < box.height; y++) {
    for (let x = 0, i = (box.y + y) * other.width + box.x; x < box.width; x++, i++, j++) {
      if (Math.abs(u[j]) < WIDE) tights.data[i] = other.data[i];
    }
  }
}

/** A new top or jacket, and the person who will wear it. */
interface Topped {
  readonly category: ProductCategory;
  readonly person: Person;
}

export const TIGHTS_AS_TROUSERS: Rule<Topped, Person> = {
  id: 'tights-as-trousers',
  stage: 'remove',
  summary: 'Lets tights that show below a long coat count as trousers.',
  appliesTo: ({ category }) => !coversLegs(category),
  apply: ({ person }) => withTightsAsTrousers(person),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 2, better: 0, worse: 1, same: 0, date: '2026-11-29' }],
};

/**
 * The person with the tights below a long coat counted as trousers, where no trousers are seen: a new top or jacket shows them below its
 * hem.
 */
function withTightsAsTrousers(person: Person): Person {
  const tights = showsLower(person) ? null : tightsBelowCoat(person);
  if (tights === null) return person;
  const copyOf = (plane: PlaneF32): PlaneF32 => ({ ...plane, data: plane.data.slice() });
  const { pants, lower, other } = person.planes;
  const planes = { ...person.planes, pants: copyOf(pants), lower: copyOf(lower), other: copyOf(other) };
  const classes = classPlanes(planes);
  tights.data.forEach((share, i) => moveShare(classes.other, classes.pants, i, share));
  return { ...person, planes };
}
