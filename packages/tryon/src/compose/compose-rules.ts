import type { Rule } from '../rules';

/**
 * Steps of the composition that answer one habit of photos or parses each, and can be left out of a measurement, by name. In the order
 * in which they run:
 *
 * - `whole-bags`: specks of bags over dark pockets.
 * - `tights-as-trousers`: tights below a top count as trousers.
 * - `hidden-hands`: hands behind the body or in pockets are led below the new cloth.
 * - `covered-legs`, `covered-shoulders`: bare skin beside trousers or above a sleeve goes like old cloth.
 * - `waist-rest`: the top's cloth above a new waistband stays the top's.
 * - `loose-sleeves`: old sleeves that hang away from the arm go with it.
 * - `seen-ground`: background that the photo shows beside the old garment stays.
 * - `cuff-seam`: invented skin runs out over the seen skin at old cuffs.
 * - `bracelets`: bracelets and watches stay in front.
 * - `hands-before-arms`: a hand on the other arm stays in front.
 * - `tucked-hands`: hands of folded arms are hidden by the other arm.
 * - `kept-sleeves`: sleeves of a tucked top stay before new trousers.
 * - `hidden-feet`: shoes where a floor-long hem hid the feet.
 * - `covered-forearms`: bare forearms under old lower clothes.
 * - `mirrored-half`: lower clothes behind an open coat mirror their seen half.
 * - `drape-folds`, `body-form`, `sleeve-relief`, `cloth-shadow`, `sleeve-shadow`: light on the new garment.
 * - `leg-creases`, `pocket-mouths`: the line between trouser legs, the mouth of a pocket with a hand in it.
 * - `collar-back`: the inside of a collar behind the neck.
 * - `ground-detail`: fine detail of filled background.
 * - `hair-rims`: rims of old cloth in hair.
 */
export const COMPOSE_RULES = [
  'whole-bags',
  'tights-as-trousers',
  'hidden-hands',
  'covered-legs',
  'covered-shoulders',
  'waist-rest',
  'loose-sleeves',
  'seen-ground',
  'cuff-seam',
  'bracelets',
  'hands-before-arms',
  'tucked-hands',
  'kept-sleeves',
  'hidden-feet',
  'covered-forearms',
  'mirrored-half',
  'drape-folds',
  'body-form',
  'sleeve-relief',
  'cloth-shadow',
  'sleeve-shadow',
  'leg-creases',
  'pocket-mouths',
  'collar-back',
  'ground-detail',
  'hair-rims',
] as const;
export type ComposeRule = (typeof COMPOSE_RULES)[number];

/** Rules that are left out of a measurement; absent: none. */
export interface Measured {
  readonly without?: readonly Rule[];
}

export const follows = ({ without }: Measured, rule: ComposeRule): boolean => without?.includes(rule) !== true;
