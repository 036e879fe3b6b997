import { ApiFailure } from '../api/call';

/** What the API says against one field, to be shown there; null where its fault is another one. */
export function faultOf(error: unknown, param: string): string | null {
  return error instanceof ApiFailure && error.param === param ? error.message : null;
}

/** The error where no field of the form shows it. */
export function faultOfNone(error: unknown, params: readonly string[]): unknown {
  return params.some((param) => faultOf(error, param) !== null) ? null : error;
}
