import { isForeignKeyViolation } from '@drape/db';

const ATTEMPTS = 4;

/**
 * Runs `work` again where a session was erased between finding and using it: the next try creates it anew.
 * Throws: whatever else `work` throws; after the last try that error, too.
 */
export async function retryIfSessionErased<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isForeignKeyViolation(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
