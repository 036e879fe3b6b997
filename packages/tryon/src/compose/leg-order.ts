import type { Person } from '../types';

/** The legs back to front: the one whose foot stands lower in the picture is nearer to the camera, and hides the other where they cross. */
export const backToFront = ({ legs }: Pick<Person, 'legs'>): readonly [0, 1] | readonly [1, 0] =>
  legs[0].joints[2].y > legs[1].joints[2].y ? [1, 0] : [0, 1];
