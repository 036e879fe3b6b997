import type { GarmentPoint, GarmentRead } from '../../ports';
import type { Silhouette } from '../landmarks/silhouette';
import type { Place } from '../../model/garment';
import { markAt, type GuideMark } from './guide-mark';
import type { Pair } from '../../model/pair';

/** Where the outline of trousers is to be divided: the points that the garment reader found. */
export interface PantsGuide {
  readonly waist: Pair<GuideMark>;
  /** Outer and inner corner of each leg's hem. */
  readonly hems: Pair<Pair<GuideMark>>;
  /** Where the visible gap between the legs begins. */
  readonly crotch: GuideMark;
}

/** Where the outline of a skirt is to be divided. */
export interface SkirtGuide {
  readonly waist: Pair<GuideMark>;
  readonly hem: Pair<GuideMark>;
}

/** Space: the silhouette's frame. */
export function pantsGuide(read: GarmentRead, place: Place, silhouette: Silhouette): PantsGuide {
  const mark = (name: GarmentPoint): GuideMark => markAt(read.points[name], place, silhouette);
  return {
    waist: [mark('waistLeft'), mark('waistRight')],
    hems: [
      [mark('hemLeftOuter'), mark('hemLeftInner')],
      [mark('hemRightOuter'), mark('hemRightInner')],
    ],
    crotch: mark('crotch'),
  };
}

/** Space: the silhouette's frame. */
export function skirtGuide(read: GarmentRead, place: Place, silhouette: Silhouette): SkirtGuide {
  const mark = (name: GarmentPoint): GuideMark => markAt(read.points[name], place, silhouette);
  return { waist: [mark('waistLeft'), mark('waistRight')], hem: [mark('hemLeft'), mark('hemRight')] };
}
