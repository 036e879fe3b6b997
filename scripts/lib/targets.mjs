import { say } from './say.mjs';

/** What a bench is asked for: each target with its verdict, and at the end the status to exit with. */
export function createTargets() {
  const missed = [];
  const judge = (name, isMet) => {
    if (!isMet) missed.push(name);
    return isMet ? 'met' : 'MISSED';
  };
  return {
    /** The verdict, to print behind a figure. */
    judge,
    /** What is asked of a figure and the verdict, to print behind it. */
    most: (name, figure, most) => `(asked: ${most}: ${judge(name, isAtMost(figure, most))})`,
    /** Says which targets were missed. Returns the status: 1 where any was. */
    conclude() {
      if (missed.length > 0) say(`\n✗ Missed: ${missed.join('; ')}.`);
      return missed.length > 0 ? 1 : 0;
    },
  };
}

/** Whether a figure is at most so much; one that is missing (null, NaN) is not. */
export const isAtMost = (figure, most) => typeof figure === 'number' && figure <= most;
