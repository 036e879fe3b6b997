/** The command cannot be carried out; printed without a stack trace. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The command was called wrongly: every fault, one line each. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
  }
}
