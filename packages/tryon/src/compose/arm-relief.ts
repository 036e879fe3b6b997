const bump = (x: number, at: number, width: number): number => Math.exp(-(((x - at) / width) ** 2));

/** Share of the arm's field at which the crook of the elbow lies. */
const ELBOW = 0.46;

/**
 * Light on the forms of a bare arm as a factor on its tone, beyond that of a plain cylinder: the shoulder's round, the dip below it, the
 * crook of the elbow, the muscle of the forearm, the hollow above the wrist. t: shoulder 0 … knuckles 1, u: −1 … 1 across.
 * Guessed by eye on six people.
 */
export function armRelief(t: number, u: number): number {
  const shoulder = 0.04 * bump(t, 0.08, 0.07) * bump(u, -0.1, 0.6);
  const dip = 0.03 * bump(t, 0.24, 0.05) * bump(u, 0.1, 0.7);
  const crook = 0.06 * bump(t, ELBOW, 0.028) * bump(u, 0, 0.7);
  const muscle = 0.035 * bump(t, 0.58, 0.07) * bump(u, -0.3, 0.5);
  const beside = 0.04 * bump(t, 0.6, 0.09) * bump(u, 0.75, 0.25);
  const wrist = 0.035 * bump(t, 0.83, 0.05);
  return 1 + shoulder - dip - crook + muscle - beside - wrist;
}
