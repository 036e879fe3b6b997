/** What was asked cannot be done; told without a stack. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The call itself is wrong: every fault of it, a line each. */
export class WrongCall extends Error {
  override readonly name = 'WrongCall';
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
  }
}
