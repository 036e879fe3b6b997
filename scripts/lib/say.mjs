/** A problem that the user can mend: its message is one sentence that says how. Printed without a stack. */
export class Problem extends Error {}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a slow step and shows that it runs: the elapsed seconds on a terminal, a dot every five seconds elsewhere.
 * `work` may return a note that is printed behind the time.
 */
export async function step(title, work) {
  const began = Date.now();
  const tty = process.stdout.isTTY;
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
  process.stdout.write(`  ${title} …`);
  const timer = setInterval(() => process.stdout.write(tty ? `\r  ${title} … ${seconds()} s` : '.'), tty ? 200 : 5000);
  try {
    const note = await work();
    clearInterval(timer);
    process.stdout.write(
      `${tty ? `\r  ${title} …` : ''} ${seconds()} s${typeof note === 'string' ? ` (${note})` : ''}\n`,
    );
  } catch (error) {
    clearInterval(timer);
    process.stdout.write(' failed\n');
    throw error;
  }
}
