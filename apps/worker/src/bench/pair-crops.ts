import { createRaster, cropRaster, resizeRaster, type Point, type RasterU8 } from '@drape/imaging';
import type { Placement } from '@drape/tryon';
import { drawText } from '../drawing/sheet-text';
import { paste } from '../drawing/sheet';

const CELL_SIDE = 256;
/** Side of a crop in shoulder widths. */
const CROP_SIDE = 0.62;

interface Spot {
  readonly name: string;
  readonly at: Point;
}

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
  y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
});

/** Where a try-on goes wrong first: neck, shoulders, cuffs and hem; waist, sides and hems of lower garments. */
function spotsOf({ region }: Placement): Spot[] {
  if (region.kind === 'upper') {
    return [
      { name: 'neck', at: middle(region.neck) },
      { name: 'shoulder', at: region.shoulder[0] },
      { name: 'shoulder', at: region.shoulder[1] },
      { name: 'cuff', at: middle(region.sleeves[0].cuff) },
      { name: 'cuff', at: middle(region.sleeves[1].cuff) },
      { name: 'hem', at: middle(region.hem) },
    ];
  }
  const [left, right] = [region.waist[0], region.waist.at(-1)];
  return [
    { name: 'waist', at: middle(region.waist) },
    ...(left === undefined || right === undefined
      ? []
      : [
          { name: 'waist', at: left },
          { name: 'waist', at: right },
        ]),
    { name: 'middle', at: middle([...region.tubes[0], ...region.tubes[1]]) },
    { name: 'hem', at: middle(region.hems[0]) },
    { name: 'hem', at: middle(region.hems[1]) },
  ];
}

/** The result enlarged around the garment's landmarks, side by side. */
export function cropStrip(image: RasterU8, placement: Placement, shoulderWidth: number): RasterU8 {
  const spots = spotsOf(placement).filter(({ at }) => Number.isFinite(at.x + at.y));
  const strip = createRaster(CELL_SIDE * Math.max(1, spots.length), CELL_SIDE, 3);
  const side = Math.max(24, Math.round(CROP_SIDE * shoulderWidth));
  spots.forEach(({ name, at }, i) => {
    const box = { x: Math.round(at.x - side / 2), y: Math.round(at.y - side / 2), width: side, height: side };
    paste(strip, resizeRaster(cropRaster(image, box, 'replicate'), CELL_SIDE, CELL_SIDE), i * CELL_SIDE, 0);
    drawText(strip, name, i * CELL_SIDE + 5, 5, 0);
    drawText(strip, name, i * CELL_SIDE + 4, 4, 255);
  });
  return strip;
}
