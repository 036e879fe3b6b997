import type { ProductCategory } from '@drape/contracts';
import { erode } from '@drape/imaging';
import { PARSE_CLASSES, type MeasuredPicture, type ParseClass, type ParseResult } from '@drape/tryon';
import { coveredPlane, RIM_WIDTH } from './leftover';

const UPPER_CLASSES: readonly ParseClass[] = ['top', 'outer', 'dress'];
const LOWER_CLASSES: readonly ParseClass[] = ['pants', 'skirt', 'dress'];

/** Classes that a garment of a category replaces. */
function replacedClasses(category: ProductCategory): readonly ParseClass[] {
  if (category === 'dress') return [...UPPER_CLASSES, 'pants', 'skirt'];
  return category === 'pants' || category === 'skirt' ? LOWER_CLASSES : UPPER_CLASSES;
}

/**
 * The share of the old garment's pixels that the new one does not cover and that the parser, run on the result, still labels as clothes of
 * the replaced kind. Range: 0…1; 0 if nothing had to go.
 *
 * A second opinion beside {@link leftover}: it also finds smears of fabric where skin should be, but shares the parser's mistakes.
 */
export function leftoverParsed(picture: MeasuredPicture, parse: ParseResult): number {
  const { person, garment, layers } = picture;
  const { old, box, workScale } = layers;
  const inner = erode(old, Math.max(1, Math.round(RIM_WIDTH * person.body.shoulderWidth * workScale)));
  const cover = coveredPlane(picture);
  const planes = replacedClasses(garment.category).map((name) => parse.planes[PARSE_CLASSES.indexOf(name)]);
  const { width, height } = parse.planes[0];
  let [area, left] = [0, 0];
  for (let y = 0, i = 0; y < old.height; y++) {
    for (let x = 0; x < old.width; x++, i++) {
      if (inner.data[i] < 0.5) continue;
      area++;
      if (cover.data[i] >= 0.5) continue;
      const u = Math.floor(((box.x + (x + 0.5) / workScale - parse.box.x) / parse.box.width) * width);
      const v = Math.floor(((box.y + (y + 0.5) / workScale - parse.box.y) / parse.box.height) * height);
      if (u < 0 || v < 0 || u >= width || v >= height) continue;
      const share = planes.reduce((sum, plane) => sum + plane.data[v * width + u], 0);
      if (share > 0.5) left++;
    }
  }
  return area === 0 ? 0 : left / area;
}
