import Ajv, { type ErrorObject } from 'ajv/dist/2020';

/** Everything that is wrong with the configuration, at once. */
export class ConfigurationError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/** A JSON Schema of one variable: string, number, integer, boolean (`true`/`false`/`1`/`0`) with `default` where optional. */
export interface VariableSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly default?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly description?: string;
}

type Value<S extends VariableSchema> = S['type'] extends 'string'
  ? S extends { readonly enum: readonly (infer E)[] }
    ? E
    : string
  : S['type'] extends 'boolean'
    ? boolean
    : number;

/** What readEnv returns: a variable without a default and not listed as required may be absent. */
export type Environment<P extends Record<string, VariableSchema>, R extends keyof P> = {
  readonly [K in keyof P as K extends R ? K : P[K] extends { readonly default: unknown } ? K : never]: Value<P[K]>;
} & {
  readonly [K in keyof P as K extends R ? never : P[K] extends { readonly default: unknown } ? never : K]?: Value<P[K]>;
};

/**
 * Reads and checks the environment once, at the start.
 *
 * An empty variable counts as absent. Reports all problems together. A variable that begins with `prefix` and is neither in
 * `properties` nor in `alsoKnown` is a problem too: a misspelt name must not silently change nothing.
 *
 * Throws ConfigurationError.
 */
export function readEnv<const P extends Record<string, VariableSchema>, const R extends keyof P & string = never>(
  schema: { readonly properties: P; readonly required?: readonly R[] },
  env: Readonly<Record<string, string | undefined>>,
  options: { readonly prefix?: string; readonly alsoKnown?: readonly string[] } = {},
): Environment<P, R> {
  const { prefix = 'DRAPE_', alsoKnown = [] } = options;
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = env[name];
    if (value !== undefined && value !== '') values[name] = value;
  }
  const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, strict: false });
  const validate = ajv.compile<Environment<P, R>>({ type: 'object', ...schema });
  const known = new Set([...Object.keys(schema.properties), ...alsoKnown]);
  const problems = Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.has(name))
    .map((name) => `${name} is not a variable of Drape (misspelt?)`);
  if (!validate(values)) problems.push(...(validate.errors ?? []).map((error) => describe(error, env)));
  else if (problems.length === 0) return values;
  throw new ConfigurationError(problems);
}

function describe(error: ErrorObject, env: Readonly<Record<string, string | undefined>>): string {
  if (error.keyword === 'required') return `${String(error.params['missingProperty'])} is missing`;
  const name = error.instancePath.slice(1);
  const allowed = error.keyword === 'enum' ? `: ${JSON.stringify(error.params['allowedValues'])}` : '';
  const secret = /SECRET|PASSWORD|KEY|URL/.test(name);
  return `${name} ${error.message ?? 'is wrong'}${allowed}${secret ? '' : `, got "${env[name] ?? ''}"`}`;
}
