import type { PlaneF32 } from '@drape/imaging';
import type { GarmentLayer } from './garment-layer';
import type { Shading } from '../light/shade';
import type { Underlay } from '../paint/underlay';

export interface Layers {
  readonly removal: PlaneF32;
  readonly front: PlaneF32;
  readonly underlay: Underlay;
  readonly shading: Shading;
  readonly garment: GarmentLayer;
}
