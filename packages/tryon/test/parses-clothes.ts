import { createPlane } from '@drape/imaging';
import { PARSE_CLASSES, type TryOnPorts } from '../src/ports';

/** A parser to which all of a picture is cloth. */
export const parsesClothes: TryOnPorts['parsePerson'] = ({ width, height }) =>
  Promise.resolve({
    box: { x: 0, y: 0, width, height },
    planes: PARSE_CLASSES.map((name) => createPlane(4, 4, name === 'top' ? 1 : 0)),
  });
