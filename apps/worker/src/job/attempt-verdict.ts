import { isFailureCode, MAX_ATTEMPTS, ServiceError } from '@drape/contracts';
import type { TryOnFailing } from '@drape/db';
import { RenderCrashed, RenderFaulted, RenderRefused, RenderTimedOut } from '../render/child-process';
import { NotPresentable } from './presentable';

/** The object store is away; worth another attempt. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

export type Verdict =
  | { readonly failing: TryOnFailing }
  /** Another attempt may succeed. */
  | { readonly failing: null; readonly isCrash: boolean };

/** Whether an attempt's error ends the try-on, and with which code, or whether another attempt may succeed. */
export function verdictOf(error: unknown, attempt: number): Verdict {
  const failing = failingOf(error, attempt >= MAX_ATTEMPTS);
  return failing === null ? { failing, isCrash: error instanceof RenderCrashed } : { failing };
}

function failingOf(error: unknown, isLast: boolean): TryOnFailing | null {
  if (error instanceof RenderRefused) return { code: error.code, detail: error.detail, fields: error.fields };
  if (error instanceof NotPresentable) {
    const { detail, judged } = error;
    return { code: 'result_not_presentable', detail, fields: { reasons: judged.quality.reasons }, judged };
  }
  if (error instanceof ServiceError && isFailureCode(error.code)) return { code: error.code, detail: error.detail };
  if (error instanceof RenderTimedOut) {
    return {
      code: 'render_timeout',
      detail: 'The try-on took longer than it may; try again, perhaps with smaller pictures.',
    };
  }
  if (error instanceof RenderFaulted) {
    return { code: 'render_failed', detail: 'The try-on could not be rendered from these pictures.' };
  }
  if (isLast && error instanceof StorageFailed) return { code: 'storage_failed', detail: error.message };
  if (isLast && error instanceof RenderCrashed) {
    return { code: 'render_failed', detail: 'Rendering these pictures broke off three times.' };
  }
  return null;
}
