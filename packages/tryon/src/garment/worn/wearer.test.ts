import { createPlane, type Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { FIGURE } from '../../../test/drawn-person';
import { drawWearer, type DrawnWearer } from '../../../test/drawn-wearer';
import { PARSE_CLASSES } from '../../ports';
import { findWearer } from './wearer';
import { chooseClasses } from './worn-classes';
import { WORN_BY_SKIN } from './wearer-skin';

const [TOP, PANTS, SKIRT, SKIN] = (['top', 'pants', 'skirt', 'skin'] as const).map((name) =>
  PARSE_CLASSES.indexOf(name),
);

/** The drawn wearer with the top's colour on all of the legs' clothes, which the parse calls a skirt. */
async function inOneFabric(): Promise<DrawnWearer> {
  const drawn = drawWearer();
  const { person } = await drawn.ports.detectPose(drawn.picture);
  if (person === null) throw new Error('the drawn wearer is not found');
  const { box, planes } = await drawn.ports.parsePerson(drawn.picture, person);
  const { data } = drawn.picture;
  const fabric = planes[TOP].data.findIndex((v) => v > 0.5);
  for (let i = 0; i < planes[PANTS].data.length; i++) {
    if (planes[PANTS].data[i] > 0.5) data.copyWithin(3 * i, 3 * fabric, 3 * fabric + 3);
  }
  const none = createPlane(box.width, box.height);
  const renamed = planes.map((plane, c) => (c === PANTS ? none : c === SKIRT ? planes[PANTS] : plane));
  return { ...drawn, ports: { ...drawn.ports, parsePerson: () => Promise.resolve({ box, planes: renamed }) } };
}

/** Radius of the skin that stays visible at the neck, and of that on a forearm. */
const LEFT = 18;
const FOREARM = { x: (FIGURE.elbows[0].x + FIGURE.wrists[0].x) / 2, y: (FIGURE.elbows[0].y + FIGURE.wrists[0].y) / 2 };

/** A fabric so near to skin that a shadow on it may be taken for skin. */
const BEIGE = [180, 132, 106] as const;

/** The drawn wearer in a top of a colour, with fabric over all skin except a little at the neck and around some places. */
async function coveredUp(colour: readonly number[], ...places: readonly Point[]): Promise<DrawnWearer> {
  const drawn = drawWearer();
  const { person } = await drawn.ports.detectPose(drawn.picture);
  if (person === null) throw new Error('the drawn wearer is not found');
  const { planes } = await drawn.ports.parsePerson(drawn.picture, person);
  const { data, width } = drawn.picture;
  for (let i = 0; i < planes[SKIN].data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isLeft = [{ x: 200, y: 100 }, ...places].some((p) => Math.hypot(p.x - x, p.y - y) < LEFT);
    if (planes[SKIN].data[i] > 0.5 && !isLeft) {
      planes[SKIN].data[i] = 0;
      planes[TOP].data[i] = 1;
    }
    if (planes[TOP].data[i] > 0.5) data.set(colour, 3 * i);
  }
  return drawn;
}

describe('findWearer', () => {
  it('takes a top and a skirt of one fabric for a dress where nobody names the category', async () => {
    const { picture, ports } = await inOneFabric();
    const wearer = await findWearer(picture, await ports.cutOut(picture), undefined, ports);
    if (wearer === null) throw new Error('the wearer is not found');
    expect(chooseClasses(wearer.parse, undefined).category).toBe('dress');
  });

  it('does not contradict who asks for the skirt', async () => {
    const { picture, ports } = await inOneFabric();
    const wearer = await findWearer(picture, await ports.cutOut(picture), 'skirt', ports);
    if (wearer === null) throw new Error('the wearer is not found');
    expect(chooseClasses(wearer.parse, 'skirt').category).toBe('skirt');
  });

  it('takes fabric of skin’s colour, part of which is parsed as skin, for a product that nobody wears', async () => {
    const { picture, ports } = drawWearer();
    const { person } = await ports.detectPose(picture);
    if (person === null) throw new Error('the drawn wearer is not found');
    const { planes } = await ports.parsePerson(picture, person);
    const salient = await ports.cutOut(picture);
    expect(await findWearer(picture, salient, 'top', ports)).not.toBeNull();
    const bare = planes[SKIN].data.findIndex((v) => v > 0.9);
    for (let i = 0; i < planes[0].data.length; i++) {
      if (planes[0].data[i] < 0.5) picture.data.copyWithin(3 * i, 3 * bare, 3 * bare + 3);
    }
    expect(await findWearer(picture, salient, 'top', ports)).toBeNull();
  });

  describe('where a body shows hardly any skin', () => {
    it('takes it for a ghost mannequin if the skin has nearly the fabric’s colour', async () => {
      const { picture, ports } = await coveredUp(BEIGE);
      const salient = await ports.cutOut(picture);
      expect(await findWearer(picture, salient, 'top', ports)).toBeNull();
      expect(await findWearer(picture, salient, 'top', ports, [WORN_BY_SKIN])).not.toBeNull();
    });

    it('believes skin of another colour than the fabric, unless the body is that of somebody small on a print', async () => {
      const { picture, ports } = await coveredUp([40, 70, 160]);
      const salient = await ports.cutOut(picture);
      expect(await findWearer(picture, salient, 'top', ports)).not.toBeNull();
      const { person } = await ports.detectPose(picture);
      if (person === null) throw new Error('the drawn wearer is not found');
      const landmarks = person.landmarks.map((p) => ({ ...p, x: 200 + (p.x - 200) / 12, y: 200 + (p.y - 200) / 12 }));
      const small = { person: { ...person, landmarks }, others: [] };
      const printed = { ...ports, detectPose: () => Promise.resolve(small) };
      expect(await findWearer(picture, salient, 'top', printed)).toBeNull();
    });

    it('believes a face', async () => {
      const { picture, ports } = await coveredUp(BEIGE);
      const seen = (score: number) => ({ ...ports, meshFace: () => Promise.resolve({ score, points: [] }) });
      const salient = await ports.cutOut(picture);
      expect(await findWearer(picture, salient, 'top', seen(0.2))).toBeNull();
      expect(await findWearer(picture, salient, 'top', seen(0.9))).not.toBeNull();
    });

    it('believes a bare forearm', async () => {
      const { picture, ports } = await coveredUp(BEIGE, FOREARM);
      expect(await findWearer(picture, await ports.cutOut(picture), 'top', ports)).not.toBeNull();
    });
  });
});
