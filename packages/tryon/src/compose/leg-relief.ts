/** A bell of height 1; what is below a thousandth of it is nothing, for most pixels lie there. */
function bump(x: number, at: number, width: number): number {
  const d = (x - at) / width;
  return d > 2.7 || d < -2.7 ? 0 : Math.exp(-d * d);
}

/** Share of the leg's field at which the middle of the kneecap lies. */
const KNEE = 0.48;

/**
 * Light on the forms of a bare leg as a factor on its tone, beyond that of a plain cylinder: a kneecap with its shadows beside and below,
 * the shin's edge, the calf, the hollow above the ankle. t: hip 0 … instep 1, u: −1 … 1 across. Guessed by eye on eight people.
 */
export function legRelief(t: number, u: number): number {
  const cap = 0.045 * bump(t, KNEE - 0.012, 0.03) * bump(u, -0.05, 0.5);
  const below = 0.1 * bump(t, KNEE + 0.034, 0.018) * bump(u, 0, 0.6);
  const beside = 0.08 * bump(t, KNEE, 0.04) * (bump(u, -0.72, 0.22) + bump(u, 0.72, 0.22));
  const above = 0.03 * bump(t, KNEE - 0.06, 0.025) * bump(u, 0, 0.8);
  const shin = 0.06 * bump(t, 0.7, 0.12) * bump(u, -0.18, 0.2);
  const calf = 0.075 * bump(t, 0.66, 0.08) * bump(u, 0.58, 0.28);
  const inner = 0.04 * bump(t, 0.76, 0.07) * bump(u, -0.6, 0.22);
  const ankle = 0.08 * bump(t, 0.98, 0.045);
  return 1 + cap - below - beside - above + shin - calf - inner - ankle;
}

/** How much redder than its tone a leg is at knee and ankle, as a share: there the blood lies under the skin. Guessed by eye. */
export const legFlush = (t: number): number => 0.03 * bump(t, KNEE, 0.05) + 0.02 * bump(t, 0.96, 0.06);
