/**
 * Steps of the composition that answer one habit of photos or parses each, and can be left out of a measurement, by name. In the order
 * in which they run:
 *
 * - `whole-bags`: specks of bags over dark pockets.
 * - `tights-as-trousers`: tights below a top count as trousers.
 * - `hidden-hands`: hands behind the body or in pockets are led below the new cloth.
 * - `covered-shoulders`: bare skin above a sleeve goes like old cloth.
 * - `waist-rest`: the top's cloth above a new waistband stays the top's.
 * - `loose-sleeves`: old sleeves that hang away from the arm go with it.
 * - `seen-ground`: background that the photo shows beside the old garment stays.
 * - `cuff-seam`: invented skin runs out over the seen skin at old cuffs.
 * - `bracelets`: bracelets and watches stay in front.
 * - `hands-before-arms`: a hand on the other arm stays in front.
 * - `kept-sleeves`: sleeves of a tucked top stay before new trousers.
 * - `hidden-feet`: shoes where a floor-long hem hid the feet.
 * - `body-form`, `sleeve-relief`, `cloth-shadow`: light on the new garment.
 * - `leg-creases`: the line between trouser legs.
 * - `ground-detail`: fine detail of filled background.
 * - `hair-rims`: rims of old cloth in hair.
 */
export const COMPOSE_RULES = [
  'whole-bags',
  'tights-as-trousers',
  'hidden-hands',
  'covered-shoulders',
  'waist-rest',
  'loose-sleeves',
  'seen-ground',
  'cuff-seam',
  'bracelets',
  'hands-before-arms',
  'kept-sleeves',
  'hidden-feet',
  'body-form',
  'sleeve-relief',
  'cloth-shadow',
  'leg-creases',
  'ground-detail',
  'hair-rims',
] as const;
export type ComposeRule = (typeof COMPOSE_RULES)[number];
