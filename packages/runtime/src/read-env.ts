import Ajv, { type ErrorObject } from 'ajv';
import { KNOWN_DRAPE_VARIABLES } from './known-variables';
import { nearestName } from './nearest-name';

interface CommonKeywords {
  readonly description?: string;
  /** A secret: its value never appears in a message. */
  readonly writeOnly?: boolean;
}

export type EnvProperty = CommonKeywords &
  (
    | {
        readonly type: 'string';
        readonly default?: string;
        readonly enum?: readonly string[];
        readonly pattern?: string;
        readonly minLength?: number;
        readonly maxLength?: number;
      }
    | {
        readonly type: 'integer' | 'number';
        readonly default?: number;
        readonly minimum?: number;
        readonly maximum?: number;
      }
    | { readonly type: 'boolean'; readonly default?: boolean }
    | {
        /** Comma-separated in the environment. */
        readonly type: 'array';
        readonly items: { readonly type: 'string'; readonly pattern?: string };
        readonly default?: readonly string[];
      }
  );

/** A JSON Schema of the environment; write it `as const satisfies EnvSchema`, and the type of the values follows from it. */
export interface EnvSchema {
  readonly type?: 'object';
  readonly properties: Readonly<Record<string, EnvProperty>>;
  readonly required?: readonly string[];
}

type ValueOf<P> = P extends { type: 'string'; enum: readonly (infer E)[] }
  ? E
  : P extends { type: 'string' }
    ? string
    : P extends { type: 'integer' | 'number' }
      ? number
      : P extends { type: 'boolean' }
        ? boolean
        : P extends { type: 'array' }
          ? readonly string[]
          : never;

type RequiredNames<S extends EnvSchema> = S['required'] extends readonly (infer N)[] ? N : never;
type IsPresent<S extends EnvSchema, K extends keyof S['properties']> =
  K extends RequiredNames<S> ? true : 'default' extends keyof S['properties'][K] ? true : false;

export type EnvOf<S extends EnvSchema> = {
  [K in keyof S['properties']]: IsPresent<S, K> extends true
    ? ValueOf<S['properties'][K]>
    : ValueOf<S['properties'][K]> | undefined;
};

/** All problems of the environment, one sentence each. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not right:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
  }
}

export interface ReadEnvOptions {
  /** Unknown variables with this prefix are rejected. */
  prefix?: string;
  /** Names that other parts read. */
  alsoKnown?: readonly string[];
}

/**
 * Reads the environment by a schema: strings become the schema's types, an empty string counts as unset, defaults are
 * filled in. Throws ConfigurationError that lists every problem.
 */
export function readEnv<const S extends EnvSchema>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
  { prefix = 'DRAPE_', alsoKnown = KNOWN_DRAPE_VARIABLES }: ReadEnvOptions = {},
): EnvOf<S> {
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const text = env[name]?.trim();
    if (text !== undefined && text !== '') values[name] = convert(text, property.type);
  }
  const validate = new Ajv({ allErrors: true, useDefaults: true }).compile<EnvOf<S>>({ type: 'object', ...schema });
  const known = [...Object.keys(schema.properties), ...alsoKnown];
  const problems = unknownNames(env, known, prefix);
  if (validate(values) && problems.length === 0) return values;
  throw new ConfigurationError([...problems, ...(validate.errors ?? []).map((error) => describe(error, schema, env))]);
}

/** What cannot be converted stays a string, so that the schema reports it. */
function convert(text: string, type: EnvProperty['type']): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'boolean':
      return /^(true|1|yes|on)$/i.test(text) ? true : /^(false|0|no|off)$/i.test(text) ? false : text;
    case 'array':
      return text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    case 'string':
      return text;
  }
}

function unknownNames(env: Readonly<Record<string, string | undefined>>, known: string[], prefix: string): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      return `${name} is not a setting of Drape${nearest ? `; did you mean ${nearest}?` : '; remove it.'}`;
    });
}

function describe(error: ErrorObject, schema: EnvSchema, env: Readonly<Record<string, string | undefined>>): string {
  if (error.keyword === 'required') {
    const name = String(error.params['missingProperty']);
    const meaning = schema.properties[name]?.description;
    return `${name} must be set${meaning ? ` (${meaning})` : ''}.`;
  }
  const name = error.instancePath.split('/')[1] ?? '';
  const property = schema.properties[name];
  const shown = property?.writeOnly ? 'the given secret' : JSON.stringify(env[name]);
  const allowed = property && 'enum' in property && property.enum ? `one of ${property.enum.join(', ')}` : undefined;
  const expected = allowed ?? (error.message ?? 'valid').replace(/^must (be |)/, '');
  return `${name} must be ${expected}, not ${shown}.`;
}
