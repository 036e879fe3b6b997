/** Something on this machine stands in the way. The message is one sentence that says what to do about it. */
export class LocalServiceError extends Error {
  override readonly name = 'LocalServiceError';
}
