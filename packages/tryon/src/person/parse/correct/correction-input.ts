import type { Point, RasterU8 } from '@drape/imaging';
import type { BodyFrame } from '../../../model/body';
import type { Joints } from '../../pose/joints';
import type { PersonPlanes } from '../../../model/person';

export interface CorrectionInput {
  /** The photo at work size. */
  readonly guide: RasterU8;
  readonly planes: PersonPlanes;
  readonly joints: Joints;
  readonly frame: BodyFrame;
  readonly workScale: number;
  /** Outline of the face in photo pixels. */
  readonly oval: readonly Point[];
}
