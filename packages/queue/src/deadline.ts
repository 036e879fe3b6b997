/** Redis did not answer in time. */
export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';
  constructor(call: string, ms: number) {
    super(`the queue did not answer within ${ms} ms (${call})`);
  }
}

/** BullMQ waits for a first connection without limit; no caller here may. Throws: QueueUnavailableError; what the call throws. */
export async function withDeadline<T>(call: Promise<T>, name: string, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueueUnavailableError(name, ms)), ms);
  });
  call.catch(() => undefined);
  try {
    return await Promise.race([call, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
