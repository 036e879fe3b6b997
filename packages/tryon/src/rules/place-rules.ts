/**
 * What decides how trousers are laid on and can be left out of a measurement, by name: `worn-leg-width` holds long legs to the width that
 * their length says, `old-leg-outline` lets a leg take the outline of old trousers that are a little wider.
 */
export const PLACE_RULES = ['worn-leg-width', 'old-leg-outline'] as const;
