import { isAscii, isUtf8 } from 'node:buffer';
import { ServiceError } from '@drape/contracts';
import express, { type RequestHandler } from 'express';
import { HEAVY_BYTES, type HeavyWorkLane } from '../intake/heavy-work-lane';
import { LIMITS } from '../http/limits';

/**
 * Reads a JSON body, or CSV as text where the route accepts it, in this order: content type and declared length first, so that a rejection
 * reads nothing; then the shape of the bytes, so that a hostile body never reaches JSON.parse. Each step on a heavy body gets a turn of the
 * event loop of its own.
 */
export function bodyOf({ takesCsv, heavyWork }: JsonBodyOptions): RequestHandler[] {
  const read = express.raw({ limit: LIMITS.bodyBytesMax, inflate: false, type: 'application/json' });
  const csv = express.text({
    limit: LIMITS.csvBytesMax,
    inflate: false,
    type: 'text/csv',
    verify: (_req, _res, bytes) => assertUtf8(bytes),
  });
  const sizes = takesCsv ? { 'application/json': JSON_MAX, 'text/csv': CSV_MAX } : { 'application/json': JSON_MAX };
  return [checkHead(sizes), rejectOtherCharsets, read, parseJson(heavyWork), ...(takesCsv ? [csv] : []), rejectEmpty];
}

export interface JsonBodyOptions {
  readonly takesCsv: boolean;
  readonly heavyWork: HeavyWorkLane;
}

/** Parses the bytes of the body as JSON. */
function parseJson(heavyWork: HeavyWorkLane): RequestHandler {
  return async (req, _res, next) => {
    const bytes: unknown = req.body;
    if (!Buffer.isBuffer(bytes)) {
      next();
      return;
    }
    const turn = async (): Promise<void> => {
      if (bytes.length >= HEAVY_BYTES) await heavyWork.nextTurn();
    };
    await turn();
    assertSimpleJson(bytes);
    await turn();
    const text = withoutMark(bytes).toString('utf8');
    await turn();
    req.body = text === '' ? {} : parse(text);
    await turn();
    next();
  };
}

const UTF8_MARK = Buffer.from('\ufeff');

/** Removes the byte order mark that some programs put before UTF-8. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? bytes.subarray(UTF8_MARK.length) : bytes;
}

const rejectOtherCharsets: RequestHandler = (req, _res, next) => {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(req.get('content-type') ?? '')?.[1] ?? 'utf-8';
  if (req.is('application/json') && !/^utf-?8$/i.test(charset)) {
    const detail = `JSON must be encoded as UTF-8; got the charset ${charset.slice(0, 40)}.`;
    throw new ServiceError('unsupported_media_type', { detail });
  }
  next();
};

/** Throws: ServiceError invalid_json, which gives the position and never repeats the content: it may be part of the photo. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const where = position === undefined ? '' : `: see position ${position}`;
    throw new ServiceError('invalid_json', { detail: `The body is not valid JSON${where}.` });
  }
}

/** Reads a body of these content types as text. */
export function textBodyOf(types: readonly string[], heavyWork: HeavyWorkLane): RequestHandler[] {
  const read = express.raw({ limit: LIMITS.importBytesMax, inflate: false, type: [...types] });
  const sizes = Object.fromEntries(types.map((type) => [type, IMPORT_MAX]));
  return [checkHead(sizes), read, decodeText(heavyWork), rejectEmptyText];
}

/** Decodes the bytes of the body as text. */
function decodeText(heavyWork: HeavyWorkLane): RequestHandler {
  return async (req, _res, next) => {
    const bytes: unknown = req.body;
    if (Buffer.isBuffer(bytes)) {
      if (bytes.length >= HEAVY_BYTES) await heavyWork.nextTurn();
      assertUtf8(bytes);
      req.body = withoutMark(bytes).toString('utf8');
      if (bytes.length >= HEAVY_BYTES) await heavyWork.nextTurn();
    }
    next();
  };
}

type SizeMax = readonly [bytes: number, name: string];

/** Checks content type and declared length before anything is read; each type has its own maximum size. */
function checkHead(sizes: Readonly<Record<string, SizeMax>>): RequestHandler {
  const types = Object.keys(sizes);
  return (req, res, next) => {
    const length = Number(req.get('content-length') ?? 0);
    const type = req.is(types);
    const [max, name] = (typeof type === 'string' ? sizes[type] : undefined) ?? JSON_MAX;
    if (length > max) {
      const detail = `The body has ${length} bytes; at most ${max} (${name}) are taken.`;
      throw new ServiceError('body_too_large', { detail });
    }
    const hasBody = length > 0 || req.get('transfer-encoding') !== undefined;
    if (hasBody && !req.is(types)) {
      const came = req.get('content-type') ?? 'no Content-Type';
      const detail = `The body must be sent with Content-Type: ${types.join(' or ')}; got ${came.slice(0, 100)}.`;
      throw new ServiceError('unsupported_media_type', { detail });
    }
    // A client that sent `Expect: 100-continue` has held back its body until now.
    if (req.get('expect')?.toLowerCase() === '100-continue') res.writeContinue();
    next();
  };
}

const JSON_MAX = [LIMITS.bodyBytesMax, '15 MiB'] as const;
const CSV_MAX = [LIMITS.csvBytesMax, '64 KiB'] as const;
const IMPORT_MAX = [LIMITS.importBytesMax, '5 MiB'] as const;

/** Spreadsheets often save CSV as Latin-1; umlauts in names of sizes would turn into replacement characters. */
function assertUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes))
    throw new ServiceError('unsupported_media_type', { detail: 'The text must be encoded as UTF-8.' });
}

const rejectEmpty: RequestHandler = (req, _res, next) => {
  if (req.body === undefined) {
    throw new ServiceError('invalid_json', { detail: 'The body is empty; send a JSON object.' });
  }
  next();
};

const rejectEmptyText: RequestHandler = (req, _res, next) => {
  if (req.body === undefined) throw new ServiceError('invalid_body', { detail: 'The body is empty; send a file.' });
  next();
};

/** Throws: ServiceError body_too_complex for bytes that would take the decoder or JSON.parse more than about 100 ms. */
export function assertSimpleJson(bytes: Buffer): void {
  if (!isAscii(bytes) && hasManyBeyondAscii(bytes)) {
    const detail = `The body has more than ${LIMITS.beyondAsciiMax / 1024} KiB of characters beyond ASCII; pictures are sent as base64.`;
    throw new ServiceError('body_too_complex', { detail });
  }
  const brackets = countUpTo(bytes, ['[', '{'], LIMITS.openBracketsMax);
  const separators = countUpTo(bytes, ['"', ','], LIMITS.separatorsMax);
  if (brackets > LIMITS.openBracketsMax || separators > LIMITS.separatorsMax) {
    throw new ServiceError('body_too_complex');
  }
}

/** 15 MB of emoji, or of bytes that are not UTF-8, take 60 to 400 ms to decode; base64 is ASCII. */
function hasManyBeyondAscii(bytes: Buffer): boolean {
  let left: number = LIMITS.beyondAsciiMax;
  for (let at = 0; at < bytes.length && left >= 0; at++) if ((bytes[at] ?? 0) > 0x7f) left -= 1;
  return left < 0;
}

/** Occurrences of the characters, counted up to `max` + 1. */
function countUpTo(bytes: Buffer, characters: readonly string[], max: number): number {
  let count = 0;
  for (const character of characters) {
    const code = character.charCodeAt(0);
    for (let at = bytes.indexOf(code); at >= 0 && count <= max; at = bytes.indexOf(code, at + 1)) count++;
  }
  return count;
}
