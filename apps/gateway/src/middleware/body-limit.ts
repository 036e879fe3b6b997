import { ServiceError } from '@drape/contracts';
import express, { type RequestHandler } from 'express';
import { LIMITS } from '../limits';

/**
 * Reads a JSON body, in this order: content type and announced length first, so that a refusal costs no reading; then the
 * shape of the bytes, so that a hostile body never reaches JSON.parse.
 */
export function jsonBody(): RequestHandler[] {
  const parse = express.json({
    limit: LIMITS.bodyBytesMax,
    inflate: false,
    strict: false,
    type: 'application/json',
    verify: (_req, _res, bytes) => assertSimpleJson(bytes),
  });
  return [checkHead, parse, refuseEmpty];
}

const checkHead: RequestHandler = (req, res, next) => {
  const length = Number(req.get('content-length') ?? 0);
  if (length > LIMITS.bodyBytesMax) {
    const detail = `The body has ${length} bytes; at most ${LIMITS.bodyBytesMax} (15 MiB) are taken.`;
    throw new ServiceError('body_too_large', { detail });
  }
  const hasBody = length > 0 || req.get('transfer-encoding') !== undefined;
  if (hasBody && !req.is('application/json')) {
    const came = req.get('content-type') ?? 'no Content-Type';
    const detail = `The body must be sent with Content-Type: application/json; got ${came.slice(0, 100)}.`;
    throw new ServiceError('unsupported_media_type', { detail });
  }
  // A client that sent `Expect: 100-continue` has held its body back until here.
  if (req.get('expect')?.toLowerCase() === '100-continue') res.writeContinue();
  next();
};

const refuseEmpty: RequestHandler = (req, _res, next) => {
  if (req.body === undefined) {
    throw new ServiceError('invalid_json', { detail: 'The body is empty; send a JSON object.' });
  }
  next();
};

/** Throws ServiceError body_too_complex for bytes that would take JSON.parse more than some 100 ms. */
export function assertSimpleJson(bytes: Buffer): void {
  const brackets = countUpTo(bytes, ['[', '{'], LIMITS.openBracketsMax);
  const separators = countUpTo(bytes, ['"', ','], LIMITS.separatorsMax);
  if (brackets > LIMITS.openBracketsMax || separators > LIMITS.separatorsMax) {
    throw new ServiceError('body_too_complex');
  }
}

/** Occurrences of the characters, counted no further than one beyond `max`. */
function countUpTo(bytes: Buffer, characters: readonly string[], max: number): number {
  let count = 0;
  for (const character of characters) {
    const code = character.charCodeAt(0);
    for (let at = bytes.indexOf(code); at >= 0 && count <= max; at = bytes.indexOf(code, at + 1)) count++;
  }
  return count;
}
