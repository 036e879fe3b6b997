import { BRACELETS } from './compose/arms/bracelets';
import { HANDS_BEFORE_ARMS } from './compose/arms/hands-before-arms';
import { HIDDEN_HANDS } from './compose/arms/hidden-hands';
import { HAIR_RIMS } from './compose/lay/hair-rims';
import { LEG_CREASES } from './compose/light/leg-crease';
import { COVERED_SHOULDERS } from './compose/masks/covered-shoulders';
import { CUFF_SEAM } from './compose/masks/cuff-seam';
import { KEPT_SLEEVES } from './compose/masks/kept-sleeves';
import { LOOSE_SLEEVES } from './compose/masks/loose-sleeves';
import { SEEN_BACKGROUND } from './compose/masks/seen-background';
import { TOP_ABOVE_WAISTBAND } from './compose/masks/top-above-waistband';
import { BACKGROUND_DETAIL } from './compose/paint/background/background-detail';
import { HIDDEN_FEET } from './compose/paint/feet/hidden-feet';
import { WHOLE_BAGS } from './compose/scene/whole-bags';
import { CATEGORY_CHECK } from './garment/category/check-category';
import { EVEN_HEMS } from './garment/cut-out/edge/even-hems';
import { HOOD } from './garment/cut-out/edge/hood';
import { SMOOTH_OUTLINE } from './garment/cut-out/edge/smooth-outline';
import { PLAIN_BACKGROUND } from './garment/cut-out/plain-background';
import { NO_GARMENT } from './garment/cut-out/require-garment';
import { TURN_UPRIGHT } from './garment/cut-out/turn-upright';
import { WAIST_OPENING } from './garment/landmarks/waist-opening';
import { DEEPEN_NECKLINE } from './garment/neckline/deepen-neckline';
import { WORN_BY_SKIN } from './garment/worn/wearer-skin';
import { ARM_DISCS } from './person/parse/arm-discs';
import { ARBITRATE } from './person/parse/colour/arbitrate';
import { OBJECT_COLOURS } from './person/parse/colour/object-colours';
import { PLANE_RULES } from './person/parse/correct/correct-planes';
import { OLD_LEG_OUTLINE } from './place/lower/old-leg-outline';
import { WORN_LEG_WIDTH } from './place/lower/worn-leg-width';
import type { AnyRule } from './rules/rule';

/** Every rule, in the order in which they run. */
export const RULES: readonly AnyRule[] = [
  ARM_DISCS,
  OBJECT_COLOURS,
  ARBITRATE,
  ...PLANE_RULES,
  PLAIN_BACKGROUND,
  WORN_BY_SKIN,
  NO_GARMENT,
  TURN_UPRIGHT,
  CATEGORY_CHECK,
  HOOD,
  DEEPEN_NECKLINE,
  WAIST_OPENING,
  EVEN_HEMS,
  SMOOTH_OUTLINE,
  WORN_LEG_WIDTH,
  OLD_LEG_OUTLINE,
  WHOLE_BAGS,
  HIDDEN_HANDS,
  COVERED_SHOULDERS,
  TOP_ABOVE_WAISTBAND,
  LOOSE_SLEEVES,
  SEEN_BACKGROUND,
  CUFF_SEAM,
  BRACELETS,
  HANDS_BEFORE_ARMS,
  KEPT_SLEEVES,
  HIDDEN_FEET,
  LEG_CREASES,
  BACKGROUND_DETAIL,
  HAIR_RIMS,
];

/** The rule of an id; undefined where there is none. */
export const ruleOf = (id: string): AnyRule | undefined => RULES.find((rule) => rule.id === id);
