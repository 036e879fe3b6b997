import { COMPOSE_RULES } from './compose-rules';
import { PRODUCT_RULES } from './product-rules';
import { PARSE_RULES, PLANE_RULES } from './plane-rules';
import { PLACE_RULES } from './place-rules';

/** Every rule that can be left out of a measurement, by name. */
export const RULES = [...PRODUCT_RULES, ...PARSE_RULES, ...PLANE_RULES, ...PLACE_RULES, ...COMPOSE_RULES] as const;
export type Rule = (typeof RULES)[number];
