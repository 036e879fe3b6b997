/** A problem that the user can mend: its message is one sentence that says how. Printed without a stack. */
export class Problem extends Error {
  name = 'Problem';
}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a slow step and shows that it runs: the elapsed seconds on a terminal, a dot every five seconds elsewhere. `work` gets
 * a function that takes a remark to print behind the time. Returns what `work` returns.
 */
export async function step(title, work) {
  const began = Date.now();
  const tty = process.stdout.isTTY;
  let remark = '';
  const show = () => `${title} … ${((Date.now() - began) / 1000).toFixed(1)} s${remark ? ` (${remark})` : ''}`;
  process.stdout.write(`  ${title} …`);
  const timer = setInterval(() => process.stdout.write(tty ? `\r  ${show()}` : '.'), tty ? 200 : 5000);
  try {
    const result = await work((text) => (remark = text));
    process.stdout.write(tty ? `\r  ${show()}\n` : `${show().slice(title.length + 2)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(' failed\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
