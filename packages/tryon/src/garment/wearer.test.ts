import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { drawWearer, type DrawnWearer } from '../../test/drawn-wearer';
import { PARSE_CLASSES } from '../ports';
import { findWearer } from './wearer';
import { chooseClasses } from './worn-classes';

const [TOP, PANTS, SKIRT, SKIN] = (['top', 'pants', 'skirt', 'skin'] as const).map((name) =>
  PARSE_CLASSES.indexOf(name),
);

/** The drawn wearer with the top's colour all over the legs' clothes, which the parse calls a skirt. */
async function inOneCloth(): Promise<DrawnWearer> {
  const drawn = drawWearer();
  const { person } = await drawn.ports.detectPose(drawn.picture);
  if (person === null || drawn.ports.parsePerson === undefined) throw new Error('the drawn wearer is not found');
  const { box, planes } = await drawn.ports.parsePerson(drawn.picture, person);
  const { data } = drawn.picture;
  const cloth = planes[TOP].data.findIndex((v) => v > 0.5);
  for (let i = 0; i < planes[PANTS].data.length; i++) {
    if (planes[PANTS].data[i] > 0.5) data.copyWithin(3 * i, 3 * cloth, 3 * cloth + 3);
  }
  const none = createPlane(box.width, box.height);
  const renamed = planes.map((plane, c) => (c === PANTS ? none : c === SKIRT ? planes[PANTS] : plane));
  return { ...drawn, ports: { ...drawn.ports, parsePerson: () => Promise.resolve({ box, planes: renamed }) } };
}

describe('findWearer', () => {
  it('takes a top and a skirt of one cloth for a dress where nobody names the category', async () => {
    const { picture, ports } = await inOneCloth();
    const wearer = await findWearer(picture, await ports.cutOut(picture), undefined, ports);
    if (wearer === null) throw new Error('the wearer is not found');
    expect(chooseClasses(wearer.parse, undefined).category).toBe('dress');
  });

  it('does not contradict who asks for the skirt', async () => {
    const { picture, ports } = await inOneCloth();
    const wearer = await findWearer(picture, await ports.cutOut(picture), 'skirt', ports);
    if (wearer === null) throw new Error('the wearer is not found');
    expect(chooseClasses(wearer.parse, 'skirt').category).toBe('skirt');
  });

  it('takes cloth of skin’s colour, part of which is parsed as skin, for a product that nobody wears', async () => {
    const { picture, ports } = drawWearer();
    const { person } = await ports.detectPose(picture);
    if (person === null || ports.parsePerson === undefined) throw new Error('the drawn wearer is not found');
    const { planes } = await ports.parsePerson(picture, person);
    const salient = await ports.cutOut(picture);
    expect(await findWearer(picture, salient, 'top', ports)).not.toBeNull();
    const bare = planes[SKIN].data.findIndex((v) => v > 0.9);
    for (let i = 0; i < planes[0].data.length; i++) {
      if (planes[0].data[i] < 0.5) picture.data.copyWithin(3 * i, 3 * bare, 3 * bare + 3);
    }
    expect(await findWearer(picture, salient, 'top', ports)).toBeNull();
  });
});
