import { deltaE2000, labOf, type Lab } from '@drape/imaging';

/** The English names of colours that a product may have, each with the sRGB values that represent it. */
export const COLOUR_NAMES = {
  black: [[22, 22, 24]],
  charcoal: [[62, 64, 70]],
  grey: [[128, 128, 130]],
  'light grey': [[196, 197, 199]],
  white: [[246, 246, 246]],
  cream: [[243, 233, 208]],
  beige: [[215, 196, 165]],
  camel: [[190, 145, 90]],
  khaki: [[160, 145, 108]],
  taupe: [[140, 124, 112]],
  brown: [[98, 66, 44]],
  rust: [[168, 72, 36]],
  olive: [[105, 105, 50]],
  mustard: [[200, 160, 45]],
  yellow: [[245, 218, 60]],
  orange: [
    [238, 115, 25],
    [206, 92, 34],
  ],
  coral: [[240, 105, 95]],
  red: [[200, 30, 38]],
  burgundy: [[108, 24, 44]],
  pink: [[243, 170, 190]],
  'dusty pink': [[196, 124, 130]],
  fuchsia: [[224, 36, 140]],
  purple: [[104, 52, 140]],
  lavender: [[186, 168, 216]],
  navy: [[28, 36, 74]],
  blue: [
    [34, 82, 180],
    [16, 116, 208],
    [42, 84, 140],
  ],
  denim: [
    [72, 104, 148],
    [58, 70, 92],
  ],
  'light blue': [
    [160, 196, 230],
    [146, 178, 192],
  ],
  turquoise: [[50, 188, 190]],
  teal: [[10, 104, 110]],
  mint: [[165, 220, 190]],
  green: [
    [44, 140, 76],
    [28, 104, 78],
  ],
  'dark green': [[24, 66, 44]],
  sage: [[140, 164, 128]],
} as const satisfies Record<string, readonly (readonly [number, number, number])[]>;

export type ColourName = keyof typeof COLOUR_NAMES;

const NAMED_COLOURS = Object.entries(COLOUR_NAMES).flatMap(([name, values]) =>
  values.map(([r, g, b]) => ({ name: name as ColourName, lab: labOf(r, g, b) })),
);

/** The name whose colour is nearest (CIEDE2000). */
export function colourNameOf(lab: Lab): ColourName {
  let best = NAMED_COLOURS[0];
  let min = Number.POSITIVE_INFINITY;
  for (const entry of NAMED_COLOURS) {
    const apart = deltaE2000(entry.lab, lab);
    if (apart < min) [best, min] = [entry, apart];
  }
  return best.name;
}
