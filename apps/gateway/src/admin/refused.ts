/** What was asked cannot be done; told without a stack. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The call itself is wrong: every fault of it, a line each. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
  }
}
