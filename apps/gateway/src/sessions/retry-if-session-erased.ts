import { isForeignKeyViolation } from '@drape/db';

const ATTEMPTS = 4;

/**
 * Runs `work` again where a session that it had found was erased before it could be used: the next time makes it anew.
 * Throws: whatever `work` throws otherwise, and at last that, too.
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
