import type { Schema } from './route-doc';

/** The schemas of a document that have names. */
export interface Components {
  /** A schema of what clients send, its named parts replaced by references. */
  readonly sent: (schema: Schema) => unknown;
  /** The same of what they are answered, and of messages to them. */
  readonly answered: (schema: Schema) => unknown;
  /** By name. */
  readonly all: () => Record<string, unknown>;
}

/**
 * Collects each schema that has a `title`. With `strict` answers may hold no member that they do not promise.
 * Throws: Error where one title is two schemas, of which one of them would be published under the other's name.
 */
export function createComponents(strict: boolean): Components {
  const found = new Map<string, unknown>();
  const keep = (title: string, schema: unknown): void => {
    const known = found.get(title);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas have the title ${title}; one for both ways must allow what it does not know`);
    }
    found.set(title, schema);
  };
  return {
    sent: (schema) => lift(schema, keep),
    answered: (schema) => lift(strict ? schema : opened(schema), keep),
    all: () => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Without `additionalProperties: false`, at every depth. */
function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, part]) => key !== 'additionalProperties' || part !== false);
  return Object.fromEntries(kept.map(([key, part]) => [key, opened(part)]));
}

/** Replaces each schema that has a `title` by a reference to a component, depth first. */
function lift(value: unknown, keep: (title: string, schema: unknown) => void): unknown {
  if (Array.isArray(value)) return value.map((item) => lift(item, keep));
  if (typeof value !== 'object' || value === null) return value;
  // An object's member may be called `title` too; a schema's own title is a text.
  const title: unknown = 'title' in value ? value.title : undefined;
  const kept = Object.entries(value).filter(([key, part]) => key !== 'title' || typeof part !== 'string');
  const plain = Object.fromEntries(kept.map(([key, part]) => [key, lift(part, keep)]));
  if (typeof title !== 'string') return plain;
  keep(title, plain);
  return { $ref: `#/components/schemas/${title}` };
}
