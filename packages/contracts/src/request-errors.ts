import { isErrorCode, type ErrorCode } from './errors';
import { ServiceError, type ErrorDetail } from './service-error';

/**
 * One error out of all that validation found. The first field at fault names the code: a missing one
 * `missing_parameter`, an unknown one `unknown_parameter`, any other `invalid_<field>` where the registry has it.
 */
export function requestError(details: readonly ErrorDetail[]): ServiceError {
  const first = details[0];
  if (first === undefined) return new ServiceError('invalid_parameter');
  const others = details.length - 1;
  const more = others === 0 ? '' : ` (${others} more ${others === 1 ? 'problem' : 'problems'} in details)`;
  return new ServiceError(codeFor(first), { detail: first.message + more, param: first.param, details });
}

function codeFor({ param, code }: ErrorDetail): ErrorCode {
  if (isErrorCode(code)) return code;
  if (code === 'unknown') return 'unknown_parameter';
  if (param === '') return 'invalid_body';
  if (code === 'required') return 'missing_parameter';
  const field = param.split('.')[0] ?? '';
  const specific = `invalid_${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  return isErrorCode(specific) ? specific : 'invalid_parameter';
}
