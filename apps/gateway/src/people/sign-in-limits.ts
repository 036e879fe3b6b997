import { retryAfterSec, type RateLimiter } from '@drape/access';
import { ServiceError } from '@drape/contracts';
import type { ApiRequest } from '../routes/route';

/** Sign-in attempts per hour: per e-mail address, and per machine. */
const PER_EMAIL = 20;
const PER_ADDRESS = 100;

/** Throws: ServiceError rate_limit_exceeded where somebody seems to be guessing. */
export async function countSignIn(
  limiter: Pick<RateLimiter, 'take'>,
  email: string | null,
  { ip, requestId: member }: Pick<ApiRequest, 'ip' | 'requestId'>,
): Promise<void> {
  const subjects = [
    { subject: `sign-in-from:${ip}`, limit: PER_ADDRESS },
    ...(email === null ? [] : [{ subject: `sign-in:${email}`, limit: PER_EMAIL }]),
  ];
  for (const { subject, limit } of subjects) {
    const state = await limiter.take({ subject, limit, member });
    if (!state.allowed) {
      const seconds = retryAfterSec(state);
      const detail = `There were too many attempts to sign in; the next is possible in ${seconds} s.`;
      throw new ServiceError('rate_limit_exceeded', { detail, retryAfterSec: seconds });
    }
  }
}
