import { ServiceError } from '@drape/contracts';

export const CANCEL_AFTER_MAX_SEC = 3600;

/** The client's deadline in milliseconds; undefined where it named none. */
export function parseCancelAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  if (seconds < 1 || seconds > CANCEL_AFTER_MAX_SEC) {
    const shown = JSON.stringify(text.slice(0, 40));
    const detail = `Cancel-After must be an integer from 1 to ${CANCEL_AFTER_MAX_SEC} (seconds); got ${shown}.`;
    throw new ServiceError('invalid_parameter', { detail, param: 'Cancel-After' });
  }
  return seconds * 1000;
}
