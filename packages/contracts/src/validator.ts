import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { nearestName } from './nearest-name';
import type { ErrorDetail } from './service-error';
import { findUnstorable } from './unstorable-text';

export type Validation<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly details: readonly ErrorDetail[] };

export type Validator<T> = (value: unknown) => Validation<T>;

/** A body with ten thousand faults is answered with the first of them. */
const DETAILS_MAX = 25;
/** ajv collects every fault before we can cut the list, so an object with more keys than this is not looked into. */
const KEYS_MAX = 200;

/** Annotation of a schema with a pattern: what the pattern asks for, in words for the client. */
const EXPECTED = 'x-expected';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** An ajv for draft 2020-12 that reports all errors and knows the formats that the schemas use. */
export function createAjv(): Ajv2020 {
  return new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    formats: { 'date-time': DATE_TIME },
    keywords: [EXPECTED],
  });
}

/**
 * Compiles a schema into a function that says yes and gives the typed value, or names every offending field.
 * T is `FromSchema<typeof schema>`, named by the caller: derived here, it exceeds the compiler's depth.
 * Cost: compiles once (about 5 ms); call it when composing, not a request.
 */
export function createValidator<T>(schema: object): Validator<T> {
  const check: ValidateFunction<T> = createAjv().compile<T>(schema);
  return (value) => {
    const crowded = findCrowded(value);
    if (crowded !== null) return { ok: false, details: [crowded] };
    const valid = check(value);
    const unstorable = findUnstorable(value);
    if (valid && unstorable.length === 0) return { ok: true, value };
    const details = toDetails(valid ? [] : (check.errors ?? []));
    const named = new Set(details.map(({ param }) => param));
    return {
      ok: false,
      details: [...details, ...unstorable.filter(({ param }) => !named.has(param))].slice(0, DETAILS_MAX),
    };
  };
}

function findCrowded(value: unknown): ErrorDetail | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [param, part] of [['', value], ...Object.entries(value).slice(0, KEYS_MAX)] as const) {
    const count = typeof part === 'object' && part !== null ? Object.keys(part).length : 0;
    if (count > KEYS_MAX) {
      const message = `${param === '' ? 'The body' : param} must have at most ${KEYS_MAX} entries; got ${count}.`;
      return { param, code: 'length', message };
    }
  }
  return null;
}

/** One detail a field: what ajv says first, but the list of allowed values rather than "must be a string". */
function toDetails(errors: readonly ErrorObject[]): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>();
  for (const error of errors) {
    if (error.keyword === 'if' || error.keyword === 'anyOf') continue;
    // `propertyNames` repeats what the rule on the name itself has said.
    if (error.keyword === 'propertyNames') continue;
    const detail = toDetail(error);
    if (!details.has(detail.param) || detail.code === 'enum') details.set(detail.param, detail);
    if (details.size === DETAILS_MAX) break;
  }
  return [...details.values()];
}

function toDetail(error: ErrorObject): ErrorDetail {
  const parent = pathOf(error.instancePath);
  const { params, data } = error;
  const at = (name: unknown) => (parent === '' ? String(name) : `${parent}.${String(name)}`);
  const what = parent === '' ? 'The body' : parent;
  if (error.propertyName !== undefined) {
    const message = `The names in ${what} must have 1 to 40 characters; got ${quote(error.propertyName)}.`;
    return { param: parent, code: 'length', message };
  }
  switch (error.keyword) {
    case 'required':
      return {
        param: at(params['missingProperty']),
        code: 'required',
        message: `${at(params['missingProperty'])} is required.`,
      };
    case 'additionalProperties':
      return unknownDetail(error, at(params['additionalProperty']), String(params['additionalProperty']));
    case 'type':
      return {
        param: parent,
        code: 'type',
        message: `${what} must be ${article(params['type'])}; got ${typeof data === 'number' ? numberText(data) : kindOf(data)}.`,
      };
    case 'enum':
      return enumDetail(parent, what, params['allowedValues'], data);
    case 'const':
      return {
        param: parent,
        code: 'enum',
        message: `${what} must be ${JSON.stringify(params['allowedValue'])}; got ${quote(data)}.`,
      };
    default:
      return { param: parent, code: codeOf(error.keyword), message: `${what} ${limitText(error)}.` };
  }
}

function unknownDetail(error: ErrorObject, param: string, name: string): ErrorDetail {
  const known = Object.keys(error.parentSchema?.['properties'] ?? {});
  const suggestion = nearestName(name, known);
  const shown = quote(param);
  if (suggestion === null) {
    return {
      param: clip(param),
      code: 'unknown',
      message: `${shown} is not known here. Known are ${known.join(', ')}.`,
    };
  }
  const message = `${shown} is not known here. Did you mean "${suggestion}"?`;
  return { param: clip(param), code: 'unknown', message, suggestion };
}

function enumDetail(param: string, what: string, values: readonly unknown[], data: unknown): ErrorDetail {
  const allowed = values.map(String);
  return { param, code: 'enum', message: `${what} must be one of ${allowed.join(', ')}; got ${quote(data)}.`, allowed };
}

function limitText({ keyword, params, data, parentSchema = {} }: ErrorObject): string {
  switch (keyword) {
    case 'minLength':
    case 'maxLength':
      return `must have ${extent(parentSchema, 'Length', 'character')}; got ${String(data).length || 'none'}`;
    case 'minProperties':
    case 'maxProperties':
      return `must have ${extent(parentSchema, 'Properties', 'field')}; got ${Object.keys(Object(data)).length || 'none'}`;
    case 'minItems':
    case 'maxItems':
      return `must have ${extent(parentSchema, 'Items', 'item')}; got ${Object.keys(Object(data)).length || 'none'}`;
    case 'minimum':
    case 'maximum':
      return `must be ${rangeText(parentSchema, Number(params['limit']), keyword)}; got ${quote(data)}`;
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${keyword === 'exclusiveMinimum' ? 'more' : 'less'} than ${params['limit']}; got ${quote(data)}`;
    case 'pattern':
      return `must ${String(parentSchema?.[EXPECTED] ?? 'have another form')}; got ${quote(data)}`;
    default:
      return `is not allowed: ${keyword}`;
  }
}

/** How many a schema allows: `1 to 40 characters`, `at least 1 field`. */
function extent(
  schema: Readonly<Record<string, unknown>>,
  of: 'Length' | 'Properties' | 'Items',
  noun: string,
): string {
  const [min, max] = [schema[`min${of}`], schema[`max${of}`]];
  const nouns = (count: unknown) => `${Number(count)} ${noun}${count === 1 ? '' : 's'}`;
  if (max === undefined) return `at least ${nouns(min)}`;
  if (min === undefined) return `at most ${nouns(max)}`;
  return min === max ? nouns(min) : `${Number(min)} to ${nouns(max)}`;
}

/** `from 0 to 7`, `7 or less`. */
function rangeText({ minimum, maximum }: Readonly<Record<string, unknown>>, limit: number, keyword: string): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${Number(minimum)} to ${Number(maximum)}`;
  return `${limit} or ${keyword === 'minimum' ? 'more' : 'less'}`;
}

function codeOf(keyword: string): string {
  if (/Length|Items|Properties/.test(keyword)) return 'length';
  if (/imum/.test(keyword)) return 'range';
  return 'format';
}

/** `/metadata/a~1b` → `metadata.a/b`. */
function pathOf(pointer: string): string {
  return clip(
    pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .join('.'),
  );
}

function article(type: unknown): string {
  const names = (Array.isArray(type) ? type : [type]).map((name) => {
    if (name === 'null') return 'null';
    return /^[aeiou]/.test(String(name)) ? `an ${String(name)}` : `a ${String(name)}`;
  });
  return names.join(' or ');
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return article(Array.isArray(value) ? 'array' : typeof value);
}

/** JSON may write numbers that no computer holds, such as 1e999. */
function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : 'a number beyond ±1.8e308';
}

/** What came, short enough for a message. Never called for a photo: its schema has no rule but its type. */
function quote(value: unknown): string {
  return typeof value === 'object' && value !== null ? kindOf(value) : JSON.stringify(clip(value));
}

function clip<T>(value: T): T | string {
  return typeof value === 'string' && value.length > 60 ? `${value.slice(0, 57)}...` : value;
}
